/// Every rule, by group; the order is that of the findings about one sample.
public let rules: [Rule] = sampleRules + metadataRules

private let sampleRules: [Rule] = [
  .unitFitsType,
  .endBeforeStart,
]

private let metadataRules: [Rule] = []
