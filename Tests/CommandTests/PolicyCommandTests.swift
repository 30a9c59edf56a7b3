import Foundation
import HealthTesting
import Testing

/// What commands print of inputs that they read as a policy gives them.
struct PolicyCommandTests {
  /// An export in a folder with a name, with side files that are missing or cannot be read, and a policy of the strictest profile
  /// with samples.
  private func run(_ script: String) throws -> CommandShell.Run {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    return try shell.run(
      """
      export="Anna Muster/apple_health_export"
      mkdir -p "$export/electrocardiograms"
      cat > "$export/export.xml" <<'XML'
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US"><ExportDate value="2024-06-30 21:15:00 +0200"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna's Watch" unit="count/min" \
      startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="61"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna's Watch" unit="count/min" \
      startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="61"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna's Watch" unit="kg" \
      startDate="2024-06-02 08:00:00 +0200" endDate="2024-06-02 08:00:00 +0200" value="62"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Anna" startDate="2024-06-01 08:00:00 +0200"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Anna" startDate="2024-06-01 08:00:00 +0200" \
      endDate="2024-06-01 08:30:00 +0200"><WorkoutRoute sourceName="Anna" startDate="2024-06-01 08:00:00 +0200" \
      endDate="2024-06-01 08:30:00 +0200"><FileReference path="/workout-routes/route_2024-06-01_8.30am.gpx"/></WorkoutRoute></Workout>
      </HealthData>
      XML
      printf 'Name,Anna\\nSample Rate,x\\n' > "$export/electrocardiograms/ecg_2024-06-03.csv"
      head -c 900 "$export/export.xml" > "Anna damaged.xml"
      printf 'healthconv-policy: 1\\nprofile: day-numbers\\nread: {types: [HeartRate]}\\n' > p.yml
      sed 's/^read/dates: {action: year}\\n&/' p.yml > years.yml
      \(script)
      """)
  }

  private static let commands = [
    "convert 'Anna Muster' --policy p.yml --json -o o.jsonl",
    "convert 'Anna Muster' --policy p.yml -o o.jsonl",
    "convert 'Anna Muster' --policy p.yml -q --check --rejects r.jsonl -o o.jsonl",
    "convert 'Anna Muster' --policy p.yml --dry-run -o o.jsonl",
    "convert 'Anna Muster' 'Anna Muster' --policy p.yml --merge --json -o o.jsonl",
    "merge 'Anna Muster' 'Anna Muster' --policy p.yml --json -o o.jsonl",
    "merge 'Anna Muster' 'Anna Muster' --policy p.yml -o o.jsonl",
    "migrate 'Anna Muster' o.jsonl --policy p.yml",
    "migrate 'Anna Muster' o.csv --policy p.yml --json",
    "info 'Anna Muster' --policy p.yml --json", "info 'Anna Muster' --policy p.yml",
    "query 'Anna Muster' --policy p.yml", "query 'Anna Muster' --policy p.yml -o o.csv",
    "stats 'Anna Muster' --policy p.yml --by day",
    "stats 'Anna Muster' --policy p.yml --to json",
    "diff 'Anna Muster' 'Anna Muster' --policy p.yml --report json",
    "validate 'Anna Muster' --policy p.yml --fail-on never",
    "validate 'Anna Muster' --policy p.yml --fail-on never --report json --show-values",
    "report 'Anna Muster' --policy p.yml -o -",
    "convert 'Anna damaged.xml' --policy p.yml --json --keep-partial -o o.jsonl",
    "info 'Anna damaged.xml' --policy p.yml --json",
    "validate 'Anna damaged.xml' --policy p.yml --report json",
  ]

  /// Neither paths nor names, dates and text of the original, and nothing about what is not granted.
  @Test(arguments: commands) func nothingOfTheOriginalIsPrinted(_ command: String) throws {
    let run = try run("healthconv \(command); cat o.* 2> /dev/null; true")
    let text = run.output + run.errors
    #expect(!text.isEmpty)
    for original in [
      "Anna", "ecg", "route", "side-file", "2024", "export.xml", "BodyMass", "HKWorkout",
      "\"workout\"",
      "bytesRead",
    ] {
      #expect(!text.contains(original), "\(original) in \(text)")
    }
  }

  /// The same commands show it without the policy, so that the test above can fail.
  @Test func withoutAPolicyFilesAreNamed() throws {
    let run = try run("healthconv info 'Anna Muster' --json")
    for original in ["Anna Muster", "ecg_2024-06-03", "route_2024-06-01"] {
      #expect(run.output.contains(original))
    }
  }

  @Test func yearsAreAnswersAboutYears() throws {
    let run = try run(
      """
      for command in "convert -o o.jsonl" "query" "info" "report -o o.html" "stats" "stats --by day" "validate"; do
        healthconv $command 'Anna Muster' --policy years.yml > out 2> err; echo $? $(wc -c < out | tr -d ' ') $(grep -c 'by year' err)
      done
      healthconv stats 'Anna Muster' --policy years.yml --by year --to csv 2> /dev/null > given.csv
      healthconv stats 'Anna Muster' --type HeartRate --by year --to csv 2> /dev/null > true.csv
      cut -d, -f 1-5 given.csv; cut -d, -f 1-5 true.csv; grep -c '\\d-0' given.csv
      """)
    #expect(run.output.hasPrefix(String(repeating: "64 0 1\n", count: 7)), "\(run.output)")
    let rest = run.output.split(separator: "\n").dropFirst(7)
    #expect(rest.count(where: { $0.hasPrefix("2024,HeartRate,count/min,") }) == 2)
    #expect(Set(rest.filter { $0.hasPrefix("2024,HeartRate,count/min,") }).count == 1)
    #expect(rest.last == "0")
  }

  /// Participants of whom nothing is given do not count.
  @Test func theMinimumIsOfParticipantsWithSamples() throws {
    let run = try run(
      """
      printf 'minimum: {participants: 2}\\nparticipant: {pseudonym: table, file: codes.csv}\\n' >> p.yml
      healthconv convert 'Anna Muster' --participant A -q -o a.jsonl
      sed 's/HeartRate/StepCount/' a.jsonl | sed 's/"participant":"A"/"participant":"B"/g' > b.jsonl
      sed 's/"participant":"A"/"participant":"C"/g' a.jsonl > c.jsonl
      healthconv convert a.jsonl b.jsonl --policy p.yml -q -o ab.jsonl; echo $?
      healthconv convert a.jsonl c.jsonl --policy p.yml -q -o ac.jsonl; echo $?
      healthconv query c.jsonl a.jsonl --select-participant A --policy p.yml; echo $?
      """)
    #expect(run.output == "64\n0\n64\n", "\(run.errors)")
    #expect(run.errors.contains("at least 2 participants of whom samples are given"))
  }

  @Test func validateRefusesWhatReadsTheOriginal() throws {
    let run = try run(
      """
      healthconv validate 'Anna Muster' --policy p.yml --fix; echo $?
      healthconv validate 'Anna Muster' --policy p.yml --schema; echo $?
      """)
    #expect(run.output == "64\n64\n")
    #expect(run.errors.contains("--policy checks samples as the policy gives them"))
  }

  /// What policies do is described; nothing is promised that only the data can show.
  @Test func nothingIsPromised() throws {
    let run = try run(
      "healthconv --experimental-dump-help; healthconv help privacy; healthconv info x --anonymize; healthconv policy explain p.yml"
    )
    let text = (run.output + run.errors).lowercased()
    #expect(text.contains("--policy file") && text.contains("profile day-numbers"))
    #expect(!text.contains("anonymous") && !text.contains("compliant"))
  }

  /// A key and the message about it.
  @Test func aKeyIsNeverReplaced() throws {
    let run = try run(
      "healthconv policy key new k; cp k before; healthconv policy key new k; echo $?; cmp k before"
    )
    #expect(run.output == "73\n")
    #expect(run.errors.contains("a key is never replaced") && !run.errors.contains("--overwrite"))
  }
}
