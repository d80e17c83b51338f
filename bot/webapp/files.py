"""The files of the pages, with the headers that keep them quick and safe."""

from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bot.texts import words
from bot.webapp.sprite import icon, sprite

KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
# Telegram's web clients show the page in a frame; nothing else may, and nothing foreign is loaded.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self' https://web.telegram.org https://*.telegram.org"
)
SAFE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"Cache-Control": "no-cache"}
NEVER_KEPT = {"Cache-Control": "no-store"}


class Files:
    """The page and what it loads; the address of the latter changes with their content."""

    def __init__(self, lang: str) -> None:
        folder = files("bot.webapp") / "static"
        found = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
        page = found.pop("index.html").decode()
        drawn = {"tiles.svg": sprite().encode(), "icon.svg": icon().encode()}
        self._files: Mapping[str, bytes] = {**found, **drawn}
        self.version = sha256(b"".join(self._files[name] for name in sorted(self._files))).hexdigest()[:12]
        texts = words(lang).web
        for mark, text in (
            ("lang", lang), ("version", self.version), ("title", texts.title), ("no_script", texts.no_script),
        ):  # fmt: skip
            page = page.replace(f"[[{mark}]]", escape(text))
        self._page = page.encode()
        self._tag = f'"{sha256(self._page).hexdigest()[:16]}"'

    async def page(self, request: Request) -> Response:
        headers = {**SAFE, **ASK_AGAIN, "ETag": self._tag}
        if request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=headers)
        return Response(self._page, media_type="text/html", headers=headers)

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self._files:
            raise HTTPException(404)
        kept = FOR_EVER if request.path_params["version"] == self.version else NEVER_KEPT
        kind = KINDS[name.rpartition(".")[2]]
        return Response(self._files[name], media_type=kind, headers={**SAFE, **kept})
