// The forms of what is no hand: a draw, a payment on the spot.

import {called, choice, h, put} from "./dom.js";

export class DrawForm {
  constructor(words, rules, table, people, changed) {
    Object.assign(this, {rules, table});
    this.ready = new Set();
    const chip = ([key, name, wind]) => h("label", {class: "chip"},
      h("input", {type: "checkbox", value: key, onchange: (event) => {
        if (event.target.checked) this.ready.add(key);
        else this.ready.delete(key);
        changed();
      }}), h("span", {}, h("small", {}, wind), name));
    this.element = h("fieldset", {class: "choice people"}, h("legend", {}, words.ready),
      h("div", {class: "options"}, people().map(chip)));
  }

  get said() {
    const names = this.table.seats.filter((seat) => this.ready.has(seat.key)).map((seat) => seat.name);
    return ["liuju", names.length ? [this.rules.report.ready, ...names].join(" ") : ""];
  }
}

export class SpotForm {
  constructor(words, rules, table, people, changed) {
    Object.assign(this, {words, rules, table, people, changed});
    const {me, seats} = table;
    this.what = null;
    this.who = seats.some((seat) => seat.key === me) ? me : seats[0].key;
    this.source = null;
    this.from = h("div");
    this.element = h("div", {},
      choice("spot", words.spot_what, rules.spots.map(({key, name}) => [key, called(words, name)]), null,
        (key) => { this.what = key; this.drawFrom(); }),
      choice("spot-who", words.spot_who, people(), this.who, (key) => { this.who = key; this.drawFrom(); }, {class: "people"}),
      this.from);
  }

  get fed() {
    return this.rules.spots.find((one) => one.key === this.what)?.fed ?? false;
  }

  get question() {
    return this.what === null ? this.words.spot_what : this.fed && this.source === null ? this.words.spot_from : null;
  }

  get said() {
    const player = (key) => this.table.seats.find((seat) => seat.key === key).name;
    return ["gang", [player(this.who), this.what, ...(this.source ? [player(this.source)] : [])].join(" ")];
  }

  drawFrom() {
    this.source = null;
    put(this.from, this.fed ? choice("spot-from", this.words.spot_from, this.people(this.who), null,
      (key) => { this.source = key; this.changed(); }, {class: "people"}) : null);
    this.changed();
  }
}
