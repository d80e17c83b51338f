// The hand that is being put together, and the report that says it. No page in here.

const NUMBERED = 27, FLOWERS = 34;

export class Hand {
  // `rules` are the server's; kinds of meld are their words.
  constructor(rules, wild = null) {
    this.rules = rules;
    this.fixedWild = wild; // turned up before: it need not be said
    this.player = null;
    this.way = rules.ways[0];
    this.source = null;
    this.clear();
  }

  clear() {
    this.wild = this.fixedWild;
    this.melds = []; // {kind, tile, feeder}
    this.tiles = [];
    this.win = null;
    this.laid = [];
    this.number = null; // of flowers; null: not said
    this.named = new Map(); // what tiles cannot show → whom it points at, or null
    this.points = null;
    this.fan = null;
    this.target = this.rules.open_hand && this.wild === null ? "wild" : "hand";
  }

  get sort() {
    return this.rules.sorts[this.rules.sort_of[this.wild ?? ""]];
  }

  get wilds() {
    return this.rules.wild[this.wild] ?? [];
  }

  get sets() {
    return this.melds.filter((meld) => meld.kind !== this.rules.pair).length;
  }

  // How many tiles stand concealed before the winning one.
  get waiting() {
    return this.rules.size - 3 * this.sets;
  }

  get told() {
    return this.tiles.length > 0 || this.melds.length > 0 || this.win !== null || this.laid.length > 0
      || this.named.size > 0 || this.points !== null || this.number !== null;
  }

  meldTiles(kind, tile) {
    if (kind === this.rules.chow) return [tile, tile + 1, tile + 2];
    return Array(this.rules.kongs.includes(kind) ? 4 : kind === this.rules.pair ? 2 : 3).fill(tile);
  }

  used(tile) {
    const all = [...this.tiles, ...this.laid, ...this.melds.flatMap((meld) => this.meldTiles(meld.kind, meld.tile))];
    if (this.win !== null) all.push(this.win);
    if (this.wild !== null) all.push(this.wild);
    return all.filter((one) => one === tile).length;
  }

  copies(tile) {
    return tile < FLOWERS ? 4 : 1;
  }

  left(tile) {
    return this.copies(tile) - this.used(tile);
  }

  // Whether a tap on the tile can mean anything here.
  plays(tile) {
    if (this.target === "wild") return String(tile) in this.rules.wild;
    return this.sort.hold.includes(tile) || this.sort.lay.includes(tile);
  }

  // Takes a tile where taps go; what is wrong with it as [sentence, values], or null.
  take(tile) {
    const name = this.rules.names[tile];
    if (this.target === "wild") {
      this.wild = tile;
      this.target = "hand";
      return this.used(tile) > this.copies(tile) ? (this.wild = null, ["no_more", {tile: name}]) : null;
    }
    if (!this.plays(tile)) return ["cannot_hold", {tile: name}];
    if (this.sort.lay.includes(tile)) {
      if (this.left(tile) < 1) return ["no_more", {tile: name}];
      this.laid.push(tile);
      return null;
    }
    if (this.target === "win") {
      const before = this.win;
      this.win = null;
      if (this.left(tile) < 1) {
        this.win = before;
        return ["no_more", {tile: name}];
      }
      this.win = tile;
      this.target = "hand";
      return null;
    }
    return this.target === "hand" ? this.takeConcealed(tile, name) : this.takeMeld(this.target, tile, name);
  }

  takeConcealed(tile, name) {
    if (this.left(tile) < 1) return ["no_more", {tile: name}];
    if (this.tiles.length < this.waiting) this.tiles.push(tile);
    else if (this.win === null && this.wins) this.win = tile;
    else return ["full", {}];
    this.tiles.sort((a, b) => a - b);
    return null;
  }

  // Whether this is a winner's hand, which has a winning tile.
  get wins() {
    return this.way !== null;
  }

  takeMeld(kind, tile, name) {
    let first = tile;
    if (kind === this.rules.chow) {
      if (tile >= NUMBERED) return ["no_chow", {tile: name}];
      first = Math.min(tile, tile - tile % 9 + 6);
    }
    const tiles = this.meldTiles(kind, first);
    for (const one of new Set(tiles)) {
      if (this.left(one) < tiles.filter((other) => other === one).length) {
        return ["no_more", {tile: this.rules.names[one]}];
      }
    }
    const more = kind === this.rules.pair ? 0 : 3;
    if (3 * this.sets + more > this.rules.size || this.tiles.length > this.waiting - more) return ["full", {}];
    this.melds.push({kind, tile: first, feeder: null});
    return null;
  }

  // Writes tiles as reports do: 123万 55条 中中.
  write(tiles) {
    const names = this.rules.names;
    let text = "", suit = null;
    for (const [i, tile] of tiles.entries()) {
      const own = tile < NUMBERED ? names[tile].slice(1) : "";
      if (text && own !== suit) text += " ";
      suit = own;
      const next = tiles[i + 1];
      const goesOn = next !== undefined && next < NUMBERED && names[next].slice(1) === own;
      text += own ? names[tile][0] + (goesOn ? "" : own) : names[tile];
    }
    return text;
  }

  // The report; `called` gives a player's name.
  report(called) {
    const {report, names, figures, counter} = this.rules;
    const parts = [called(this.player)];
    if (this.way) parts.push(this.way);
    if (this.way && this.source) parts.push(called(this.source));
    if (this.wild !== null && this.wild !== this.fixedWild) parts.push(report.wild + names[this.wild]);
    for (const [word, at] of this.named) parts.push(at ? `${word}${report.at}${at === report.dark ? at : called(at)}` : word);
    for (const meld of this.melds) {
      const tiles = meld.kind === this.rules.chow ? this.write(this.meldTiles(meld.kind, meld.tile)) : names[meld.tile];
      parts.push(meld.kind + tiles + (meld.feeder ? report.at + called(meld.feeder) : ""));
    }
    if (this.tiles.length) parts.push(`${report.hand} ${this.write(this.tiles)}`);
    if (this.win !== null) parts.push(report.win + names[this.win]);
    if (this.points !== null) parts.push(`${this.points}${figures[0]}${this.fan ?? 0}${figures[1]}`);
    if (this.laid.length) parts.push(report.lay + [...this.laid].sort((a, b) => a - b).map((tile) => names[tile]).join(""));
    else if (this.number !== null) parts.push(`${counter}${this.number}`);
    if (!this.way && !this.told) parts.push(report.nothing);
    return parts.join(" ");
  }
}
