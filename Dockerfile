# One image for every process of team mode: web, worker, beat and the one-shot migration.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    REELEVANCE_DATA_DIR=/app/var

WORKDIR /app

# Wheels alone: nothing is compiled, so no compiler is needed. Versions are those of constraints.txt.
COPY requirements.txt constraints.txt ./
RUN pip install --only-binary :all: -r requirements.txt

COPY manage.py ./
COPY config/ config/
COPY moments/ moments/
COPY annotator/ annotator/
COPY consensus/ consensus/
COPY evaluation/ evaluation/
COPY templates/ templates/
COPY static/ static/
COPY deploy/healthy.py deploy/

# The key lives for this one command. Clips get a folder of their own, over which a volume is mounted: static files
# stay in the image, so that a new image brings its own.
RUN useradd --system --user-group --uid 10001 --home-dir /app --shell /usr/sbin/nologin reelevance \
    && SECRET_KEY=$(python -c "import secrets; print(secrets.token_hex(32))") python manage.py collectstatic --noinput \
    && mkdir -p var/clips var/runs var/exports \
    && chown -R reelevance: var

USER reelevance
EXPOSE 8000
CMD ["gunicorn", "config.wsgi:application", "--bind", "0.0.0.0:8000", "--workers", "3", "--threads", "8", \
     "--worker-tmp-dir", "/dev/shm", "--no-control-socket", "--max-requests", "20000", "--max-requests-jitter", "2000"]
