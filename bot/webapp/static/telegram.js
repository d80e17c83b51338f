// Inside Telegram: the launch data stand in the address, events go through the client's bridge. The protocol is
// core.telegram.org/api/web-events; Telegram's own script does the same and is not needed.

const KEPT = "launch";

function launchParameters() {
  const own = location.hash.slice(1);
  try {
    if (own.includes("tgWebAppData")) sessionStorage.setItem(KEPT, own);
    return new URLSearchParams(own.includes("tgWebAppData") ? own : sessionStorage.getItem(KEPT) ?? "");
  } catch { // storage may be forbidden in a frame
    return new URLSearchParams(own);
  }
}

const launch = launchParameters();

// Who opened the page, as Telegram signed it.
export const signed = launch.get("tgWebAppData") ?? "";

// The start token of the link or button.
export const start = new URLSearchParams(location.search).get("startapp")
  ?? new URLSearchParams(location.search).get("tgWebAppStartParam")
  ?? new URLSearchParams(signed).get("start_param") ?? "";

function post(kind, data = {}) {
  const text = JSON.stringify(data);
  if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(kind, text);
  else if (window.external && "notify" in window.external) {
    window.external.notify(JSON.stringify({eventType: kind, eventData: data}));
  } else if (window.parent !== window) {
    window.parent.postMessage(JSON.stringify({eventType: kind, eventData: data}), "*"); // says nothing private
  }
}

// A short tick of the phone.
export function tick(kind = "impact") {
  post("web_app_trigger_haptic_feedback", kind === "impact" ? {type: kind, impact_style: "light"}
    : {type: "notification", notification_type: kind});
}

const COLOURS = {
  bg_color: "ground", secondary_bg_color: "under", section_bg_color: "panel", text_color: "ink",
  hint_color: "muted", button_color: "button", button_text_color: "on-button", link_color: "link",
};

function wear(theme) {
  const style = document.documentElement.style;
  for (const [name, ours] of Object.entries(COLOURS)) {
    if (/^#[0-9a-f]{6}$/i.test(theme[name] ?? "")) style.setProperty(`--${ours}`, theme[name]);
  }
  const ground = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(theme.bg_color ?? "");
  if (ground) {
    const [red, green, blue] = ground.slice(1).map((part) => parseInt(part, 16));
    document.documentElement.dataset.theme = red * 0.3 + green * 0.6 + blue * 0.1 < 128 ? "dark" : "light";
  }
}

function received(kind, data) {
  if (kind === "theme_changed" && data?.theme_params) wear(data.theme_params);
}

// Puts on Telegram's colours and tells it that the page is there.
export function settleIn() {
  try {
    wear(JSON.parse(launch.get("tgWebAppThemeParams") ?? "{}"));
  } catch { /* colours of our own, then */ }
  window.TelegramGameProxy = {receiveEvent: received};
  window.TelegramGameProxy_receiveEvent = received;
  window.Telegram = {WebView: {receiveEvent: received}};
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent || typeof event.data !== "string") return;
    try {
      const {eventType, eventData} = JSON.parse(event.data);
      received(eventType, eventData);
    } catch { /* not Telegram's */ }
  });
  post("web_app_ready");
  post("web_app_expand");
}
