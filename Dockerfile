# One image for all processes: `manage.py web`, `worker`, `beat` and `migrate`; compose.yaml shows how they fit together.

FROM python:3.11-slim AS build
WORKDIR /app
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 PATH=/venv/bin:/build/bin:$PATH
COPY requirements.lock requirements-build.lock ./
RUN python -m venv /venv && pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
# Node.js, which stays in this stage.
RUN python -m venv /build && /build/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-build.lock
COPY frontend/package.json frontend/package-lock.json frontend/
RUN cd frontend && npm ci --omit=dev --no-audit --no-fund --loglevel=error
COPY . .
RUN cd frontend && npm run --silent build -- --logLevel warn \
    && cd .. && DATA_DIR=/tmp/data python manage.py collectstatic --noinput --verbosity 0 \
    && rm -r frontend

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
