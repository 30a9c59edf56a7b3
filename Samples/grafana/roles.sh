#!/usr/bin/env bash
# Run once by the server's image: a role that reads what the owner of the store makes later, and changes nothing.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -v password="$(cat "${GRAFANA_PASSWORD_FILE:-/run/secrets/grafana_password}")" \
  -v owner="$POSTGRES_USER" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE grafana LOGIN PASSWORD :'password';
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" GRANT USAGE ON SCHEMAS TO grafana;
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" GRANT SELECT ON TABLES TO grafana;
SQL
