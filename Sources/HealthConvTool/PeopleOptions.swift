import ArgumentParser

/// The argument that lets several people's data become one dataset.
struct PeopleOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Write inputs into one dataset although they state another date of birth, biological sex or blood type."
    ))
  var allowDifferentPeople = false
}
