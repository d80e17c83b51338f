// The live table: who sits where with how many chips, who deals, and the log with its corrections.

import {Failed, call, freshKey} from "./api.js";
import {figure, h, put, say, signed, toast, tone} from "./dom.js";
import {tick} from "./telegram.js";

export class Table {
  // `changed` is called after an entry was taken back or restored.
  constructor(words, changed) {
    this.words = words;
    this.changed = changed;
    this.head = h("h1", {tabindex: "-1"});
    this.place = h("p", {class: "place"});
    this.seats = h("div", {class: "seats"});
    this.lines = h("div", {class: "lines"});
    this.log = h("ol", {class: "log"});
    this.element = h("div", {class: "table"}, this.head, this.place, this.seats, this.lines,
      h("h2", {}, words.log), this.log);
  }

  show(table) {
    const {words} = this;
    const newer = this.table?.version !== table.version;
    this.table = table;
    this.head.textContent = table.head;
    this.place.textContent = table.closed ? words.closed : table.place ?? words.not_seated;
    put(this.seats, table.seats.map((seat) => h("div", {class: `seat ${seat.deals ? "deals" : ""}`},
      h("p", {class: "who"},
        h("span", {class: "wind"}, seat.wind),
        h("span", {class: "name"}, seat.name),
        seat.key === table.me ? h("small", {}, words.me) : null,
        seat.deals ? h("span", {class: "dealer"}, words.dealer, seat.flags ? say(words.flags, {n: seat.flags}) : "") : null),
      h("p", {class: "chips"}, figure(seat.chips)),
      h("p", {class: `net ${tone(seat.net)}`}, signed(seat.net)))));
    put(this.lines,
      table.lines.map((line) => h("p", {}, line)),
      table.watchers.map((one) => h("p", {}, say(words.watcher, {name: one.name}), " ", figure(one.chips), " ",
        h("span", {class: tone(one.net)}, signed(one.net)))),
      table.closed || table.writes ? null : h("p", {class: "note"}, words.spectator));
    if (newer) this.drawLog();
  }

  async drawLog() {
    const {words, table} = this;
    let found;
    try {
      found = await call("log");
    } catch {
      return; // the next change of the table asks again
    }
    const focused = document.activeElement?.dataset?.no;
    put(this.log, entries(words, found.entries, table.writes ? (entry) => this.corrects(entry) : null));
    if (!found.entries.length) put(this.log, h("li", {class: "note"}, words.no_entries));
    if (focused) this.log.querySelector(`button[data-no="${focused}"]`)?.focus();
  }

  corrects(entry) {
    const {words} = this;
    const [command, label] = entry.void ? ["redo", words.restore] : ["undo", words.undo];
    const key = freshKey();
    return h("button", {type: "button", class: "quiet", "data-no": entry.no,
      "aria-label": `${label} #${entry.no}`, onclick: async () => {
        try {
          const answer = await call("record", {command, text: `#${entry.no}`, key});
          toast(answer.problems ? answer.problems.join(" ") : answer.said);
          tick(answer.problems ? "error" : "success");
          this.changed();
        } catch (error) {
          if (!(error instanceof Failed)) throw error;
          toast(error.message || words.offline);
        }
      }}, label);
  }
}

// The entries as items of a list; `button` makes what stands beside each.
export function entries(words, found, button = null) {
  return found.map((entry) => h("li", {class: entry.void ? "void" : null},
    h("div", {class: "entry"},
      h("p", {class: "head"}, `#${entry.no} `, entry.void ? h("s", {}, entry.head) : entry.head,
        entry.void ? h("small", {}, words.void) : null, entry.fixed && !entry.void ? h("small", {}, words.fixed) : null),
      entry.void ? null : h("p", {class: "moved"}, entry.moved.map((one) =>
        h("span", {}, one.name, " ", h("b", {class: tone(one.chips)}, signed(one.chips))))),
      h("p", {class: "by"}, entry.by ? say(words.by, {name: entry.by, at: entry.at}) : entry.at)),
    button ? button(entry) : null));
}
