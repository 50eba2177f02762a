# One image for every process of team mode: web, workers, beat and the one-shot migration.
FROM python:3.11.14-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    REELEVANCE_DATA_DIR=/app/var \
    REELEVANCE_STATIC_DIR=/app/static-files

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
COPY benchmark/ benchmark/
COPY archive/ archive/
COPY console/ console/
COPY templates/ templates/
COPY static/ static/
COPY deploy/healthy.py deploy/gunicorn.py deploy/

# The key lives for this one command. Static files stay in the image, hashed by name, so that a new image brings its own;
# all that is written goes to var, over which a volume is mounted.
RUN useradd --system --user-group --uid 10001 --home-dir /app --shell /usr/sbin/nologin reelevance \
    && SECRET_KEY=$(python -c "import secrets; print(secrets.token_hex(32))") python manage.py collectstatic --noinput \
    && rm -rf var && install -d -o reelevance -g reelevance -m 750 var

USER reelevance
VOLUME /app/var
EXPOSE 8000
CMD ["gunicorn", "config.wsgi:application", "--config", "deploy/gunicorn.py", "--bind", "0.0.0.0:8000"]
