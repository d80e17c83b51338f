// Putting a hand together by taps: who, how, the tiles; its price as the table would have it; recording it.

import {Failed, call, freshKey} from "./api.js";
import {ask, choice, h, put, say, tileImage, toast} from "./dom.js";
import {Hand} from "./hand.js";
import {tick} from "./telegram.js";

const PAUSE = 120; // milliseconds after the last tap before the price is asked for
const ROWS = [[0, 9], [9, 18], [18, 27], [27, 34], [34, 42]];

export class Picker {
  // `recorded` is called after an entry was recorded.
  constructor(words, rules, recorded) {
    this.words = words;
    this.rules = rules;
    this.recorded = recorded;
    this.mode = "hand";
    this.asked = 0; // number of the latest question for a price
    this.key = freshKey();
    this.sending = false;
    this.element = h("div", {class: "picker"});
  }

  // The table as it stands; a half-made hand stays unless it can no longer be meant.
  show(table) {
    const before = this.table;
    this.table = table;
    const same = before && before.wild === table.wild && before.writes === table.writes
      && JSON.stringify([before.waiting, seating(before)]) === JSON.stringify([table.waiting, seating(table)]);
    if (same) this.priceSoon();
    else this.begin();
  }

  begin() {
    const {words, table} = this;
    if (!table.writes || !table.seats.length) {
      const reason = table.closed ? words.closed : table.seats.length ? words.spectator : words.not_seated;
      put(this.element, h("p", {class: "note"}, reason));
      return;
    }
    this.hand = new Hand(this.rules, table.wild);
    const seated = table.seats.map((seat) => seat.key);
    if (table.waiting) {
      this.mode = "hand";
      this.hand.way = null;
      const missing = table.waiting.missing;
      this.hand.player = missing.includes(table.me) ? table.me : missing[0];
    } else {
      this.hand.player = seated.includes(table.me) ? table.me : seated[0];
    }
    this.ready = new Set();
    this.spot = {what: null, who: this.hand.player, source: null};
    this.build();
  }

  build() {
    const {words, rules, table} = this;
    const modes = [["hand", words.mode_hand], ["draw", words.mode_draw]];
    if (rules.spots.length) modes.push(["spot", words.mode_spot]);
    this.parts = h("div");
    this.tray = h("div", {class: "tray", role: "group", "aria-label": words.tray, tabindex: "-1"});
    this.priceLines = h("div", {class: "lines"});
    this.priceHead = h("p", {class: "head", role: "status"});
    this.more = h("details", {class: "price-more"}, h("summary", {}, words.details), this.priceLines);
    this.send = h("button", {type: "button", class: "main", id: "record", onclick: () => this.record()}, words.record);
    const choose = (mode) => {
      this.mode = mode;
      this.fill();
    };
    put(this.element,
      table.waiting ? null : choice("mode", words.mode, modes, this.mode, choose, {quiet: true, class: "segments"}),
      this.parts,
      h("section", {class: "price", "aria-label": words.price}, this.tray,
        h("div", {class: "price-row"}, this.priceHead, this.send), this.more));
    this.fill();
  }

  fill() {
    const fills = {hand: () => this.fillHand(), draw: () => this.fillDraw(), spot: () => this.fillSpot()};
    fills[this.mode]();
    this.changed();
  }

  people(except = null) {
    return this.table.seats.filter((seat) => seat.key !== except)
      .map((seat) => [seat.key, seat.name, seat.deals ? `${seat.wind} ${this.words.dealer}` : seat.wind]);
  }

  called(key) {
    return this.table.seats.find((seat) => seat.key === key)?.name ?? "";
  }

  // ── a hand ────────────────────────────────────────────────────────────────────────────────────────────────

  fillHand() {
    const {words, rules, hand, table} = this;
    const waiting = table.waiting;
    this.who = h("div");
    this.how = h("div");
    this.targets = h("div");
    this.keys = this.keyboard();
    this.flowers = h("div");
    this.drawWho();
    this.drawHow();
    this.drawFlowers();
    put(this.parts,
      waiting ? h("p", {class: "note"}, say(words.waiting, {name: this.called(waiting.winner)})) : null,
      this.who, this.how,
      this.targets, this.keys,
      this.flowers,
      this.circumstances(),
      rules.figures.length ? this.figures() : null,
      waiting ? null : this.fans(),
      waiting ? this.openHandButtons() : null,
      h("button", {type: "button", class: "quiet clear", onclick: () => this.startOver()}, words.clear));
  }

  drawWho() {
    const {words, hand, table} = this;
    const waiting = table.waiting;
    const people = this.people(waiting?.winner);
    put(this.who, choice("who", waiting ? words.whose : words.who_won, people, hand.player, (key) => {
      hand.player = key;
      if (hand.source === key) hand.source = null;
      this.drawHow();
      this.changed();
    }, {class: "people"}));
  }

  drawHow() {
    const {words, rules, hand, table} = this;
    if (table.waiting) return;
    if (!this.how.firstChild) {
      this.from = h("div");
      this.how.append(choice("way", words.how, rules.ways.map((way) => [way, way]), hand.way, (way) => {
        hand.way = way;
        this.drawFrom();
        this.changed();
      }, {class: "segments", quiet: true}), this.from);
    }
    this.drawFrom();
  }

  drawFrom() {
    const {rules, hand} = this;
    if (hand.way === rules.ways[0]) {
      hand.source = null;
      put(this.from);
      return;
    }
    put(this.from, choice("source", this.sourceQuestion, this.people(hand.player), hand.source, (key) => {
      hand.source = key;
      this.changed();
    }, {class: "people"}));
  }

  drawTargets() {
    const {words, rules, hand, table} = this;
    if (!this.targets.firstChild) {
      const kinds = [["hand", words.target_hand]];
      if (rules.open_hand && table.wild === null) kinds.unshift(["wild", words.target_wild]);
      if (!table.waiting) kinds.push(["win", words.target_win]);
      kinds.push(...[...rules.melds, ...rules.named_sets].map((kind) => [kind, kind]));
      put(this.targets, choice("target", words.target, kinds, hand.target, (kind) => {
        hand.target = kind;
        if (kind === rules.chow) toast(words.chow_hint);
        this.changed();
      }, {class: "targets", quiet: true}));
    }
    if (rules.named_sets.includes(hand.target) && hand.tiles.length) hand.target = "hand";
    for (const input of this.targets.querySelectorAll("input")) {
      input.checked = input.value === hand.target;
      input.disabled = rules.named_sets.includes(input.value) && hand.tiles.length > 0; // tiles say it themselves
    }
  }

  keyboard() {
    const {rules} = this;
    this.buttons = new Map();
    const all = new Set([...rules.sorts.flatMap((sort) => [...sort.hold, ...sort.lay]), ...Object.keys(rules.wild).map(Number)]);
    const rows = ROWS.map(([from, to]) => {
      const row = h("div", {class: "row"});
      for (let tile = from; tile < to; tile++) {
        if (!all.has(tile)) continue;
        const button = h("button", {type: "button", class: "key", "data-tile": tile, tabindex: "-1",
          onclick: () => this.tap(tile)}, tileImage(tile), h("span", {class: "count", "aria-hidden": "true"}));
        this.buttons.set(tile, button);
        row.append(button);
      }
      return row;
    }).filter((row) => row.firstChild);
    const keys = h("div", {class: "keys", role: "group", "aria-label": this.words.keys, onkeydown: (event) => walk(event, rows)}, rows);
    rows[0].firstChild.tabIndex = 0;
    return keys;
  }

  tap(tile) {
    const trouble = this.hand.take(tile);
    if (trouble) {
      tick("error");
      toast(say(this.words[trouble[0]], trouble[1]));
    } else tick();
    this.changed();
  }

  drawKeys() {
    const {words, rules, hand} = this;
    for (const [tile, button] of this.buttons) {
      const used = hand.used(tile), plays = hand.plays(tile), left = hand.left(tile);
      button.setAttribute("aria-disabled", String(!plays || left < 1));
      button.setAttribute("aria-label", used ? say(words.tile_used, {tile: words.tiles[tile], n: used}) : words.tiles[tile]);
      button.classList.toggle("wild", hand.wilds.includes(tile));
      button.lastChild.textContent = used || "";
    }
  }

  drawTray() {
    const {words, rules, hand, tray} = this;
    const focused = [...tray.querySelectorAll("button")].indexOf(document.activeElement);
    const one = (tile, remove, className = "") => h("button", {type: "button", class: `tray-tile ${className}`,
      "aria-label": say(words.remove, {what: words.tiles[tile]}), onclick: () => { remove(); this.changed(); }},
      tileImage(tile, hand.wilds.includes(tile)));
    const fed = (meld) => rules.feeders && rules.melds.includes(meld.kind) && meld.kind !== rules.concealed_kong;
    const melds = hand.melds.map((meld, at) => h("div", {class: "meld"},
      h("button", {type: "button", "aria-label": say(words.remove, {what: meld.kind + words.tiles[meld.tile]}),
        onclick: () => { hand.melds.splice(at, 1); this.changed(); }},
      hand.meldTiles(meld.kind, meld.tile).map((tile) => tileImage(tile))),
      h("span", {class: "kind"}, meld.kind, fed(meld) ? this.feeder(meld) : null)));
    const concealed = hand.tiles.map((tile, at) => one(tile, () => hand.tiles.splice(at, 1)));
    const win = hand.win === null ? null : one(hand.win, () => { hand.win = null; }, "winning");
    const laid = hand.laid.map((tile, at) => one(tile, () => hand.laid.splice(at, 1), "laid"));
    const wild = hand.wild === null ? null : h("div", {class: "meld"},
      h("button", {type: "button", "aria-label": say(words.turned_up, {tile: words.tiles[hand.wild]}),
        onclick: () => { if (hand.fixedWild === null) hand.target = "wild"; this.changed(); }}, tileImage(hand.wild, true)),
      h("span", {class: "kind"}, words.target_wild));
    const empty = !wild && !melds.length && !concealed.length && !win && !laid.length;
    put(tray, empty ? h("p", {class: "note"}, words.tray_empty) : [wild, melds, concealed, win, laid]);
    if (focused >= 0) {
      const buttons = tray.querySelectorAll("button");
      (buttons[Math.min(focused, buttons.length - 1)] ?? tray).focus();
    }
  }

  feeder(meld) {
    return this.someone(this.words.feeder, meld.feeder, null, (key) => { meld.feeder = key; this.changed(); });
  }

  // A list of the others to point at; `dark`: a word for nobody, who fed a concealed kong.
  someone(label, chosen, dark, picked) {
    const options = this.people(this.hand.player).map(([key, name]) => [key, name]);
    if (dark) options.push([dark, dark]);
    return h("select", {"aria-label": label, onchange: (event) => picked(event.target.value || null)},
      h("option", {value: ""}, label),
      options.map(([key, name]) => h("option", {value: key, selected: key === chosen}, name)));
  }

  drawFlowers() {
    const {words, rules, hand} = this;
    if (!rules.counter || this.table.waiting) return;
    const set = (number) => {
      hand.number = number;
      this.drawFlowers();
      this.changed();
    };
    if (!this.flowers.firstChild) {
      const step = (by) => set(Math.max(0, Math.min(rules.most, (hand.number ?? 0) + by)));
      this.count = h("output", {class: "count"});
      this.none = h("button", {type: "button", class: "quiet", "aria-pressed": "false",
        onclick: () => set(hand.number === 0 ? null : 0)}, words.no_flowers);
      this.stepper = h("div", {class: "stepper", role: "group", "aria-label": rules.counter},
        h("span", {class: "name"}, rules.counter), this.none,
        h("button", {type: "button", class: "quiet step", "aria-label": words.fewer, onclick: () => step(-1)}, "\u2212"),
        this.count,
        h("button", {type: "button", class: "quiet step", "aria-label": words.more_flowers, onclick: () => step(1)}, "+"));
      put(this.flowers, this.stepper);
    }
    const named = hand.laid.length;
    this.count.textContent = named || (hand.number ?? "?");
    this.none.setAttribute("aria-pressed", String(!named && hand.number === 0));
    this.stepper.classList.toggle("named", named > 0);
  }

  circumstances() {
    const {words, rules, hand} = this;
    if (this.table.waiting || !rules.circumstances.length) return null;
    return h("section", {class: "words"}, h("h2", {}, words.circumstances),
      h("div", {class: "options"}, rules.circumstances.map(({name, at, dark}) => {
        const chip = this.toggle(name, name);
        if (!at) return chip;
        const whom = this.someone(say(words.whom, {word: name}), null, dark, (key) => {
          hand.named.set(name, key);
          this.changed();
        });
        whom.hidden = true;
        chip.querySelector("input").addEventListener("change", (event) => { whom.hidden = !event.target.checked; });
        return h("span", {class: "pointing"}, chip, whom);
      })));
  }

  fans() {
    const {words, rules} = this;
    return h("details", {class: "words"}, h("summary", {}, words.fans),
      h("p", {class: "note"}, words.fans_hint),
      h("div", {class: "options"}, rules.fans.map(([name, value]) => this.toggle(name, name, value || null))));
  }

  toggle(word, label, detail = null) {
    const {hand} = this;
    return h("label", {class: "chip"},
      h("input", {type: "checkbox", value: word, checked: hand.named.has(word), onchange: (event) => {
        if (event.target.checked) hand.named.set(word, null);
        else hand.named.delete(word);
        this.changed();
      }}),
      h("span", {}, label, detail === null ? null : h("small", {}, detail)));
  }

  figures() {
    const {words, rules, hand} = this;
    const field = (name, set) => h("label", {class: "figure"},
      h("input", {type: "number", inputmode: "numeric", min: "0", max: "9999", oninput: (event) => {
        set(event.target.value === "" ? null : Math.max(0, Math.trunc(Number(event.target.value)) || 0));
        this.changed();
      }}), name);
    return h("details", {class: "words"}, h("summary", {}, words.figures),
      h("div", {class: "figures"},
        field(rules.figures[0], (value) => { hand.points = value; }),
        field(rules.figures[1], (value) => { hand.fan = value; })));
  }

  openHandButtons() {
    const {words} = this;
    const act = (command) => () => this.carryOut(command, "");
    return h("div", {class: "buttons"},
      h("button", {type: "button", class: "quiet", onclick: act("drop")}, words.drop),
      h("button", {type: "button", class: "quiet", id: "all-said", onclick: act("ok")}, words.all_said));
  }

  startOver() {
    this.hand.clear();
    this.fill();
    this.tray.focus();
  }

  // ── a draw, a payment on the spot ─────────────────────────────────────────────────────────────────────────

  fillDraw() {
    const {words, ready} = this;
    put(this.parts, h("fieldset", {class: "choice people"}, h("legend", {}, words.ready),
      h("div", {class: "options"}, this.people().map(([key, name, wind]) => h("label", {class: "chip"},
        h("input", {type: "checkbox", value: key, checked: ready.has(key), onchange: (event) => {
          if (event.target.checked) ready.add(key);
          else ready.delete(key);
          this.changed();
        }}), h("span", {}, h("small", {}, wind), name))))));
  }

  fillSpot() {
    const {words, rules, spot} = this;
    const fed = () => rules.spots.find((one) => one.key === spot.what)?.fed ?? false;
    const from = h("div");
    const drawFrom = () => {
      if (!fed()) spot.source = null;
      put(from, fed() ? choice("spot-from", words.spot_from, this.people(spot.who), spot.source,
        (key) => { spot.source = key; this.changed(); }, {class: "people"}) : null);
      this.changed();
    };
    put(this.parts,
      choice("spot", words.spot_what, rules.spots.map(({key, name}) => [key, name]), spot.what,
        (key) => { spot.what = key; drawFrom(); }),
      choice("spot-who", words.spot_who, this.people(), spot.who, (key) => { spot.who = key; spot.source = null; drawFrom(); },
        {class: "people"}),
      from);
    drawFrom();
  }

  // ── the price, and recording ──────────────────────────────────────────────────────────────────────────────

  get lacksSource() {
    return this.hand.way !== null && this.hand.way !== this.rules.ways[0] && this.hand.source === null;
  }

  get sourceQuestion() {
    return this.hand.way === this.rules.ways[1] ? this.words.from_discard : this.words.from_robbed;
  }

  // What would be said in the chat: [command, text]; null if nothing is to be said yet.
  get said() {
    const called = (key) => this.called(key);
    if (this.mode === "hand") return this.lacksSource ? null : ["hu", this.hand.report(called)];
    const {ready, spot, rules} = this;
    if (this.mode === "draw") {
      const names = this.table.seats.filter((seat) => ready.has(seat.key)).map((seat) => seat.name);
      return ["liuju", names.length ? [rules.report.ready, ...names].join(" ") : ""];
    }
    if (spot.what === null) return null;
    return ["gang", [called(spot.who), spot.what, ...(spot.source ? [called(spot.source)] : [])].join(" ")];
  }

  changed() {
    this.tray.hidden = this.mode !== "hand";
    if (this.mode === "hand") {
      this.drawTargets();
      this.drawKeys();
      this.drawTray();
      this.drawFlowers();
    }
    this.key = freshKey();
    this.priceSoon();
  }

  priceSoon() {
    if (!this.send?.isConnected) return;
    this.allow(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.price(), PAUSE);
  }

  allow(allowed) {
    this.allowed = allowed;
    this.send.setAttribute("aria-disabled", String(!allowed));
  }

  async price() {
    const said = this.said, question = ++this.asked;
    if (said === null) return this.tell(this.mode === "hand" ? [this.sourceQuestion] : [], "unfinished");
    let answer;
    try {
      answer = await call("price", {command: said[0], text: said[1]});
    } catch (error) {
      if (question === this.asked) this.tell([error.message || this.words.offline], "wrong");
      return undefined;
    }
    if (question !== this.asked) return undefined; // another tap came meanwhile
    if (answer.problems) return this.tell(answer.problems, answer.unfinished ? "unfinished" : "wrong");
    this.tell(answer.lines, "priced", answer.gain);
    return this.allow(true);
  }

  tell(lines, state = "", gain = null) {
    const [head = "", ...rest] = lines;
    put(this.priceHead, h("span", {}, head), gain === null ? null : h("b", {}, gain));
    this.priceHead.className = `head ${state}`;
    put(this.priceLines, rest.map((line) => h("p", {}, line)));
    this.more.hidden = !rest.length;
    if (state === "wrong") this.more.open = rest.length > 0;
  }

  async record() {
    if (!this.allowed) {
      clearTimeout(this.timer);
      await this.price(); // a thumb may be quicker than the price
    }
    if (this.allowed) await this.carryOut(...this.said);
    else toast(this.priceHead.textContent || this.words.not_yet);
  }

  async carryOut(command, text, sure = false) {
    if (this.sending) return;
    this.sending = true;
    this.send.textContent = this.words.recording;
    try {
      const answer = await call("record", {command, text, sure, key: this.key});
      if (answer.problems) this.tell(answer.problems, "wrong");
      else if (answer.asked !== undefined) {
        this.sending = false;
        if (await ask(answer.asked, this.words.another_hand, this.words.same_hand)) await this.carryOut(command, text, true);
      } else {
        tick("success");
        toast(answer.said);
        this.begin();
        this.recorded();
      }
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      toast(error.message || this.words.offline); // the same key again: it is recorded once
    } finally {
      this.sending = false;
      this.send.textContent = this.words.record;
    }
  }
}

function seating(table) {
  return table.seats.map((seat) => [seat.key, seat.name, seat.wind, seat.deals]);
}

// Arrow keys from tile to tile, so that the keyboard is one stop of the Tab key.
function walk(event, rows) {
  const row = rows.findIndex((one) => one.contains(event.target));
  if (row < 0) return;
  const column = [...rows[row].children].indexOf(event.target.closest("button"));
  const last = rows[row].children.length - 1;
  const to = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column], Home: [row, 0], End: [row, last],
  }[event.key];
  if (!to) return;
  event.preventDefault();
  const there = rows[to[0]];
  const next = there?.children[Math.min(to[1], there.children.length - 1)];
  if (!next) return;
  rows[row].children[column].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
