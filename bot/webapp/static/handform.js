// The form of a hand: who won, how, from whom, the tiles, and what tiles do not show.

import {called, choice, h, put, say, toast} from "./dom.js";
import {Hand} from "./hand.js";
import {Keys} from "./keys.js";
import {tick} from "./telegram.js";
import {Tray, someone} from "./tray.js";

export class HandForm {
  // `people(except)` lists the seated as [key, name, detail]; `changed` is called after every tap.
  constructor(words, rules, table, people, changed) {
    Object.assign(this, {words, rules, table, people, changed});
    this.tray = new Tray(words, rules, () => this.changed());
    this.hand = new Hand(rules, table.wild);
    const {waiting, me, seats} = table;
    const among = waiting ? waiting.missing : seats.map((seat) => seat.key);
    if (waiting) this.hand.way = null;
    this.hand.player = among.includes(me) ? me : among[0];
    this.element = h("div");
    this.build();
  }

  get winner() {
    return this.table.waiting?.winner ?? null;
  }

  // What is missing before there is anything to price.
  get question() {
    const {hand, rules, words} = this;
    if (hand.way === null || hand.way === rules.ways[0] || hand.source !== null) return null;
    return hand.way === rules.ways[1] ? words.from_discard : words.from_robbed;
  }

  get said() {
    const player = (key) => this.table.seats.find((seat) => seat.key === key)?.name ?? "";
    return ["hu", this.hand.report(player)];
  }

  build() {
    const {words, rules, winner} = this;
    this.who = h("div");
    this.from = h("div");
    this.keys = new Keys(words, rules, (tile) => this.tap(tile));
    this.targets = this.targetChoice();
    this.flowers = rules.counter && !winner ? this.flowerCount() : null;
    put(this.element,
      this.who, winner ? null : this.wayChoice(), this.from, this.targets, this.keys.element, this.flowers,
      winner ? null : this.circumstances(), rules.figures.length ? this.figures() : null, winner ? null : this.fans(),
      h("button", {type: "button", class: "quiet clear", onclick: () => this.startOver()}, words.clear));
    this.drawPeople();
  }

  startOver() {
    this.hand.clear();
    this.build();
    this.changed();
    this.tray.focus();
  }

  // Everything that follows from the hand as it is now.
  draw() {
    const {hand, rules} = this;
    const inTiles = hand.tiles.length > 0; // then tiles say what is concealed
    if (inTiles && rules.named_sets.includes(hand.target)) hand.target = "hand";
    for (const input of this.targets.querySelectorAll("input")) {
      input.checked = input.value === hand.target;
      input.disabled = inTiles && rules.named_sets.includes(input.value);
    }
    this.keys.draw(hand);
    this.tray.draw(hand, this.others());
    this.drawFlowers();
  }

  others() {
    return this.people(this.hand.player).map(([key, name]) => [key, name]);
  }

  tap(tile) {
    const trouble = this.hand.take(tile);
    tick(trouble ? "error" : "impact");
    if (trouble) toast(say(this.words[trouble[0]], trouble[1]));
    this.changed();
  }

  // ── who and how ───────────────────────────────────────────────────────────────────────────────────────────

  drawPeople() {
    const {words, hand, winner} = this;
    put(this.who, choice("who", winner ? words.whose : words.who_won, this.people(winner), hand.player, (key) => {
      hand.player = key;
      if (hand.source === key) hand.source = null;
      this.drawFrom();
      this.changed();
    }, {class: "people"}));
    this.drawFrom();
  }

  wayChoice() {
    const {words, rules, hand} = this;
    return choice("way", words.how, rules.ways.map((way) => [way, called(words, way)]), hand.way, (way) => {
      hand.way = way;
      hand.source = null;
      this.drawFrom();
      this.changed();
    }, {class: "segments", quiet: true});
  }

  drawFrom() {
    const {words, rules, hand} = this;
    const legend = hand.way === rules.ways[1] ? words.from_discard : words.from_robbed;
    put(this.from, hand.way === null || hand.way === rules.ways[0] ? null
      : choice("source", legend, this.people(hand.player), hand.source, (key) => {
        hand.source = key;
        this.changed();
      }, {class: "people"}));
  }

  // ── where tiles go ────────────────────────────────────────────────────────────────────────────────────────

  targetChoice() {
    const {words, rules, hand, table} = this;
    const kinds = [["hand", words.target_hand]];
    if (rules.open_hand && table.wild === null) kinds.unshift(["wild", words.target_wild]);
    if (!this.winner) kinds.push(["win", words.target_win]);
    kinds.push(...[...rules.melds, ...rules.named_sets].map((kind) => [kind, called(words, kind)]));
    return choice("target", words.target, kinds, hand.target, (kind) => {
      hand.target = kind;
      if (kind === rules.chow) toast(words.chow_hint);
      this.changed();
    }, {class: "targets", quiet: true});
  }

  // ── what is said besides ──────────────────────────────────────────────────────────────────────────────────

  flowerCount() {
    const {words, rules, hand} = this;
    const set = (number) => { hand.number = number; this.changed(); };
    const step = (by) => set(Math.max(0, Math.min(rules.most, (hand.number ?? 0) + by)));
    this.count = h("output", {class: "count"});
    this.none = h("button", {type: "button", class: "quiet", onclick: () => set(hand.number === 0 ? null : 0)}, words.no_flowers);
    return h("div", {class: "stepper", role: "group", "aria-label": called(words, rules.counter)},
      h("span", {class: "name"}, called(words, rules.counter)), this.none,
      h("button", {type: "button", class: "quiet step", "aria-label": words.fewer, onclick: () => step(-1)}, "\u2212"),
      this.count,
      h("button", {type: "button", class: "quiet step", "aria-label": words.more_flowers, onclick: () => step(1)}, "+"));
  }

  drawFlowers() {
    const {hand, flowers} = this;
    if (!flowers) return;
    const shown = hand.laid.length; // those that were tapped count themselves
    put(this.count, shown || (hand.number ?? "?"));
    this.none.setAttribute("aria-pressed", String(!shown && hand.number === 0));
    flowers.classList.toggle("named", shown > 0);
  }

  circumstances() {
    const {words, rules} = this;
    return h("section", {class: "words"}, h("h2", {}, words.circumstances),
      h("div", {class: "options"}, rules.circumstances.map((one) => one.at ? this.pointing(one) : this.toggle(one.name))));
  }

  pointing({name, dark}) {
    const {words, hand} = this;
    const whom = h("span", {hidden: true});
    const label = say(words.whom, {word: called(words, name)});
    const chip = this.toggle(name, null, (on) => {
      whom.hidden = !on;
      put(whom, someone(label, this.others(), null, dark, (key) => { hand.named.set(name, key); this.changed(); }));
    });
    return h("span", {class: "pointing"}, chip, whom);
  }

  fans() {
    const {words, rules} = this;
    return h("details", {class: "words"}, h("summary", {}, words.fans), h("p", {class: "note"}, words.fans_hint),
      h("div", {class: "options"}, rules.fans.map(([name, value]) => this.toggle(name, value || null))));
  }

  toggle(word, detail = null, switched = null) {
    const {words, hand} = this;
    return h("label", {class: "chip"},
      h("input", {type: "checkbox", value: word, checked: hand.named.has(word), onchange: (event) => {
        if (event.target.checked) hand.named.set(word, null);
        else hand.named.delete(word);
        switched?.(event.target.checked);
        this.changed();
      }}),
      h("span", {}, called(words, word), detail === null ? null : h("small", {}, detail)));
  }

  figures() {
    const {words, rules, hand} = this;
    const field = (unit, name) => h("label", {class: "figure"},
      h("input", {type: "number", inputmode: "numeric", min: "0", max: "9999", oninput: (event) => {
        const {value} = event.target;
        hand[name] = value === "" ? null : Math.max(0, Math.trunc(Number(value)) || 0);
        this.changed();
      }}), called(words, unit));
    return h("details", {class: "words"}, h("summary", {}, words.figures),
      h("div", {class: "figures"}, field(rules.figures[0], "points"), field(rules.figures[1], "fan")));
  }
}
