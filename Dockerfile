# docker build -t quezhang .
# docker run --read-only --tmpfs /tmp --stop-timeout 45 -v quezhang:/data -e TELEGRAM_BOT_TOKEN quezhang
# The stop time-out is longer than a poll, so that what has arrived is written, confirmed and answered.
FROM python:3.13-slim-bookworm AS base

FROM base AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/quezhang
WORKDIR /src
# The locked packages are a layer of their own: a change of the code leaves it alone.
COPY requirements.lock ./
RUN /opt/quezhang/bin/pip install --require-hashes -r requirements.lock
COPY . .
RUN /opt/quezhang/bin/pip install --no-deps .

FROM base
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin quezhang \
    && install -d -o quezhang -g quezhang /data
COPY --from=build /opt/quezhang /opt/quezhang
ENV PATH=/opt/quezhang/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/quezhang.db \
    WEB_LISTEN=0.0.0.0:8080
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# The same port answers for polling (WEB_LISTEN) and for a webhook (WEBHOOK_LISTEN).
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8080/healthz', timeout=4)"]
ENTRYPOINT ["quezhang"]
CMD ["run"]
