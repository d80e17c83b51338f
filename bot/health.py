"""`/healthz`, `/readyz` and `/metrics`: whether the process lives, whether it can work, what it did."""

from collections.abc import Awaitable, Callable, Iterator, Mapping

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

Ready = Callable[[], Awaitable[Mapping[str, bool]]]
Counts = Callable[[], Mapping[str, tuple[str, str, float]]]  # name → (counter or gauge, help, value)


def health(ready: Ready, counts: Counts) -> list[Route]:
    """The three routes. `ready` says of each thing that is needed whether it is there; `counts` are the
    metrics.
    """

    async def healthz(_: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(_: Request) -> Response:
        state = await ready()
        lines = "".join(f"{name}: {'ok' if fine else 'failing'}\n" for name, fine in state.items())
        return PlainTextResponse(lines, 200 if all(state.values()) else 503)

    async def metrics(_: Request) -> Response:
        from prometheus_client import CollectorRegistry
        from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
        from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

        class Collector:
            def collect(self) -> Iterator[Metric]:
                for name, (kind, text, value) in counts().items():
                    family = CounterMetricFamily if kind == "counter" else GaugeMetricFamily
                    yield family(name, text, value=value)

        registry = CollectorRegistry()
        registry.register(Collector())
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
