/// A visitor of the fields that an export writes as elements; fields stored in separate files are skipped.
package protocol ElementVisitor: Sample.FieldVisitor, ~Copyable {}

extension ElementVisitor where Self: ~Copyable {
  package mutating func numbers(_ name: String, _ value: inout [Number]) {}
  package mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  package mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {}
  package mutating func sideFile(_ name: String, _ value: inout String?) {}
}

/// A visitor of what an export writes into the attributes of one element: what is inside is passed over, too.
package protocol AttributeVisitor: ElementVisitor, ~Copyable {}

extension AttributeVisitor where Self: ~Copyable {
  package mutating func metadata(_ value: inout Metadata) {}
  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {}
  package mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}
}
