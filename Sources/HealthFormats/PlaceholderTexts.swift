/// Texts that readers and writers use where a file or a sample has none, so that they say nothing about a person.
package enum PlaceholderTexts {
  package static let all = [
    GPXVocabulary.appleCreator, TCXActivity.unknownSource, HealthAutoExportPrinter.source,
    "healthconv",
  ]
}
