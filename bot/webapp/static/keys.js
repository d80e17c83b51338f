// The tiles to tap: one stop of the Tab key, the arrow keys go from tile to tile.

import {h, put, say, tileImage} from "./dom.js";

const ROWS = [[0, 9], [9, 18], [18, 27], [27, 34], [34, 42]];

export class Keys {
  // `tapped` is called with the tile.
  constructor(words, rules, tapped) {
    this.words = words;
    this.buttons = new Map();
    const sorts = rules.sorts.flatMap((sort) => [...sort.hold, ...sort.lay]);
    const played = new Set([...sorts, ...Object.keys(rules.wild).map(Number)]);
    this.rows = ROWS.map(([from, to]) => {
      const tiles = Array.from({length: to - from}, (_, i) => from + i).filter((tile) => played.has(tile));
      return h("div", {class: "row"}, tiles.map((tile) => this.key(tile, tapped)));
    }).filter((row) => row.firstChild);
    this.rows[0].firstChild.tabIndex = 0;
    this.element = h("div", {class: "keys", role: "group", "aria-label": words.keys,
      onkeydown: (event) => this.walk(event)}, this.rows);
  }

  key(tile, tapped) {
    const button = h("button", {type: "button", class: "key", "data-tile": tile, tabindex: "-1", onclick: () => tapped(tile)},
      tileImage(tile), h("span", {class: "count", "aria-hidden": "true"}));
    this.buttons.set(tile, button);
    return button;
  }

  // Says of every tile how often the hand has it, and whether it can take one more.
  draw(hand) {
    const {words} = this;
    for (const [tile, button] of this.buttons) {
      const used = hand.used(tile), name = words.tiles[tile];
      button.setAttribute("aria-disabled", String(!hand.plays(tile) || hand.left(tile) < 1));
      button.setAttribute("aria-label", used ? say(words.tile_used, {tile: name, n: used}) : name);
      button.classList.toggle("wild", hand.wilds.includes(tile));
      put(button.lastChild, used || "");
    }
  }

  walk(event) {
    const row = this.rows.findIndex((one) => one.contains(event.target));
    if (row < 0) return;
    const tiles = [...this.rows[row].children], column = tiles.indexOf(event.target.closest("button"));
    const goal = {
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column], Home: [row, 0], End: [row, tiles.length - 1],
    }[event.key];
    const there = goal && this.rows[goal[0]]?.children;
    const next = there?.[Math.min(goal[1], there.length - 1)];
    if (goal) event.preventDefault();
    if (!next) return;
    tiles[column].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
