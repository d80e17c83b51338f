// The page: opens the table that its link is for, keeps it up to date, and switches between its three tabs.

import {Failed, call} from "./api.js";
import {drawTilesFrom, h, put, toast} from "./dom.js";
import {Past} from "./past.js";
import {Picker} from "./picker.js";
import {Table} from "./table.js";
import {settleIn} from "./telegram.js";

const EVERY = 2500; // milliseconds between two looks at the table, while the page is seen
const AFTER_TROUBLE = 10000;

const place = document.getElementById("app");
drawTilesFrom(new URL("tiles.svg", import.meta.url).href);
settleIn();
begin();

async function begin() {
  let data;
  try {
    data = await call("open");
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    place.removeAttribute("aria-busy");
    place.className = "full";
    put(place, h("p", {role: "alert", "data-error": error.data.error ?? ""}, error.message || "\u2026"));
    if (!error.status || error.status >= 500) setTimeout(begin, AFTER_TROUBLE);
    return;
  }
  document.documentElement.lang = data.lang;
  document.title = data.title || data.words.title;
  run(data);
}

function run({words, rules, table}) {
  const tableTab = new Table(words, () => look());
  const pastTab = new Past(words);
  const picker = new Picker(words, rules, () => look().then(() => open("table")));
  const tabs = {
    report: [words.tab_report, picker.element], table: [words.tab_table, tableTab.element], past: [words.tab_past, pastTab.element],
  };
  const buttons = Object.fromEntries(Object.entries(tabs).map(([name, [label]]) =>
    [name, h("button", {type: "button", id: `tab-${name}`, onclick: () => open(name)}, label)]));
  const main = h("main", {});
  let version = table.version, timer = 0, shown = null;

  function take(newer) {
    version = newer.version;
    picker.show(newer);
    tableTab.show(newer);
  }

  function open(name) {
    const moved = shown !== null && shown !== name;
    shown = name;
    for (const [other, button] of Object.entries(buttons)) {
      if (other === name) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    put(main, tabs[name][1]);
    if (name === "report") picker.priceSoon();
    if (name === "past") pastTab.show().catch((error) => toast(error.message || words.offline));
    if (moved) {
      window.scrollTo(0, 0);
      main.querySelector("h1")?.focus();
    }
  }

  // Looks whether the table has changed, now and then again after a while.
  async function look() {
    clearTimeout(timer);
    let pause = EVERY;
    try {
      const newer = await call("table", {since: version});
      if (newer) take(newer);
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      pause = AFTER_TROUBLE;
      if ([401, 403, 404].includes(error.status)) {
        place.className = "full";
        put(place, h("p", {role: "alert", "data-error": error.data.error}, error.message));
        return;
      }
    }
    if (!document.hidden) timer = setTimeout(look, pause);
  }

  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) look();
  });
  place.removeAttribute("aria-busy");
  place.className = "page";
  put(place, h("nav", {"aria-label": words.title}, Object.values(buttons)), main);
  take(table);
  open(table.writes && table.seats.length ? "report" : "table");
  timer = setTimeout(look, EVERY);
}
