// Elements made by hand, and small things about them.

const SVG = "http://www.w3.org/2000/svg";

// h("button", {type: "button", onclick: f, class: "x"}, "text", child …); false and null leave a thing out.
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

function present(children) {
  return children.flat(2).filter((child) => child !== null && child !== false && child !== undefined);
}

// Puts these in the place of what an element holds.
export function put(element, ...children) {
  element.replaceChildren(...present(children));
}

// "{name} …" with its values.
export function say(sentence, values = {}) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// A word of the rulebook, with what it means for who does not read it.
export function called(words, name) {
  const meaning = words.glosses[name];
  return meaning ? `${name} ${meaning}` : name;
}

export const MINUS = "\u2212";

export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `${MINUS}${-number}` : "0";
}

export function figure(number) {
  return number < 0 ? `${MINUS}${-number}` : String(number);
}

export function tone(number) {
  return number > 0 ? "gain" : number < 0 ? "loss" : "even";
}

let sprite = "";

export function drawTilesFrom(address) {
  sprite = address;
}

export function tileImage(tile, marked = false) {
  return svg("svg", {class: marked ? "tile marked" : "tile", viewBox: "0 0 60 84", "aria-hidden": "true"},
    svg("use", {href: `${sprite}#t${tile}`}));
}

let toastTimer = 0;

// A sentence that is shown for a while, and read out.
export function toast(sentence) {
  const place = document.getElementById("said");
  clearTimeout(toastTimer);
  place.textContent = sentence;
  place.classList.add("shown");
  toastTimer = setTimeout(() => place.classList.remove("shown"), 3500);
}

// A group of radio buttons that look like chips. options: [value, label, detail]; calls back with the value.
export function choice(name, legend, options, chosen, picked, more = {}) {
  return h("fieldset", {class: `choice ${more.class ?? ""}`},
    h("legend", {class: more.quiet ? "unseen" : null}, legend),
    h("div", {class: "options"}, options.map(([value, label, detail]) =>
      h("label", {class: "chip"},
        h("input", {type: "radio", name, value, checked: value === chosen, onchange: () => picked(value)}),
        h("span", {}, detail ? h("small", {}, detail) : null, label)))));
}

// A question with two answers; resolves to whether it was agreed to.
export function ask(question, yes, no) {
  return new Promise((resolve) => {
    const dialog = h("dialog", {onclose: () => { dialog.remove(); resolve(dialog.returnValue === "yes"); }},
      h("form", {method: "dialog"},
        h("p", {}, question),
        h("div", {class: "buttons"},
          h("button", {value: "no", class: "quiet"}, no),
          h("button", {value: "yes", class: "main"}, yes))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
