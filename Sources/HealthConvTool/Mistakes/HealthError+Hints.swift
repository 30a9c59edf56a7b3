import HealthConv

extension HealthError.Remedy {
  /// The remedy as options of this program: a sentence that follows the message of an error.
  var hint: String {
    switch self {
    case .nameInputFormat: "Name one with --from; see 'healthconv formats'."
    case .nameOutputFormat: "Name one with --to; see 'healthconv formats'."
    case .chooseMember: "Choose one with --member."
    case .nameZone: "Name it with --zone, such as --zone Europe/Berlin, -05:00 or local."
    case .nameDayZone:
      "Commands that calculate by days, such as stats, have --day-zone for the time zone of days."
    case .useMap(let names, let needsZone): Self.hint(ofMaps: names, needsZone)
    case .readAsFragment: "Add --fragment to read it."
    case .makeReport:
      "Use 'healthconv report INPUT -o FILE.html'; a browser prints it, also as PDF."
    case .writeFolder(let format): "Name a folder, such as -o tables/ --to \(format)."
    case .replaceOutput: "Use --overwrite to replace it."
    case .allowDifferentPeople: "Use --allow-different-people to take them as data of one person."
    case .nameParticipant: "Use --participant ID, or --participants MAP.csv for several inputs."
    case .selectParticipant: "Use --select-participant ID."
    case .useStudy:
      "Use 'healthconv cohort', such as 'healthconv cohort report STUDY -o FILE.html'. Other commands read the exports that were added, with --participant ID."
    case .selectPatient: "Choose one with --subject ID."
    case .namePatient: "Name the patient of the server with --patient ID."
    case .sameSource(let old, let new):
      "Use --same-source \(Self.quoted("\(old)=\(new)")) to take them for one source, or --new-source to keep both."
    case .list(let listed): "See 'healthconv \(listed.rawValue)'."
    }
  }

  /// A text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    "'\(text.printable.replacing("'", with: "'\\''"))'"
  }

  private static func hint(ofMaps names: [String], _ needsZone: Bool) -> String {
    guard let best = names.first else {
      return "Add --map to read a file of another program; see 'healthconv maps'."
    }
    let zone = needsZone ? " --zone ZONE, such as --zone Europe/Berlin" : ""
    let others = names.dropFirst().map { "--map \($0)" }.joined(separator: " or ")
    return "Add --map \(best)\(zone)."
      + (others.isEmpty ? "" : " Or \(others): see 'healthconv maps'.")
  }
}

extension HealthError {
  /// The error with what can be done about it, in the words of this program.
  var hinted: HealthError { remedy.map { adding($0.hint) } ?? self }
}
