#!/bin/sh
# Upgrades a team server that is run by hand: backs up first, and stops where that fails.
#   deploy/upgrade.sh BACKUPS      in the checkout of the new version, with the environment of the server
# Afterwards restart web, workers and beat. Going back: docs/deploy.md, "Rollback".
set -eu
backups=${1:?name the folder for backups}
python=${PYTHON:-.venv/bin/python}

"$python" deploy/backup.py "$backups"
if [ "${PYTHON:-}" = "" ]; then make venv; fi
"$python" manage.py check --deploy --fail-level ERROR
"$python" manage.py migrate --noinput
"$python" manage.py collectstatic --noinput
echo "upgraded; now restart web, workers and beat"
