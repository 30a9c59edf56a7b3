#if PostgreSQL
  package import HealthErrors
  import HealthModel
  package import HealthStore

  // Row-level security for the clients of a store. A row can be hidden, but no part of it, so a role sees a sample if the client
  // sees all of it: a workout with its statistics, a correlation with its members. Policies are the same for all clients: they read
  // what the current role may see from views in a schema of their own. A view reads tables with the rights of its owner, so
  // that a policy of the table of samples can depend on other samples. Tables without a policy are closed.
  //
  // What a query costs depends on the form of the conditions. 'EXISTS' is either looked up for each row or made a set, whichever the
  // server estimates to be cheaper. But it plans both, and a policy contains those of other tables, so each 'EXISTS' in another one
  // doubles the plan; 'OFFSET 0' makes it plan the look-up only. Planning takes ten times as long as looking up one row, so programs
  // should prepare statements.

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
          let since = type.since.map { "to_timestamp(\($0))" } ?? "NULL"
          let texts = [Self.role(of: client), kind, type.identifier ?? ""].map { literal($0) }
          return "(\(texts.joined(separator: ", ")), \(since))"
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
        "CREATE TABLE IF NOT EXISTS \(access("readable")) (role name, kind text, identifier text, read_from timestamptz, PRIMARY KEY (role, kind, identifier));",
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
      let metadata = metadataColumns.map { table, column in
        "SELECT \(quoted(table.columns[0].name)) AS sample, \(column) AS metadata FROM \(name(table.name))"
      }
      return [
        // A source of the client's name is its own, whatever is granted. Of correlations only the members are granted, and workouts
        // whatever their activity.
        """
        CREATE OR REPLACE VIEW \(access("series")) WITH (security_barrier = true) AS
          SELECT s.number AS series, coalesce(o.name = c.client, false) AS own,
            CASE WHEN o.name = c.client THEN NULL ELSE r.read_from END AS read_from,
            r.role IS NOT NULL AND r.read_from IS NULL AS authorized
          FROM \(access("client")) c CROSS JOIN \(name("series")) s JOIN \(name("type")) t ON t.number = s.type
          LEFT JOIN \(name("source")) o ON o.number = s.source
          LEFT JOIN \(access("readable")) r ON r.role = c.role AND r.kind = t.kind
            AND r.identifier = CASE t.kind WHEN \(literal(SampleKind.workout.rawValue)) THEN '' ELSE t.identifier END
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
        // The types of which figures of workouts are seen.
        """
        CREATE OR REPLACE VIEW \(access("figure")) WITH (security_barrier = true) AS
          SELECT r.identifier AS type FROM \(access("readable")) r
          WHERE r.role = current_user AND r.kind = 'quantity' AND r.read_from IS NULL;
        """,
        // The correlations and workouts at top level of which, and of all that is nested in them, nothing is hidden.
        """
        CREATE OR REPLACE VIEW \(access("whole")) WITH (security_barrier = true) AS
          SELECT r.change FROM \(name("sample")) r WHERE r.root = r.change AND NOT EXISTS (
            SELECT FROM \(name("sample")) s WHERE s.root = r.change AND (
              NOT \(isGranted("s")) OR \(isTooEarly("s"))
              OR s.kind IN (\(Self.holders), \(Self.objects)) AND NOT \(isGranted("s", " AND v.own")) AND (
                s.kind IN (\(Self.objects))
                OR s.kind = \(SampleKind.correlation.code)
                  AND NOT EXISTS (SELECT FROM \(name("sample")) m WHERE m.parent = s.change OFFSET 0)
                OR s.kind = \(SampleKind.workout.code) AND (
                  \(figures.joined(separator: "\n          OR "))))));
        """,
        // The metadata of the samples that are seen, and of their parts.
        """
        CREATE OR REPLACE VIEW \(access("used")) WITH (security_barrier = true) AS
          SELECT u.metadata FROM (
            \(metadata.joined(separator: "\n    UNION ALL "))) u
          JOIN \(name("sample")) sample ON sample.change = u.sample
          WHERE \(isSeen);
        """,
      ]
    }

    private static let objectKinds = SampleKind.allCases.filter(\.requiresPerObjectAuthorization)
    private static let objects = objectKinds.map { "\($0.code)" }.joined(separator: ", ")
    private static let holders = StoreTable.holders

    /// Whether a row of samples is seen.
    private var isSeen: String {
      """
      \(isGranted("sample")) AND NOT \(isTooEarly("sample"))
        AND (sample.kind NOT IN (\(Self.objects)) OR \(isGranted("sample", " AND v.own")) OR \(isChosen("sample")))
        AND (sample.parent IS NULL AND sample.kind NOT IN (\(Self.holders))
          OR EXISTS (SELECT FROM \(access("whole")) w WHERE w.change = sample.root))
      """
    }

    /// Whether samples of the series of a row can be seen.
    private func isGranted(_ row: String, _ condition: String = "") -> String {
      "EXISTS (SELECT FROM \(access("series")) v WHERE v.series = \(row).series\(condition))"
    }

    /// Whether a sample began before the time from which on samples of its series are seen. Two arrays are a map of the few such
    /// series, made once for each query that comes to one.
    private func isTooEarly(_ row: String) -> String {
      func array(_ column: String) -> String {
        "ARRAY(SELECT v.\(column) FROM \(access("series")) v WHERE v.read_from IS NOT NULL ORDER BY v.series)"
      }
      let place = "array_position(\(array("series")), \(row).series)"
      return "(\(isGranted(row, " AND v.read_from IS NOT NULL")) "
        + "AND coalesce(\(row).start_date < (\(array("read_from")))[\(place)], false))"
    }

    private func isChosen(_ row: String) -> String {
      "(\(row).id, \(row).ordinal) IN (SELECT x.id, x.ordinal FROM \(access("chosen")) x)"
    }

    /// Whether a workout has figures of types that may not be read.
    private var figures: [String] {
      let ofTypes = ["workout_statistics", "workout_activities_statistics", "workout_zone_groups"]
        .map {
          table in
          """
          EXISTS (SELECT FROM \(name(table)) w WHERE w.sample = s.change
                    AND NOT EXISTS (SELECT FROM \(access("figure")) f WHERE f.type = w.type) OFFSET 0)
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
                      AND NOT EXISTS (SELECT FROM \(access("figure")) f WHERE f.type = \(literal(WorkoutTotals.energyType)))
                      OR coalesce(w.total_distance::text, w.total_distance_unit) IS NOT NULL
                      AND NOT EXISTS (
                        SELECT FROM \(access("figure")) f
                        WHERE f.type = d.type OR d.type IS NULL AND f.type IN (\(types.joined(separator: ", "))))) OFFSET 0)
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
        "GRANT SELECT ON \(["series", "characteristic", "chosen", "whole", "used"].map(access).joined(separator: ", ")) TO \(Self.group);",
      ]
    }

    /// The condition under which a row of a table is seen; `nil` for a table that is closed.
    private func rule(of table: StoreTable) -> String? {
      switch table.name {
      case "sample": return isSeen
      case "tombstone":
        return
          "series IN (SELECT v.series FROM \(access("series")) v WHERE v.authorized) OR \(isChosen("tombstone"))"
      // The latest samples first: of a type that is seen from a time on, the earlier ones may be many.
      case "series":
        return """
          EXISTS (SELECT FROM \(name("sample")) s WHERE s.series = series.number ORDER BY s.start_date DESC OFFSET 0)
            OR EXISTS (SELECT FROM \(name("tombstone")) t WHERE t.series = series.number OFFSET 0)
          """
      case "type", "unit", "source", "device":
        let column = quoted(table.name)
        return
          "EXISTS (SELECT FROM \(name("series")) s WHERE s.\(column) = \(column).number OFFSET 0)"
      case "category_value":
        return
          "EXISTS (SELECT FROM \(name("sample")) s WHERE s.category_value = category_value.number OFFSET 0)"
      case "metadata":
        return "EXISTS (SELECT FROM \(access("used")) u WHERE u.metadata = metadata.number)"
      case "metadata_entry":
        return "EXISTS (SELECT FROM \(access("used")) u WHERE u.metadata = metadata_entry.metadata)"
      case "metadata_key":
        return
          "EXISTS (SELECT FROM \(name("metadata_entry")) e WHERE e.key = metadata_key.number OFFSET 0)"
      // Anchors need the numbers of changes.
      case "store": return "name IN ('identity', 'version', 'next_change', 'purged')"
      case "characteristic":
        return "type IN (SELECT c.identifier FROM \(access("characteristic")) c)"
      // Files can be of any type. 'replicate' reads these tables.
      case "inbox_file", "export_coverage": return "false"
      case _ where table.columns[0].type == .reference("sample"):
        return
          "EXISTS (SELECT FROM \(name("sample")) s WHERE s.change = \(quoted(table.name)).\(quoted(table.columns[0].name)))"
      default: return nil
      }
    }

    /// The columns that refer to metadata, of samples first.
    private var metadataColumns: [(table: StoreTable, column: String)] {
      ([.sample] + StoreTable.sampleParts).flatMap { table in
        table.metadataColumns.map { (table, $0) }
      }
    }

    /// By these the policies find the samples that share a row of a dictionary; they have the names that `participants.sql` gives
    /// them.
    private var indexes: [String] {
      let ofParts = metadataColumns.dropFirst().map { table, column in
        "CREATE INDEX IF NOT EXISTS \(quoted("participant_\(table.name)")) ON \(name(table.name)) (\(column)) "
          + "WHERE \(column) IS NOT NULL;"
      }
      return [
        "CREATE INDEX IF NOT EXISTS participant_value ON \(name("sample")) (category_value, series) WHERE category_value IS NOT NULL;",
        "CREATE INDEX IF NOT EXISTS participant_key ON \(name("metadata_entry")) (key, metadata);",
      ] + ofParts
    }
  }
#endif
