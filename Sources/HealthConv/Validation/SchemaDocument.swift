/// A file of a dataset that has a published schema.
struct SchemaDocument {
  /// The file.
  let entry: InputContainer.Entry
  let schema: Format.Schema
}

extension Dataset {
  /// The files that have a published schema; none where the reader is as strict as the schema is.
  ///
  /// - Returns: The files in the order of the format's schemas, then in that of each schema.
  func documents(main: String?) -> [SchemaDocument] {
    // Schemas describe whole documents.
    if options.isFragment { return [] }
    return format.schemas.flatMap { schema in
      schema.documents(input, main).map { SchemaDocument(entry: $0, schema: schema) }
    }
  }
}
