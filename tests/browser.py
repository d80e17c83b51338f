"""A headless Chromium, driven over WebDriver: what a person taps, types and sees, and no more."""

import base64
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-proxy-server",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars",
)  # fmt: skip
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element in WebDriver's answers
KEYS = {"right": "\ue014", "down": "\ue015", "enter": "\ue007", "space": "\ue00d", "tab": "\ue004"}
PATIENCE = 15.0  # seconds for what a page does by itself


class Gone(Exception):
    """The element is not there, or not any more."""


class Browser:
    """One window. Elements are named by CSS selectors; what is not there is waited for."""

    def __init__(self, client: httpx.Client, session: str) -> None:
        self._client = client
        self._base = f"/session/{session}"

    def _post(self, path: str, **body: Any) -> Any:
        return _value(self._client.post(self._base + path, json=body))

    def open(self, url: str) -> None:
        """Opens a page as a new one, even if only what follows # differs."""
        self._post("/url", url="about:blank")
        self._post("/url", url=url)

    def resize(self, width: int, height: int = 640) -> None:
        """Another phone, in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        self._post("/goog/cdp/execute", cmd="Emulation.setDeviceMetricsOverride", params=size)

    def beforehand(self, script: str) -> None:
        """Runs this in every page from now on, before its own scripts: what a client brings along."""
        self._post(
            "/goog/cdp/execute", cmd="Page.addScriptToEvaluateOnNewDocument", params={"source": script}
        )

    def run(self, script: str, *arguments: Any) -> Any:
        """What a piece of JavaScript returns."""
        return self._post("/execute/sync", script=script, args=list(arguments))

    @property
    def url(self) -> str:
        return str(_value(self._client.get(f"{self._base}/url")))

    def all(self, selector: str) -> list[str]:
        """The elements there are now."""
        found = self._post("/elements", using="css selector", value=selector)
        return [element[ELEMENT] for element in found]

    def wait(self, selector: str, containing: str = "") -> str:
        """The first element with that text in it, once it is there."""
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            for element in self.all(selector):
                try:
                    if containing in self._text(element):
                        return element
                except Gone:
                    break
            sleep(0.05)
        raise AssertionError(f"no {selector} {containing!r} in {self.text('body')!r}")

    def text(self, selector: str) -> str:
        return self._text(self.wait(selector))

    def tap(self, selector: str, containing: str = "") -> None:
        """Scrolls to the element and taps into its middle, which nothing else may cover."""
        deadline = monotonic() + PATIENCE
        while True:
            try:
                element = self.wait(selector, containing)
                self.run("arguments[0].scrollIntoView({block: 'center'})", {ELEMENT: element})
                self._post(f"/element/{element}/click")
                return
            except Gone:
                if monotonic() > deadline:
                    raise
                sleep(0.05)

    def press(self, *keys: str) -> None:
        """Keys of the keyboard, one after another."""
        pressed = [KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": key} for key in pressed for kind in ("keyDown", "keyUp")]
        self._post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def picture(self, path: Path) -> None:
        """A screenshot as a PNG."""
        path.write_bytes(base64.b64decode(_value(self._client.get(f"{self._base}/screenshot"))))

    def _text(self, element: str) -> str:
        return str(_value(self._client.get(f"{self._base}/element/{element}/text")))


def _value(answer: httpx.Response) -> Any:
    value = answer.json()["value"]
    if answer.is_success:
        return value
    if value["error"] in ("stale element reference", "no such element", "element click intercepted"):
        raise Gone(value["message"])
    raise AssertionError(f"{value['error']}: {value['message']}")


@contextmanager
def browser(width: int = 390, height: int = 760, flags: Sequence[str] = ()) -> Iterator[Browser]:
    """A phone of that size, in CSS pixels."""
    assert CHROMIUM is not None
    assert DRIVER is not None
    with tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True) as folder:
        driver = subprocess.Popen(
            [DRIVER, "--port=0", "--allowed-ips=127.0.0.1"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert driver.stdout is not None
            port = next(
                line.split()[-1].rstrip(".") for line in driver.stdout if "successfully on port" in line
            )
            phone = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2, "touch": True}}
            options = {
                "binary": CHROMIUM,
                "args": [*FLAGS, f"--user-data-dir={folder}", *flags],
                "mobileEmulation": phone,
            }
            wanted = {"browserName": "chrome", "goog:chromeOptions": options}
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client:
                started = _value(client.post("/session", json={"capabilities": {"alwaysMatch": wanted}}))
                try:
                    yield Browser(client, started["sessionId"])
                finally:
                    client.delete(f"/session/{started['sessionId']}")
        finally:
            driver.terminate()
            driver.communicate(timeout=20)
