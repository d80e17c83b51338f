// The hand as it was put together; a tap takes a piece away again.

import {called, h, put, say, tileImage} from "./dom.js";

// A list of the others to point at; `dark`: a word for nobody, who fed a concealed kong.
export function someone(label, people, chosen, dark, picked) {
  const options = dark ? [...people, [dark, dark]] : people;
  return h("select", {"aria-label": label, onchange: (event) => picked(event.target.value || null)},
    h("option", {value: ""}, label),
    options.map(([key, name]) => h("option", {value: key, selected: key === chosen}, name)));
}

export class Tray {
  // `changed` is called after something was taken away.
  constructor(words, rules, changed) {
    this.words = words;
    this.rules = rules;
    this.changed = changed;
    this.element = h("div", {class: "tray", role: "group", "aria-label": words.tray, tabindex: "-1"});
  }

  // `others` are those who can have fed a meld, as pairs of key and name.
  draw(hand, others) {
    const {words, element} = this;
    const focused = [...element.querySelectorAll("button")].indexOf(document.activeElement);
    const pieces = [
      hand.wild === null ? null : this.turnedUp(hand),
      hand.melds.map((meld, at) => this.meld(hand, meld, at, others)),
      hand.tiles.map((tile, at) => this.tile(hand, tile, () => hand.tiles.splice(at, 1))),
      hand.win === null ? null : this.tile(hand, hand.win, () => { hand.win = null; }, "winning"),
      hand.laid.map((tile, at) => this.tile(hand, tile, () => hand.laid.splice(at, 1), "laid")),
    ];
    put(element, pieces.some((piece) => piece && piece.length !== 0) ? pieces : h("p", {class: "note"}, words.tray_empty));
    if (focused >= 0) {
      const buttons = element.querySelectorAll("button");
      (buttons[Math.min(focused, buttons.length - 1)] ?? element).focus();
    }
  }

  focus() {
    this.element.focus();
  }

  button(what, act, attributes, ...images) {
    return h("button", {type: "button", "aria-label": what, ...attributes, onclick: () => { act(); this.changed(); }}, images);
  }

  tile(hand, tile, remove, kind = "") {
    const what = say(this.words.remove, {what: this.words.tiles[tile]});
    return this.button(what, remove, {class: `tray-tile ${kind}`}, tileImage(tile, hand.wilds.includes(tile)));
  }

  meld(hand, meld, at, others) {
    const {words, rules} = this;
    const what = say(words.remove, {what: meld.kind + words.tiles[meld.tile]});
    const fed = rules.feeders && rules.melds.includes(meld.kind) && meld.kind !== rules.concealed_kong;
    const feed = (key) => { meld.feeder = key; this.changed(); };
    return h("div", {class: "meld"},
      this.button(what, () => hand.melds.splice(at, 1), {}, hand.meldTiles(meld.kind, meld.tile).map((tile) => tileImage(tile))),
      h("span", {class: "kind"}, called(words, meld.kind), fed ? someone(words.feeder, others, meld.feeder, null, feed) : null));
  }

  turnedUp(hand) {
    const {words} = this;
    const again = () => { if (hand.fixedWild === null) hand.target = "wild"; };
    return h("div", {class: "meld"},
      this.button(say(words.turned_up, {tile: words.tiles[hand.wild]}), again, {}, tileImage(hand.wild, true)),
      h("span", {class: "kind"}, words.target_wild));
  }
}
