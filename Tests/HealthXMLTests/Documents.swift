/// Documents for all tests.
enum Documents {
  /// Well-formed, small, each with something of its own.
  static let accepted: [String] = [
    "<a/>",
    "<a></a >",
    "<a\n\tb = 'c'\r\nd=\"e\" />",
    "<?xml version=\"1.0\"?><a/>",
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<a/>\n",
    "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?><a/>",
    "<!-- c --><?p d?><a/><!-- - e --><?q?>\n",
    "<a>text &amp; &lt;&gt;&quot;&apos; &#65;&#x42;&#x1F600;</a>",
    "<a b=\"&amp;&lt;&gt;&quot;&apos;&#65;&#x42; 'x'\" c='\"'/>",
    "<a b=\"1\t2\n3\r\n4\r5&#9;&#10;&#13;\"/>",
    "<a>1\r\n2\r3\n4</a>",
    "<a><![CDATA[<&]]>]]&gt;<![CDATA[]]]]><![CDATA[>]]></a>",
    "<a> <b> </b>\n<c/>\n</a>",
    "<a><b>x<c>y</c></b>z</a>",
    "<ä ö=\"ü\">…</ä>",
    "<名 前=\"値\">日本語\u{1F600}</名>",
    "<a:b xmlns:a=\"u\" a:c=\"d\" :e=\"f\"/>",
    "<_.-1 a.-_1=\"\"/>",
    "<a b=\"&#60;&#38;#38;>\"/>",
    "<a>\u{7F}\u{85}\u{2028}\u{FFFD}</a>",
    "<!DOCTYPE a><a/>",
    "<!DOCTYPE a SYSTEM \"s\"><a/>",
    "<!DOCTYPE a PUBLIC \"p\" 's' [ ]><a/>",
    "<!DOCTYPE a [<!ELEMENT a ANY><!ELEMENT b EMPTY><!-- c --><?p d?>]><a/>",
    "<!DOCTYPE a [<!ELEMENT a (b,c?,(d|e)*)+><!ELEMENT b (#PCDATA)><!ELEMENT c (#PCDATA|a)*>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA #REQUIRED c ID #IMPLIED d (x|y) #IMPLIED>]><a b=\"1\"/>",
    "<!DOCTYPE a [<!NOTATION n PUBLIC \"p\"><!NOTATION m SYSTEM 's'>]><a/>",
    "<!DOCTYPE a [<!ENTITY e \"v&#65;&f;\"><!ENTITY u SYSTEM \"s\" NDATA n>]><a/>",
    "<!DOCTYPE a [<!ENTITY % p 'v'><!ENTITY % q PUBLIC \"p\" \"s\">]><a/>",
    "<!DOCTYPE a [<!ENTITY lt \"&#38;#60;\"><!ENTITY amp \"&#38;#38;\">]><a>&lt;</a>",
    "<?xml version=\"1.0\"?>\n<!DOCTYPE a [\n<!ATTLIST a\n b CDATA #REQUIRED\n>\n]>\n<a b=\"x\"/>",
  ]

  /// Not well-formed.
  static let refused: [String] = [
    "", " ", "a", "<", "<a", "<a ", "<a b", "<a b=", "<a b=\"", "<a b=\"c\"", "<a/", "<a>",
    "<a><b>",
    "<a></a", "<a></b>", "<a></a b>", "</a>", "<a/><b/>", "<a/>x", "x<a/>", "<a/>&amp;", "<1/>",
    "<a 1=\"b\"/>", "<a b=c/>", "<a b/>", "<a b=\"1\" b=\"2\"/>", "<a b=\"1\"c=\"2\"/>",
    "<a b=\"<\"/>", "<a b=\"&\"/>", "<a b=\"&x\"/>", "<a b=\"&x;\"/>", "<a b=\"&#;\"/>",
    "<a>&#x;</a>",
    "<a>&</a>", "<a>& b</a>", "<a>&b</a>", "<a>&b;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
    "<a>&#x110000;</a>", "<a>&#99999999999999999999;</a>", "<a>&#xFFFE;</a>", "<a>&#11;</a>",
    "<a>]]></a>", "<a>\u{0}</a>", "<a>\u{B}</a>", "<a b=\"\u{1}\"/>", "<a>\u{FFFE}</a>",
    "<!--", "<!-- -- --><a/>", "<!-- --->  <a/>", "<a><!-- a--b --></a>", "<!--\u{1}--><a/>",
    "<![CDATA[]]><a/>", "<a><![CDATA[]]</a>", "<a><![cdata[]]></a>", "<a><!x></a>",
    "<a/><![CDATA[]]>",
    "<?xml?><a/>", "<?xml version='2.0'?><a/>", "<?xml version=1.0?><a/>",
    "<?xml encoding='UTF-8'?><a/>", "<?xml version='1.0' standalone='maybe'?><a/>",
    "<?xml version='1.0'encoding='UTF-8'?><a/>", "<?xml version='1.0' encoding='1'?><a/>",
    " <?xml version='1.0'?><a/>", "<a><?xml version='1.0'?></a>", "<?XML a?><a/>", "<??><a/>",
    "<?p", "<?p d", "<?p/d?><a/>", "<a><?1?></a>",
    "<!DOCTYPE a>", "<!DOCTYPE><a/>", "<!DOCTYPE a [<a/>", "<!DOCTYPE a []<a/>",
    "<!DOCTYPE a SYSTEM><a/>", "<!DOCTYPE a PUBLIC 'p'><a/>", "<!DOCTYPE a PUBLIC '{' 's'><a/>",
    "<!DOCTYPE a><!DOCTYPE a><a/>", "<a/><!DOCTYPE a>", "<a><!DOCTYPE a></a>",
    "<!DOCTYPE a [<!ELEMENT a>]><a/>", "<!DOCTYPE a [<!ELEMENT a (b|c,d)>]><a/>",
    "<!DOCTYPE a [<!ELEMENT a ()>]><a/>", "<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)>]><a/>",
    "<!DOCTYPE a [<!ELEMENT a (b]><a/>", "<!DOCTYPE a [<!ELEMENT a any>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b>]><a/>", "<!DOCTYPE a [<!ATTLIST a b CDATA>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b CDAT #IMPLIED>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA '<'>]><a/>",
    "<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED <!ELEMENT c EMPTY>>]><a/>",
    "<!DOCTYPE a [<!ENTITY e>]><a/>", "<!DOCTYPE a [<!ENTITY e 'a' 'b'>]><a/>",
    "<!DOCTYPE a [<!ENTITY e 'a%b;'>]><a/>", "<!DOCTYPE a [<!ENTITY e '&'>]><a/>",
    "<!DOCTYPE a [<!ENTITY %p 'v'>]><a/>", "<!DOCTYPE a [<!NOTATION n>]><a/>",
    "<!DOCTYPE a [ x ]><a/>", "<!DOCTYPE a [ > ]><a/>", "<!DOCTYPE a [<!X>]><a/>",
    "<!DOCTYPE a [<![INCLUDE[]]>]><a/>", "<!DOCTYPE a [<!-- -- -->]><a/>",
    "<!DOCTYPE a [<?xml?>]><a/>",
    "<!DOCTYPE a [<!ENTITY e 'v'>]><a>&e;</a>", "<!DOCTYPE a [<!ENTITY e 'v'>]><a b='&e;'/>",
    "<!DOCTYPE a [<!ENTITY e SYSTEM 's'>]><a>&e;</a>",
    "<!DOCTYPE a [<!ENTITY e 'v'><!ATTLIST a b CDATA '&e;'>]><a/>",
  ]

  /// Small documents to change byte by byte.
  static let mutated: [String] = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b=\"1\" c='&lt;é'>x &#65;]<b/>\r\n<!--c--></a>",
    "<!DOCTYPE a [\n<!ELEMENT a (b|c)*>\n<!ATTLIST a b CDATA #IMPLIED>]>\n<a b = \"1\"><![CDATA[x]]></a>",
    "<a><?p d?><b key=\"k\" value=\"ü&amp;\"/>日<c:d></c:d ></a><!-- e -->\n",
    "<!DOCTYPE a PUBLIC \"p\" \"s\" [<!ENTITY e 'v'><!ENTITY % f \"&#65;\"><!NOTATION n SYSTEM 's'>]><a/>",
  ]

  /// Bytes that mean something, and some that do not.
  static let bytes: [UInt8] = [
    0x00, 0x09, 0x0A, 0x0B, 0x0D, 0x20, 0x21, 0x22, 0x23, 0x25, 0x26, 0x27, 0x28, 0x2D, 0x2F, 0x30,
    0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x41, 0x5B, 0x5D, 0x61, 0x78, 0x80, 0xBF, 0xC3, 0xE2, 0xFF,
  ]
}

extension Documents {
  /// Each byte deleted, the end cut off, each interesting byte put in its place and before it.
  static func forEachMutation(of document: [UInt8], _ body: ([UInt8]) -> Void) {
    for index in document.indices {
      var deleted = document
      deleted.remove(at: index)
      body(deleted)
      body(Array(document[..<index]))
      for byte in bytes {
        var changed = document
        changed[index] = byte
        body(changed)
        changed[index] = document[index]
        changed.insert(byte, at: index)
        body(changed)
      }
    }
  }
}
