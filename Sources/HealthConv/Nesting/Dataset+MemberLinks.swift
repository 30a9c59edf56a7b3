import HealthBytes
import HealthModel

extension Dataset {
  /// The same dataset, of which each nested sample that is also at top level is marked as such once ``finishMemberSearch()`` is
  /// `false`. It is read more than once.
  func linkingMembers() throws(HealthError) -> Dataset {
    if isStore || memberLinks != nil { return self }
    var dataset = isStream ? try rereadable() : self
    dataset.memberLinks = MemberLinks(isOfExport: format.name == Format.appleHealth.name)
    return dataset
  }

  /// Ends the search for nested samples that are also at top level, after the dataset was read.
  ///
  /// - Returns: Whether it has to be read again, because memberships were wrong.
  func finishMemberSearch() throws(HealthError) -> Bool {
    try memberLinks?.finishSearch() ?? false
  }

  /// What sets memberships during a reading.
  func makeMemberLinker() throws(HealthError) -> MemberLinker? {
    do throws(HealthError) { return try memberLinks?.begin() } catch {
      throw error.reading(at: Place(file: name))
    }
  }
}

extension [Dataset] {
  /// Ends the search for nested samples that are also at top level, of all datasets.
  func finishMemberSearch() throws(HealthError) -> Bool {
    var isAgain = false
    for dataset in self { if try dataset.finishMemberSearch() { isAgain = true } }
    return isAgain
  }
}
