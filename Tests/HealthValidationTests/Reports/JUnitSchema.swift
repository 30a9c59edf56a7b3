/// The shape of JUnit XML that Jenkins and GitLab agree about. There is no standard; this is written for these
/// tests, and allows nothing that is not used.
enum JUnitSchema {
  static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:attributeGroup name="counts">
        <xs:attribute name="name" type="xs:string" use="required"/>
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
      </xs:attributeGroup>
      <xs:complexType name="outcome" mixed="true">
        <xs:attribute name="type" type="xs:string"/>
        <xs:attribute name="message" type="xs:string" use="required"/>
      </xs:complexType>
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded">
              <xs:complexType>
                <xs:sequence>
                  <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded">
                    <xs:complexType>
                      <xs:choice minOccurs="0">
                        <xs:element name="skipped" type="outcome"/>
                        <xs:element name="failure" type="outcome"/>
                        <xs:element name="system-out" type="xs:string"/>
                      </xs:choice>
                      <xs:attribute name="name" type="xs:string" use="required"/>
                      <xs:attribute name="classname" type="xs:string" use="required"/>
                    </xs:complexType>
                    <xs:unique name="once">
                      <xs:selector xpath="."/>
                      <xs:field xpath="@name"/>
                    </xs:unique>
                  </xs:element>
                </xs:sequence>
                <xs:attributeGroup ref="counts"/>
                <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
              </xs:complexType>
            </xs:element>
          </xs:sequence>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """
}
