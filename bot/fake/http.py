"""The fake as an HTTP server: `BASE/bot<token>/METHOD` and `BASE/file/bot<token>/PATH`."""

from __future__ import annotations

import json
import re
from email.parser import HeaderParser
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.fake.errors import NoAnswer, bad
from bot.fake.records import Upload
from bot.fake.telegram import FakeTelegram

Fields = tuple[dict[str, str], dict[str, Upload]]


def serve(fake: FakeTelegram) -> Starlette:
    """A Starlette application over `fake`; it must run in the event loop in which `fake` is used."""

    async def method(request: Request) -> Response:
        try:
            params, files = await _fields(request)
        except ValueError:
            error = bad("can't parse the request")
            return Response(json.dumps(error.json()), error.code, media_type="application/json")
        path = request.path_params
        try:
            status, body = await fake.respond(path["token"], path["method"], params, files)
        except NoAnswer:
            await request.receive()  # says nothing more until the caller has given up
            return Response(status_code=504)
        return Response(body, status, media_type="application/json")

    async def file(request: Request) -> Response:
        status, body = fake.download(request.path_params["token"], request.path_params["path"])
        return Response(body, status, media_type="application/octet-stream")

    return Starlette(
        routes=[
            Route("/bot{token}/{method}", method, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", file),
        ]
    )


async def _fields(request: Request) -> Fields:
    """Query string and body as strings, and the files; raises ValueError if the body cannot be read."""
    kind, body = request.headers.get("content-type", ""), await request.body()
    params, files = dict(request.query_params), dict[str, Upload]()
    if kind.startswith("application/json"):
        values = json.loads(body or b"{}")
        if not isinstance(values, dict):
            raise ValueError("object expected")
        params |= {k: v if isinstance(v, str) else json.dumps(v) for k, v in values.items() if v is not None}
    elif kind.startswith("multipart/form-data"):
        more, files = _multipart(kind, body)
        params |= more
    else:
        params |= dict(parse_qsl(body.decode(), keep_blank_values=True))
    return params, files


def _multipart(kind: str, body: bytes) -> Fields:
    boundary = re.search(r'boundary="?([^";]+)', kind)
    if boundary is None:
        raise ValueError("no boundary")
    params, files = dict[str, str](), dict[str, Upload]()
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())[1:-1]:
        head, _, data = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        header = HeaderParser().parsestr(head.decode())
        name = str(header.get_param("name", header="content-disposition"))
        file_name = header.get_filename()
        if file_name is None:
            params[name] = data.decode()
        else:
            files[name] = Upload(file_name, data)
    return params, files
