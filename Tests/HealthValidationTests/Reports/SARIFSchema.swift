/// What SARIF 2.1.0 (sections 3.13 to 3.52) says of the objects that are written, and what GitHub takes.
///
/// Written for these tests from the standard; it allows nothing that is not used.
enum SARIFSchema {
  static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "type": "object",
      "required": ["version", "runs"],
      "additionalProperties": false,
      "properties": {
        "$schema": { "type": "string", "format": "uri" },
        "version": { "const": "2.1.0" },
        "runs": { "type": "array", "minItems": 1, "maxItems": 20, "items": { "$ref": "#/$defs/run" } }
      },
      "$defs": {
        "run": {
          "type": "object",
          "required": ["tool"],
          "additionalProperties": false,
          "properties": {
            "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
            "tool": {
              "type": "object",
              "required": ["driver"],
              "additionalProperties": false,
              "properties": { "driver": { "$ref": "#/$defs/driver" } }
            },
            "invocations": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["executionSuccessful"],
                "additionalProperties": false,
                "properties": {
                  "executionSuccessful": { "type": "boolean" },
                  "toolExecutionNotifications": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["message"],
                      "additionalProperties": false,
                      "properties": {
                        "level": { "$ref": "#/$defs/level" },
                        "message": { "$ref": "#/$defs/message" }
                      }
                    }
                  }
                }
              }
            },
            "results": { "type": "array", "maxItems": 25000, "items": { "$ref": "#/$defs/result" } },
            "artifacts": {
              "type": "array", "uniqueItems": true, "items": { "$ref": "#/$defs/artifact" }
            }
          }
        },
        "driver": {
          "type": "object",
          "required": ["name"],
          "additionalProperties": false,
          "properties": {
            "name": { "type": "string" },
            "semanticVersion": { "type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+$" },
            "rules": {
              "type": "array", "uniqueItems": true, "maxItems": 25000,
              "items": {
                "type": "object",
                "required": ["id"],
                "additionalProperties": false,
                "properties": {
                  "id": { "type": "string" },
                  "shortDescription": { "$ref": "#/$defs/message" },
                  "fullDescription": { "$ref": "#/$defs/message" },
                  "help": { "$ref": "#/$defs/message" },
                  "defaultConfiguration": {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                      "enabled": { "type": "boolean" }, "level": { "$ref": "#/$defs/level" }
                    }
                  },
                  "properties": { "$ref": "#/$defs/bag" }
                }
              }
            }
          }
        },
        "result": {
          "type": "object",
          "required": ["message"],
          "additionalProperties": false,
          "properties": {
            "ruleId": { "type": "string" },
            "ruleIndex": { "type": "integer", "minimum": -1 },
            "level": { "$ref": "#/$defs/level" },
            "message": { "$ref": "#/$defs/message" },
            "locations": {
              "type": "array", "maxItems": 1000,
              "items": {
                "type": "object",
                "additionalProperties": false,
                "properties": { "physicalLocation": { "$ref": "#/$defs/physicalLocation" } }
              }
            },
            "occurrenceCount": { "type": "integer", "minimum": 1 },
            "partialFingerprints": {
              "type": "object", "additionalProperties": { "type": "string" }
            },
            "baselineState": { "enum": ["new", "unchanged", "updated", "absent"] },
            "suppressions": {
              "type": "array", "uniqueItems": true,
              "items": {
                "type": "object",
                "required": ["kind"],
                "additionalProperties": false,
                "properties": {
                  "kind": { "enum": ["inSource", "external"] }, "justification": { "type": "string" }
                }
              }
            },
            "properties": { "$ref": "#/$defs/bag" }
          }
        },
        "physicalLocation": {
          "type": "object",
          "required": ["artifactLocation"],
          "additionalProperties": false,
          "properties": {
            "artifactLocation": { "$ref": "#/$defs/artifactLocation" },
            "region": {
              "type": "object",
              "required": ["startLine"],
              "additionalProperties": false,
              "properties": {
                "startLine": { "type": "integer", "minimum": 1 },
                "startColumn": { "type": "integer", "minimum": 1 }
              }
            }
          }
        },
        "artifact": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "location": { "$ref": "#/$defs/artifactLocation" },
            "parentIndex": { "type": "integer", "minimum": -1 },
            "length": { "type": "integer", "minimum": -1 }
          }
        },
        "artifactLocation": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "uri": { "type": "string", "pattern": "^[A-Za-z0-9%:/._~-]+$" },
            "index": { "type": "integer", "minimum": -1 }
          }
        },
        "level": { "enum": ["none", "note", "warning", "error"] },
        "message": {
          "type": "object",
          "required": ["text"],
          "additionalProperties": false,
          "properties": { "text": { "type": "string", "minLength": 1 } }
        },
        "bag": {
          "type": "object",
          "properties": {
            "tags": { "type": "array", "uniqueItems": true, "maxItems": 20, "items": { "type": "string" } }
          }
        }
      }
    }
    """#
}
