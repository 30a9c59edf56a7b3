import ArgumentParser

/// The argument that lets several people's data become one dataset.
struct PeopleOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Write inputs into one dataset even if their dates of birth, biological sexes or blood types differ."
    ))
  var allowDifferentPeople = false
}
