// The tab that records: a form, what it comes to at this table, and the button that puts it into the book.

import {Failed, call, freshKey} from "./api.js";
import {ask, choice, h, put, say, toast} from "./dom.js";
import {HandForm} from "./handform.js";
import {DrawForm, SpotForm} from "./otherforms.js";
import {tick} from "./telegram.js";

const PAUSE = 120; // milliseconds after the last tap before the price is asked for
const FORMS = {hand: HandForm, draw: DrawForm, spot: SpotForm};

export class Picker {
  // `recorded` is called after an entry was recorded.
  constructor(words, rules, recorded) {
    Object.assign(this, {words, rules, recorded});
    this.asked = 0; // number of the latest question for a price
    this.sending = false;
    this.element = h("div", {class: "picker"});
  }

  // The table as it is now; a half-made hand stays if it can still be meant.
  show(table) {
    const before = this.table;
    this.table = table;
    if (!before || framed(before) !== framed(table)) this.begin();
    else if (this.form) {
      this.form.table = table;
      if (table.seats.some((seat, i) => seat.deals !== before.seats[i].deals)) this.form.drawPeople?.();
      this.priceSoon();
    }
  }

  begin() {
    const {words, table} = this;
    const heading = h("h1", {class: "unseen", tabindex: "-1"}, words.tab_report);
    this.form = null;
    if (!table.writes || !table.seats.length) {
      const reason = table.closed ? words.closed : table.seats.length ? words.spectator : words.not_seated;
      put(this.element, heading, h("p", {class: "note"}, reason));
      return;
    }
    const modes = [["hand", words.mode_hand], ["draw", words.mode_draw]];
    if (this.rules.spots.length) modes.push(["spot", words.mode_spot]);
    this.place = h("div");
    this.trayPlace = h("div");
    this.priceHead = h("p", {class: "head", role: "status"});
    this.priceLines = h("div", {class: "lines"});
    this.more = h("details", {class: "price-more"}, h("summary", {}, words.details), this.priceLines);
    this.send = h("button", {type: "button", class: "main", id: "record", onclick: () => this.record()}, words.record);
    put(this.element, heading,
      table.waiting ? this.openHand()
        : choice("mode", words.mode, modes, "hand", (mode) => this.fill(mode), {quiet: true, class: "segments"}),
      this.place,
      h("section", {class: "price", "aria-label": words.price}, this.trayPlace,
        h("div", {class: "price-row"}, this.priceHead, this.send), this.more));
    this.fill("hand");
  }

  // A hand that waits for the others: it can be settled or dropped as it is.
  openHand() {
    const {words, table} = this;
    const winner = table.seats.find((seat) => seat.key === table.waiting.winner);
    const act = (command) => () => this.carryOut(command, "");
    return h("div", {class: "waiting"}, h("p", {}, say(words.waiting, {name: winner?.name})),
      h("div", {class: "buttons"},
        h("button", {type: "button", class: "quiet", onclick: act("drop")}, words.drop),
        h("button", {type: "button", class: "quiet", id: "all-said", onclick: act("ok")}, words.all_said)));
  }

  fill(mode) {
    const {words, rules, table} = this;
    const people = (except = null) => this.table.seats.filter((seat) => seat.key !== except)
      .map((seat) => [seat.key, seat.name, seat.deals ? `${seat.wind} ${words.dealer}` : seat.wind]);
    this.form = new FORMS[mode](words, rules, table, people, () => this.changed());
    put(this.place, this.form.element);
    put(this.trayPlace, this.form.tray?.element);
    this.changed();
  }

  changed() {
    this.form.draw?.();
    this.key = freshKey();
    this.priceSoon();
  }

  // ── the price ─────────────────────────────────────────────────────────────────────────────────────────────

  priceSoon() {
    if (!this.form) return;
    this.allow(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.price(), PAUSE);
  }

  allow(allowed) {
    this.allowed = allowed;
    this.send.setAttribute("aria-disabled", String(!allowed));
  }

  async price() {
    const question = ++this.asked, {form} = this;
    if (form.question) {
      this.tell([form.question], "unfinished");
      return;
    }
    const [command, text] = form.said;
    try {
      const answer = await call("price", {command, text});
      if (question !== this.asked) return; // another tap came meanwhile
      if (answer.problems) this.tell(answer.problems, answer.unfinished ? "unfinished" : "wrong");
      else this.tell(answer.lines, "priced", answer.gain);
      this.allow(!answer.problems);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      if (question === this.asked) this.tell([error.message || this.words.offline], "wrong");
    }
  }

  tell(lines, state, gain = null) {
    const [head, ...rest] = lines;
    put(this.priceHead, h("span", {}, head), gain === null ? null : h("b", {}, gain));
    this.priceHead.className = `head ${state}`;
    put(this.priceLines, rest.map((line) => h("p", {}, line)));
    this.more.hidden = !rest.length;
    if (state === "wrong") this.more.open = true;
  }

  // ── recording ─────────────────────────────────────────────────────────────────────────────────────────────

  async record() {
    if (!this.allowed) {
      clearTimeout(this.timer);
      await this.price(); // a thumb may be quicker than the price
    }
    if (this.allowed) await this.carryOut(...this.form.said);
    else toast(this.priceHead.textContent || this.words.not_yet);
  }

  async carryOut(command, text, sure = false) {
    if (this.sending) return;
    this.sending = true;
    put(this.send, this.words.recording);
    let answer = null;
    try {
      answer = await call("record", {command, text, sure, key: this.key});
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      toast(error.message || this.words.offline); // the same key again: it is recorded once
    } finally {
      this.sending = false;
      put(this.send, this.words.record);
    }
    if (answer?.problems) this.tell(answer.problems, "wrong");
    else if (answer?.asked) {
      if (await ask(answer.asked, this.words.another_hand, this.words.same_hand)) await this.carryOut(command, text, true);
    } else if (answer) {
      tick("success");
      toast(answer.said);
      this.begin();
      this.recorded();
    }
  }
}

// All that a half-made hand depends on, as a text to compare.
function framed(table) {
  return JSON.stringify([table.writes, table.waiting, table.wild, table.seats.map((seat) => [seat.key, seat.name])]);
}
