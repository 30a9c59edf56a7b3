package import HealthErrors

#if PostgreSQL
  import HealthModel
  package import HealthStore

  // Row-level security for the clients of a store. A row can be hidden, but no part of it, so a role sees a sample if the client
  // sees all of it: a workout with its statistics, a correlation with its members. Policies are the same for all clients: they read
  // what the current role may see from two views in a schema of their own. A view reads tables with the rights of its owner, so
  // that a policy of the table of samples can depend on other samples. Tables without a policy are closed.

  extension PostgresStore: RoleStore {
    package func roleStatements(for clients: [ClientTypes]) throws(HealthError) -> String {
      let policies = ClientPolicies(schema)
      // Longer names would be cut off, so that two were the same.
      guard policies.access.utf8.count <= ClientPolicies.longestName else {
        throw HealthError(.unsupported, name, "has a schema with a name that is too long for roles")
      }
      for client in clients
      where ClientPolicies.role(of: client).utf8.count > ClientPolicies.longestName {
        throw HealthError(
          .unsupported, name,
          "the name of the client '\(client.client.printable)' is too long for a role, expected at most "
            + "\(ClientPolicies.longestName - ClientPolicies.role(of: nil).utf8.count) bytes")
      }
      return policies.statements(for: clients)
    }
  }

  /// The statements that let roles see what clients may read.
  struct ClientPolicies {
    /// The schema of the store.
    private let schema: String
    /// The schema of what is granted.
    let access: String

    /// The most bytes of a name of a server (`NAMEDATALEN`).
    static let longestName = 63
    /// The role that all roles of clients are members of.
    private static let group = "healthconv_client"

    init(_ schema: String) {
      self.schema = schema
      access = "\(schema)_clients"
    }

    static func role(of client: ClientTypes?) -> String { "\(group)_\(client?.client ?? "")" }

    func statements(for clients: [ClientTypes]) -> String {
      ([Self.introduction, "BEGIN;"] + grants(clients) + views + policies + ["COMMIT;", ""])
        .joined(separator: "\n")
    }

    private static let introduction = """
      -- Roles and row-level security for the clients of a store (PostgreSQL 15 or later). Run it as the owner of the tables of the store, who
      -- needs the right to create roles and a schema: healthconv store grant STORE --sql | psql -v ON_ERROR_STOP=1 -d DATABASE
      -- Run it again after each change of the grants, and after a load with types that the catalog of healthconv does not have.
      -- The roles cannot log in until you allow it: ALTER ROLE "\(group)_NAME" LOGIN; and in psql \\password.
      """

    private func name(_ table: String) -> String { "\(quoted(schema)).\(quoted(table))" }
    private func access(_ table: String) -> String { "\(quoted(access)).\(quoted(table))" }

    // MARK: What is granted

    private func grants(_ clients: [ClientTypes]) -> [String] {
      let names = clients.map { "(\(literal(Self.role(of: $0))), \(literal($0.client)))" }
      let types = clients.flatMap { client in
        client.readable.map { type in
          let kind = type.kind?.rawValue ?? "characteristic"
          let identifier = type.identifier.map { literal($0) } ?? "NULL"
          let since = type.since.map { "to_timestamp(\($0))" } ?? "NULL"
          return "(\(literal(Self.role(of: client))), \(literal(kind)), \(identifier), \(since))"
        }
      }
      let objects = clients.flatMap { client in
        client.objects.map { key in
          "(\(literal(Self.role(of: client))), '\(key.id)', \(key.ordinal))"
        }
      }
      return [
        "CREATE SCHEMA IF NOT EXISTS \(quoted(access));",
        "CREATE TABLE IF NOT EXISTS \(access("client")) (role name PRIMARY KEY, client text NOT NULL);",
        "CREATE TABLE IF NOT EXISTS \(access("readable")) (role name NOT NULL, kind text NOT NULL, identifier text, read_from timestamptz);",
        "CREATE TABLE IF NOT EXISTS \(access("object")) (role name NOT NULL, id uuid NOT NULL, ordinal bigint NOT NULL);",
        "DELETE FROM \(access("object"));", "DELETE FROM \(access("client"));",
        "DELETE FROM \(access("readable"));",
      ] + insert(names, into: "client") + insert(types, into: "readable")
        + insert(objects, into: "object") + [
          "SET LOCAL search_path = \(quoted(access));",
          """
          DO $$
          DECLARE one record;
          BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '\(Self.group)') THEN
              CREATE ROLE \(Self.group) NOLOGIN;
            END IF;
            FOR one IN SELECT c.role FROM client c LOOP
              IF NOT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = one.role) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', one.role);
              END IF;
              EXECUTE format('GRANT \(Self.group) TO %I', one.role);
              -- Compiling the policies takes seconds for each query.
              EXECUTE format('ALTER ROLE %I SET jit = off', one.role);
            END LOOP;
          END $$;
          """,
        ]
    }

    private func insert(_ rows: [String], into table: String) -> [String] {
      rows.isEmpty
        ? [] : ["INSERT INTO \(access(table)) VALUES\n  \(rows.joined(separator: ",\n  "));"]
    }

    // MARK: What a role may see

    private var views: [String] {
      [
        // A source of the client's name is its own, whatever is granted. Of correlations only the members are granted.
        """
        CREATE OR REPLACE VIEW \(access("series")) WITH (security_barrier = true) AS
          SELECT s.number AS series, coalesce(o.name = c.client, false) AS own,
            CASE WHEN o.name = c.client THEN NULL ELSE r.read_from END AS read_from,
            r.role IS NOT NULL AND r.read_from IS NULL AS authorized
          FROM \(access("client")) c CROSS JOIN \(name("series")) s JOIN \(name("type")) t ON t.number = s.type
          LEFT JOIN \(name("source")) o ON o.number = s.source
          LEFT JOIN \(access("readable")) r
            ON r.role = c.role AND r.kind = t.kind AND (r.identifier = t.identifier OR r.identifier IS NULL)
          WHERE c.role = current_user AND t.kind <> 'unknown'
            AND (o.name = c.client OR t.kind = 'correlation' OR r.role IS NOT NULL
              OR t.kind IN (\(Self.objectKinds.map { literal($0.rawValue) }.joined(separator: ", ")))
                AND EXISTS (SELECT FROM \(access("object")) x WHERE x.role = c.role));
        """,
        """
        CREATE OR REPLACE VIEW \(access("characteristic")) WITH (security_barrier = true) AS
          SELECT r.identifier FROM \(access("readable")) r WHERE r.role = current_user AND r.kind = 'characteristic';
        """,
        // The samples that are granted one by one.
        """
        CREATE OR REPLACE VIEW \(access("chosen")) WITH (security_barrier = true) AS
          SELECT x.id, x.ordinal FROM \(access("object")) x WHERE x.role = current_user;
        """,
        // The correlations and workouts, with all that is nested in them, of which nothing is hidden.
        """
        CREATE OR REPLACE VIEW \(access("whole")) WITH (security_barrier = true) AS
          WITH RECURSIVE visible AS MATERIALIZED (SELECT * FROM \(access("series"))),
          figure AS MATERIALIZED (
            SELECT r.identifier AS type FROM \(access("readable")) r
            WHERE r.role = current_user AND r.kind = 'quantity' AND r.read_from IS NULL),
          tree (change, root) AS (
            SELECT s.change, s.change FROM \(name("sample")) s WHERE s.parent IS NULL AND s.kind IN (\(Self.holders))
            UNION ALL SELECT s.change, t.root FROM \(name("sample")) s JOIN tree t ON s.parent = t.change),
          part (root) AS (
            SELECT t.root FROM tree t JOIN \(name("sample")) s ON s.change = t.change
            LEFT JOIN visible v ON v.series = s.series
            WHERE v.series IS NULL OR s.start_date < v.read_from OR NOT v.own AND (
              s.kind IN (\(Self.objects)) OR s.kind = \(SampleKind.correlation.code)
                AND NOT EXISTS (SELECT FROM \(name("sample")) m WHERE m.parent = s.change)
              OR \(figures.joined(separator: "\n      OR "))))
          SELECT t.change FROM tree t WHERE t.root NOT IN (SELECT p.root FROM part p);
        """,
      ]
    }

    private static let objectKinds = SampleKind.allCases.filter(\.requiresPerObjectAuthorization)
    private static let objects = objectKinds.map { "\($0.code)" }.joined(separator: ", ")
    private static let holders = "\(SampleKind.correlation.code), \(SampleKind.workout.code)"

    /// Whether a workout has figures of types that may not be read.
    private var figures: [String] {
      let ofTypes = ["workout_statistics", "workout_activities_statistics", "workout_zone_groups"]
        .map {
          table in
          """
          EXISTS (SELECT FROM \(name(table)) w WHERE w.sample = s.change
                  AND NOT EXISTS (SELECT FROM figure f WHERE f.type = w.type))
          """
        }
      let distances = WorkoutTotals.distanceTypes.sorted { $0.key < $1.key }
      let activities = distances.map { "(\(literal($0.key)), \(literal($0.value)))" }
      let types = Set(distances.map(\.value)).sorted().map { literal($0) }
      let totals = """
        EXISTS (
                SELECT FROM \(name("workout")) w JOIN \(name("series")) r ON r.number = s.series
                JOIN \(name("type")) a ON a.number = r.type
                LEFT JOIN (VALUES \(activities.joined(separator: ", "))) d (activity, type) ON d.activity = a.identifier
                WHERE w.sample = s.change AND (
                  coalesce(w.total_energy_burned::text, w.total_energy_burned_unit) IS NOT NULL
                  AND NOT EXISTS (SELECT FROM figure f WHERE f.type = \(literal(WorkoutTotals.energyType)))
                  OR coalesce(w.total_distance::text, w.total_distance_unit) IS NOT NULL
                  AND NOT EXISTS (
                    SELECT FROM figure f WHERE f.type = d.type OR d.type IS NULL AND f.type IN (\(types.joined(separator: ", "))))))
        """
      return ofTypes + [totals]
    }

    // MARK: Policies

    private var policies: [String] {
      let tables = StoreTable.all.flatMap { table -> [String] in
        let name = name(table.name)
        let begin = [
          "ALTER TABLE \(name) ENABLE ROW LEVEL SECURITY;",
          "DROP POLICY IF EXISTS client ON \(name);",
          "REVOKE ALL ON \(name) FROM \(Self.group);",
        ]
        guard let rule = rule(of: table) else { return begin }
        return begin + [
          "CREATE POLICY client ON \(name) FOR SELECT TO \(Self.group) USING (\(rule));",
          "GRANT SELECT ON \(name) TO \(Self.group);",
        ]
      }
      let views = StoreSchema.views.flatMap { view in
        [
          "ALTER VIEW \(name(view.name)) SET (security_invoker = true);",
          "GRANT SELECT ON \(name(view.name)) TO \(Self.group);",
        ]
      }
      return tables + indexes + views + [
        "GRANT USAGE ON SCHEMA \(quoted(schema)), \(quoted(access)) TO \(Self.group);",
        "GRANT SELECT ON \(["series", "characteristic", "chosen", "whole"].map(access).joined(separator: ", ")) TO \(Self.group);",
      ]
    }

    /// The condition under which a row of a table is seen; `nil` for a table that is closed.
    private func rule(of table: StoreTable) -> String? {
      switch table.name {
      case "sample":
        return """
          series IN (SELECT v.series FROM \(access("series")) v)
            AND (series IN (SELECT v.series FROM \(access("series")) v WHERE v.read_from IS NULL) OR start_date IS NULL
              OR start_date >= (SELECT v.read_from FROM \(access("series")) v WHERE v.series = sample.series))
            AND (kind NOT IN (\(Self.objects)) OR series IN (SELECT v.series FROM \(access("series")) v WHERE v.own)
              OR \(isChosen))
            AND (parent IS NULL AND kind NOT IN (\(Self.holders)) OR change IN (SELECT w.change FROM \(access("whole")) w))
          """
      case "tombstone":
        return
          "series IN (SELECT v.series FROM \(access("series")) v WHERE v.authorized) OR \(isChosen)"
      case "series":
        return """
          EXISTS (SELECT FROM \(name("sample")) s WHERE s.series = series.number)
            OR EXISTS (SELECT FROM \(name("tombstone")) t WHERE t.series = series.number)
          """
      case "type", "unit", "source", "device":
        return "number IN (SELECT s.\(quoted(table.name)) FROM \(name("series")) s)"
      case "category_value":
        return "number IN (SELECT s.category_value FROM \(name("sample")) s)"
      case "metadata":
        return metadataOwners.map {
          "number IN (SELECT t.\(quoted($0.column)) FROM \(name($0.table)) t)"
        }.joined(separator: " OR ")
      case "metadata_entry":
        return "metadata IN (SELECT m.number FROM \(name("metadata")) m)"
      case "metadata_key":
        return "number IN (SELECT e.key FROM \(name("metadata_entry")) e)"
      // Anchors need the numbers of changes.
      case "store": return "name IN ('identity', 'version', 'next_change', 'purged')"
      case "characteristic":
        return "type IN (SELECT c.identifier FROM \(access("characteristic")) c)"
      // Files can be of any type. 'replicate' reads these tables.
      case "inbox_file", "export_coverage": return "false"
      case _ where table.columns[0].type == .reference("sample"):
        return "\(quoted(table.columns[0].name)) IN (SELECT s.change FROM \(name("sample")) s)"
      default: return nil
      }
    }

    private var isChosen: String {
      "(id, ordinal) IN (SELECT x.id, x.ordinal FROM \(access("chosen")) x)"
    }

    /// The columns that refer to metadata, of samples first.
    private var metadataOwners: [(table: String, column: String)] {
      ([StoreTable.sample] + StoreTable.sampleParts).flatMap { table in
        table.columns.filter { $0.type == .reference("metadata") }.map { (table.name, $0.name) }
      }
    }

    /// By these the policies find the samples that share a row of a dictionary; they have the names that `participants.sql` gives
    /// them.
    private var indexes: [String] {
      let ofParts = metadataOwners.dropFirst().map { table, column in
        "CREATE INDEX IF NOT EXISTS \(quoted("participant_\(table)")) ON \(name(table)) (\(quoted(column))) "
          + "WHERE \(quoted(column)) IS NOT NULL;"
      }
      return [
        "CREATE INDEX IF NOT EXISTS participant_value ON \(name("sample")) (category_value, series) WHERE category_value IS NOT NULL;",
        "CREATE INDEX IF NOT EXISTS participant_key ON \(name("metadata_entry")) (key, metadata);",
      ] + ofParts
    }
  }
#endif
