package import HealthBytes

/// Writes a workbook of Office Open XML (ECMA-376, `.xlsx`): sheets with a header that stays visible, and typed cells.
///
/// Sheets may be written at the same time. Each is spooled on the disk, and the archive is written when all have ended: so
/// a sheet with too many rows is refused before the first byte of the output.
package final class Workbook {
  private var sheets: [Sheet] = []

  package init() {}

  /// Begins a sheet.
  ///
  /// - Parameters:
  ///   - name: The name: at most 31 characters are used, without those that sheets cannot have in their names.
  ///   - columns: The texts of the header, at most 16,384.
  package func sheet(_ name: String, _ columns: [String]) throws(HealthError) -> Sheet {
    let sheet = try Sheet(unusedName(name), columns)
    sheets.append(sheet)
    return sheet
  }

  /// Removes a sheet.
  package func remove(_ sheet: Sheet) { sheets.removeAll { $0 === sheet } }

  private func unusedName(_ wanted: String) -> String {
    let name = wanted.filter { !"[]:*?/\\'".contains($0) && !$0.isNewline }
    let base = String(name.prefix(27))
    var unused = base.isEmpty ? "Sheet" : base
    var number = 1
    while sheets.contains(where: { $0.name.lowercased() == unused.lowercased() }) {
      number += 1
      unused = "\(base) \(number)"
    }
    return unused
  }

  /// Writes the workbook, whose sheets cannot be changed afterwards.
  ///
  /// - Parameters:
  ///   - sink: Takes the archive; not finished.
  ///   - jobs: How many threads pack. The bytes do not depend on it.
  package func write(to sink: any ByteSink, jobs: Int = 1) throws(HealthError) {
    if sheets.isEmpty { _ = try sheet("Sheet", []) }
    let archive = ZipWriter(UnfinishedSink(sink), jobs: jobs)
    for (path, text) in parts {
      try archive.beginEntry(name: path)
      try archive.write(text.utf8Span.span)
    }
    for (index, sheet) in sheets.enumerated() {
      try archive.beginEntry(name: "xl/worksheets/sheet\(index + 1).xml")
      try sheet.write { (bytes) throws(HealthError) in try archive.write(bytes) }
    }
    try archive.finish()
  }

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

  /// The files of the archive that describe the sheets.
  private var parts: [(path: String, text: String)] {
    let numbers = sheets.indices.map { $0 + 1 }
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let package = "http://schemas.openxmlformats.org/package/2006"
    let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    let types =
      "<Types xmlns=\"\(package)/content-types\">"
      + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
      + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(type).sheet.main+xml\"/>"
      + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(type).styles+xml\"/>"
      + numbers.map {
        "<Override PartName=\"/xl/worksheets/sheet\($0).xml\" ContentType=\"\(type).worksheet+xml\"/>"
      }.joined() + "</Types>"
    let root =
      "<Relationships xmlns=\"\(package)/relationships\"><Relationship Id=\"rId1\" "
      + "Type=\"\(office)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    let book =
      "<workbook xmlns=\"\(Sheet.namespace)\" xmlns:r=\"\(office)\"><bookViews><workbookView/></bookViews><sheets>"
      + zip(numbers, sheets).map { (number, sheet) in
        "<sheet name=\"\(Sheet.escaped(sheet.name))\" sheetId=\"\(number)\" r:id=\"rId\(number)\"/>"
      }.joined() + "</sheets></workbook>"
    let relations =
      "<Relationships xmlns=\"\(package)/relationships\">"
      + numbers.map {
        "<Relationship Id=\"rId\($0)\" Type=\"\(office)/worksheet\" Target=\"worksheets/sheet\($0).xml\"/>"
      }.joined()
      + "<Relationship Id=\"rId\(sheets.count + 1)\" Type=\"\(office)/styles\" Target=\"styles.xml\"/></Relationships>"
    return [
      ("[Content_Types].xml", types), ("_rels/.rels", root), ("xl/workbook.xml", book),
      ("xl/_rels/workbook.xml.rels", relations), ("xl/styles.xml", Self.styles),
    ].map { ($0.0, Self.declaration + $0.1) }
  }

  /// The styles of cells, in the order of ``Sheet/Style``.
  private static let styles = """
    <styleSheet xmlns="\(Sheet.namespace)"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>\
    <numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
    <fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
    <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
    <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
    <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">\
    <xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
    <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
    <xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
    <xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
    <xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>\
    <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>
    """
}

/// A sink whose end is that of its owner.
private final class UnfinishedSink: ByteSink {
  private let sink: any ByteSink

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: Span<UInt8>) throws(HealthError) { try sink.write(bytes) }

  func finish() throws(HealthError) {}
}
