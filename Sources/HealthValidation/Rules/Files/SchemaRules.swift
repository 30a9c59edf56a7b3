import HealthModel

/// Findings of the validation against XML Schemas.
let schemaRules: [Rule] = [
  Rule(
    reader: "schema-violation", .error,
    title: "file violates its XML Schema (with --schema)",
    explanation: """
      The main file of a Health export, or a file of GPX, is not as its schema says: an element or an \
      attribute that the schema does not know, one that is missing, or a value of another form. A date of an \
      export is written 2024-06-01 08:00:00 +0200, a day 2024-06-01, a number in digits. The schemas are in \
      the project's folder Schemas; routes in an export may have what the Health app adds to them. Files of \
      other formats have no findings of this rule: their readers refuse or find what their schemas do not allow.
      """)
]
