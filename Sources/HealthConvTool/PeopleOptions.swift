import ArgumentParser

/// The argument that lets several people's data become one dataset.
struct PeopleOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Take inputs as data of one person even if their dates of birth, biological sexes or blood types differ."
    ))
  var allowDifferentPeople = false
}
