import HealthBytes
import HealthModel

extension Format {
  /// Tables of comma-separated values for every kind, described by a `datapackage.json`.
  public static let csvDataset = Format(
    name: "csv-dataset", title: "CSV dataset: tables of every kind and a datapackage.json",
    extensions: [], isText: false,
    layouts: [
      Format.Layout(
        "tables", "a table for each kind and each nested list", outputs: [.folder, .archive])
    ],
    losses: [], rules: csvRules + datasetTableRules,
    confidence: { preview in
      guard preview.kind != .file, preview.paths.contains(where: { DataPackage.isPackage($0) })
      else {
        return .no
      }
      return preview.paths.contains { $0.hasSuffix("\(DatasetTable.dataset.name).csv") }
        ? .certain : .possible
    },
    makeReader: { (input, options) throws(HealthError) in
      try CSVDatasetReader(input, options: options)
    },
    makeWriter: { (output, options) throws(HealthError) in
      CSVDatasetWriter(output: output, options: options)
    })
}
