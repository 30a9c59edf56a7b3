import Foundation
import HealthTesting
import Testing

/// Two programs change a store while a third follows it.
struct InterleavingTests {
  /// A line of `healthconv changes`.
  private struct Line: Decodable {
    let id: String?
    let ordinal: Int?
    let deleted: String?
    let anchor: String?

    var key: String? { id.map { id in ordinal.map { "\(id)-\($0)" } ?? id } }
  }

  @Test func everyChangeIsSeenOnce() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      healthconv generate --seed 4 --size 1200 -o all.xml > generated 2>&1
      healthconv convert all.xml -q -o all.jsonl
      head -n 1 all.jsonl > head.jsonl
      tail -n +2 all.jsonl > rest.jsonl; split -n l/12 rest.jsonl part.
      healthconv convert head.jsonl -q -o s.db
      (for part in part.*; do
        cat head.jsonl "$part" > "one.jsonl"
        healthconv convert one.jsonl -q -o s.db || echo "saving failed" >&2
      done; touch saved) &
      (for bpm in 150 120 100 90 80 75 70 65 60 55 50 40; do
        healthconv delete s.db --where "type = HeartRate and value > $bpm count/min" > deletions 2> notes \\
          || cat notes >&2
      done; touch deleted) &
      anchor=
      while true; do
        last=$(ls saved deleted 2> none | wc -l)
        healthconv changes s.db ${anchor:+--since "$anchor"} --limit 50 > page || break
        cat page
        anchor=$(tail -n 1 page | cut -d '"' -f 4)
        [ "$last" -lt 2 ] || [ "$(wc -l < page)" -gt 1 ] || break
      done > changes.jsonl
      wait
      healthconv query s.db > left.jsonl
      cat changes.jsonl; echo; cat left.jsonl
      """)
    #expect(run.errors == "")
    let halves = run.output.components(separatedBy: "\n\n")
    try #require(halves.count == 2)
    // What a follower has when it does what it is told.
    var copy: Set<String> = []
    var added = 0
    var deleted = 0
    for line in try lines(halves[0]) {
      if let key = line.key {
        #expect(copy.insert(key).inserted, "a sample is added once")
        added += 1
      } else if let key = line.deleted {
        copy.remove(key)
        deleted += 1
      }
    }
    #expect(Set(try lines(halves[1]).compactMap(\.key)) == copy)
    #expect(added > 500)
    #expect(deleted > 0)
  }

  private func lines(_ text: String) throws -> [Line] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }
}
