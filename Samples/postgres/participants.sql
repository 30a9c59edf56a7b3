-- Row-level security by participant, for a store on a PostgreSQL server (15 or later). Run it as the owner of the store's tables, who
-- needs the rights to create a schema and, if the role healthconv_reader does not exist, roles; and again after each version of
-- healthconv that adds tables:
--
--   psql -d health -v ON_ERROR_STOP=1 -f participants.sql                 (-v schema=NAME for another schema than healthconv)
--
-- Members of the role healthconv_reader see the samples of the participants that healthconv_access.reader lists for them. Tables that
-- have no rule here cannot be read by them at all.
\if :{?schema} \else \set schema healthconv \endif
BEGIN;
SELECT set_config('search_path', quote_ident(:'schema'), true), set_config('client_min_messages', 'warning', true) \gset unused_

SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'healthconv_reader') AS is_new \gset
\if :is_new
CREATE ROLE healthconv_reader NOLOGIN;
\endif

-- Which role sees which participants. A role sees its own rows of this table.
CREATE SCHEMA IF NOT EXISTS healthconv_access;
CREATE TABLE IF NOT EXISTS healthconv_access.reader (role name, participant text, PRIMARY KEY (role, participant));
ALTER TABLE healthconv_access.reader ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own ON healthconv_access.reader;
CREATE POLICY own ON healthconv_access.reader FOR SELECT USING (role = current_user);
GRANT USAGE ON SCHEMA healthconv_access, :"schema" TO healthconv_reader;
GRANT SELECT ON healthconv_access.reader TO healthconv_reader;

-- The policies find the samples that share a row of a dictionary by these.
CREATE INDEX IF NOT EXISTS participant_metadata ON sample (metadata, series) WHERE metadata IS NOT NULL;
CREATE INDEX IF NOT EXISTS participant_value ON sample (category_value, series) WHERE category_value IS NOT NULL;
CREATE INDEX IF NOT EXISTS participant_key ON metadata_entry (key, metadata);

DO $$
DECLARE
  one record;
  rule text;
  used text;
BEGIN
  -- Metadata belong to samples and to rows nested in them, such as events of workouts.
  SELECT string_agg(format('EXISTS (SELECT FROM %I t WHERE t.metadata = metadata.number)', c.relname), ' OR ' ORDER BY c.relname <> 'sample', c.relname)
    INTO used
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'metadata' AND c.relname <> 'metadata_entry';
  FOR one IN
    SELECT c.relname AS name, a.attname AS first,
      EXISTS (SELECT FROM pg_attribute m WHERE m.attrelid = c.oid AND m.attname = 'metadata') AS has_metadata
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = 1
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
  LOOP
    rule := CASE
      WHEN one.name = 'series' THEN 'participant IN (SELECT r.participant FROM healthconv_access.reader r)'
      WHEN one.name IN ('sample', 'tombstone') THEN 'series IN (SELECT s.number FROM series s)'
      WHEN one.name IN ('type', 'unit', 'source', 'device') THEN format('number IN (SELECT s.%I FROM series s)', one.name)
      WHEN one.name = 'category_value' THEN 'EXISTS (SELECT FROM sample s WHERE s.category_value = category_value.number)'
      WHEN one.name = 'metadata' THEN used
      WHEN one.name = 'metadata_entry' THEN 'EXISTS (SELECT FROM metadata m WHERE m.number = metadata_entry.metadata)'
      WHEN one.name = 'metadata_key' THEN 'EXISTS (SELECT FROM metadata_entry e WHERE e.key = metadata_key.number)'
      -- What is known of the dataset and the persons is one row for all participants. Anchors need the numbers of changes.
      WHEN one.name = 'store' THEN 'name IN (''identity'', ''version'', ''next_change'', ''purged'')'
      -- Files can be of anybody. 'replicate' reads these tables.
      WHEN one.name IN ('characteristic', 'inbox_file', 'export_coverage') THEN 'false'
      WHEN one.first = 'sample' THEN format('EXISTS (SELECT FROM sample s WHERE s.change = %I.sample)', one.name)
    END;
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', one.name);
    EXECUTE format('DROP POLICY IF EXISTS participant ON %I', one.name);
    EXECUTE format('REVOKE ALL ON %I FROM healthconv_reader', one.name);
    CONTINUE WHEN rule IS NULL;
    EXECUTE format('CREATE POLICY participant ON %I FOR SELECT TO healthconv_reader USING (%s)', one.name, rule);
    EXECUTE format('GRANT SELECT ON %I TO healthconv_reader', one.name);
    IF one.first = 'sample' AND one.has_metadata THEN
      EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I (metadata) WHERE metadata IS NOT NULL', 'participant_' || one.name, one.name);
    END IF;
  END LOOP;
  -- A view has the rights of its owner, for whom no policy counts, unless it is told to have those of its user.
  FOR one IN SELECT viewname AS name FROM pg_views WHERE schemaname = current_schema() LOOP
    EXECUTE format('ALTER VIEW %I SET (security_invoker = true)', one.name);
    EXECUTE format('GRANT SELECT ON %I TO healthconv_reader', one.name);
  END LOOP;
END $$;
COMMIT;
