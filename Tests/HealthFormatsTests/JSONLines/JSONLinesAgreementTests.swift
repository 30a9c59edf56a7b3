import Foundation
import HealthTesting
import Testing

@testable import HealthFormats

/// The reader is as strict as the schema is: what Python's `jsonschema` refuses, it refuses or finds.
@Suite struct JSONLinesAgreementTests {
  /// Changes lines at one place each, and says of each whether the schema refuses it.
  private static let script = """
    import copy, json, random, sys
    from jsonschema import Draft202012Validator
    sys.setrecursionlimit(100000)
    validator = Draft202012Validator(json.load(open(sys.argv[1])))
    lines = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8", newline="\\n")]
    random.seed(4)

    def paths(value, path=()):
        yield path
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
        for key, inner in items: yield from paths(inner, path + (key,))

    VALUES = [None, True, 0, -1, 1.5, 1e300, "", "x", "NaN", "2024-06-01 08:00:00 +0200", [], [1], ["a"], {}, {"a": 1}]

    def mutate(line):
        line = copy.deepcopy(line)
        path = random.choice([p for p in paths(line) if p])
        holder = line
        for key in path[:-1]: holder = holder[key]
        key = path[-1]
        what = random.randrange(4)
        if what == 0: del holder[key]
        elif what == 1 and isinstance(holder, dict):
            holder["unheard" if random.random() < 0.5 else random.choice(list(holder)) + "X"] = random.choice(VALUES)
        elif what == 1: holder.insert(0, random.choice(VALUES))
        else: holder[key] = random.choice(VALUES)
        return line

    for _ in range(int(sys.argv[3])):
        line = mutate(random.choice(lines))
        error = next(validator.iter_errors(line), None)
        print("refused" if error else "accepted", json.dumps(line), sep="\\t")
    """

  @Test(.enabled(if: JSONLinesSchemaTests.hasPython, "python3 with jsonschema is not installed"))
  func whatTheSchemaRefusesIsRefusedOrFound() throws {
    let text = try JSONLinesText.write(MarkedSamples.all, MarkedSamples.dataset)
    let answers = try JSONLinesSchemaTests.ask(
      Self.script, about: text, ["1500"])
    var refused = 0
    let head = text.prefix { $0 != "\n" }
    for answer in answers {
      let parts = answer.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, parts[0] == "refused" else { continue }
      refused += 1
      let document = parts[1].hasPrefix(#"{"kind": "dataset""#) ? parts[1] : head + "\n" + parts[1]
      let reading = JSONLinesText.readUntilError(Array((document + "\n").utf8))
      #expect(reading.error != nil || !reading.findings.isEmpty, "\(parts[1])")
    }
    #expect(refused > 800)
  }
}
