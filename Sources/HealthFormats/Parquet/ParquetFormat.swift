import HealthBytes

extension Format {
  /// Files of Apache Parquet, one for each kind and each list inside.
  public static let parquet = Format(
    name: "parquet", title: "Parquet: a folder of typed tables for DuckDB, polars, pandas, Spark",
    extensions: [], isText: false,
    layouts: [
      Format.Layout(
        "parquet", "a file for each kind and each nested list", outputs: [.folder, .archive])
    ],
    losses: [], rules: datasetTableRules,
    confidence: { preview in
      guard preview.kind != .file else { return .no }
      return preview.paths.contains { ParquetPaths.isDataset($0) } ? .certain : .no
    },
    makeReader: { (input, options) throws(FormatError) in
      try ParquetDatasetReader(input, options: options)
    },
    makeWriter: { (output, options) throws(FormatError) in
      ParquetDatasetWriter(output: output, options: options)
    })
}
