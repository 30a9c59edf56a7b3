import HealthModel
import HealthValidation

/// Findings of the validation against XML Schemas.
let schemaRules: [Rule] = [
  Rule(
    reader: "schema-violation", .error,
    title: "file violates its XML Schema (with --schema)",
    explanation: """
      The main file of a Health export, or a GPX file, violates its XML Schema: an element or \
      an attribute is not defined or is missing, or a value has another form. In an export, a \
      date is written 2024-06-01 08:00:00 +0200, a day 2024-06-01, a number in digits. The \
      schemas are in the project's folder Schemas; routes of an export may contain the Health \
      app's additions. Files of other formats have no findings of this rule, because their \
      readers check what their schemas require.
      """)
]
