// What was played: chips after every entry as a chart, earlier sessions, the leaderboard.

import {call} from "./api.js";
import {figure, h, put, say, signed, svg, tone} from "./dom.js";
import {entries} from "./table.js";

const LEFT = 44, RIGHT = 14, TOP = 10, BOTTOM = 22, WIDEST = 640, LABEL = 44; // pixels of the chart

export class Past {
  constructor(words) {
    this.words = words;
    this.session = null; // the one that is shown; null: that of the table
    this.chart = h("div", {class: "chart"});
    this.sessions = h("div");
    this.log = h("ol", {class: "log"});
    this.board = h("ol", {class: "board"});
    this.element = h("div", {class: "past"},
      h("h1", {tabindex: "-1"}, words.tab_past), this.sessions,
      h("h2", {}, words.chart), this.chart,
      this.whole = h("details", {hidden: true}, h("summary", {}, words.log), this.log),
      h("h2", {}, words.board), this.board);
  }

  // Fetches what the tab shows; Failed if it cannot.
  async show() {
    const {words} = this;
    const [history, log] = await Promise.all([
      call("history"), call("log", this.session === null ? {} : {session: this.session})]);
    this.drawSessions(history.sessions, log.session);
    this.drawChart(log.chart);
    this.whole.hidden = this.session === null; // the table's own stands on the other tab
    put(this.log, entries(words, log.entries));
    put(this.board, history.board.map((row) =>
      h("li", {}, h("b", {class: "rank"}, figure(row.rank)), h("span", {class: "name"}, row.name),
        h("span", {}, row.score), h("small", {}, row.day))));
    if (!history.board.length) put(this.board, h("li", {class: "note"}, words.no_board));
  }

  drawSessions(sessions, shown) {
    const {words} = this;
    const pick = h("select", {id: "session", onchange: (event) => {
      this.session = Number(event.target.value);
      this.show().then(() => document.getElementById("session")?.focus(), () => undefined);
    }}, sessions.map((one) => h("option", {value: one.id, selected: one.id === shown},
      `${one.opened} ${words.rulesets[one.ruleset] ?? one.ruleset}${one.closed ? "" : words.still_open}`)));
    put(this.sessions, h("label", {class: "pick"}, words.session, pick));
  }

  drawChart({after, chips}) {
    const {words} = this;
    if (!after.length) {
      put(this.chart, h("p", {class: "note"}, words.no_entries));
      return;
    }
    const all = chips.flatMap((one) => one.points);
    const ticks = scale(Math.min(...all), Math.max(...all));
    const [low, high] = [ticks[0], ticks[ticks.length - 1]];
    const wide = Math.min(this.chart.clientWidth || WIDEST, WIDEST), tall = Math.round(wide * 0.55);
    const x = (i) => LEFT + (wide - LEFT - RIGHT) * i / after.length;
    const y = (value) => TOP + (tall - TOP - BOTTOM) * (high - value) / (high - low);
    const every = Math.ceil(after.length * LABEL / wide); // as many numbers as there is room for
    const sums = chips.map((one) => `${one.name} ${figure(one.points[one.points.length - 1])}`).join(", ");
    const path = (points) => points.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const across = (value, kind) => svg("line", {class: kind, x1: LEFT, x2: wide - RIGHT, y1: y(value), y2: y(value)});
    put(this.chart,
      svg("svg", {viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": say(words.chart_of, {n: after.length, sums})},
        ticks.map((value) => [
          across(value, "grid"), svg("text", {x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"}, figure(value))]),
        across(chips[0].points[0], "start"),
        after.map((no, i) => (after.length - 1 - i) % every ? null
          : svg("text", {x: x(i + 1), y: tall - 5, "text-anchor": i ? "end" : "middle"}, `#${no}`)),
        chips.map((one, i) => [
          svg("polyline", {class: `s${i % 8}`, points: path(one.points)}),
          svg("circle", {class: `dot s${i % 8}`, r: 3.5, cx: x(after.length), cy: y(one.points[after.length])})])),
      h("ul", {class: "legend"}, chips.map((one, i) => {
        const end = one.points[one.points.length - 1];
        return h("li", {}, h("span", {class: `key s${i % 8}`, "aria-hidden": "true"}), `${one.name} ${figure(end)} `,
          h("span", {class: tone(end - one.points[0])}, signed(end - one.points[0])));
      })));
  }
}

// Four to six round numbers around everything from `low` to `high`.
function scale(low, high) {
  const span = Math.max(high - low, 10);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 5, 10].map((n) => n * power).find((one) => span / one <= 5) ?? 10 * power;
  const ticks = [];
  for (let value = Math.floor(low / step) * step; value < high + step; value += step) ticks.push(Math.round(value));
  return ticks;
}
