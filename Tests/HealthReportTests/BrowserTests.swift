import Testing

/// The report in a browser, which reads the page as people's browsers do.
@Suite(
  .enabled(if: Chromium.path != nil, "found no Chromium: apt-get install chromium"), .serialized)
struct BrowserTests {
  private static let look = """
    {
      visible: [...page.querySelectorAll('.month')].filter(m => view.getComputedStyle(m).display != 'none').map(m => m.id),
      months: page.querySelectorAll('.month').length,
      charts: [...page.querySelectorAll('figure svg')].filter(s => view.getComputedStyle(s).display != 'none').length,
      unnamed: [...page.querySelectorAll('svg')].filter(s => !s.hasAttribute('aria-hidden') && !(s.getAttribute('role') == 'img'
        && s.getAttribute('aria-label'))).length,
      headings: [...page.querySelectorAll('h1,h2,h3')].map(h => h.tagName).join(' '),
      scripts: page.querySelectorAll('script,iframe,object,embed,link,img,form,base').length,
      handlers: [...page.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on') || a.name == 'style')).length,
      outside: [...page.querySelectorAll('[href],[src]')].filter(e => !(e.getAttribute('href') || '').startsWith('#')).length,
      wide: page.documentElement.scrollWidth > page.documentElement.clientWidth,
      named: [...page.querySelectorAll('bdi')].map(b => b.textContent),
      tables: page.querySelectorAll('.month table').length,
      links: [...page.querySelectorAll('nav a')].filter(a => !page.querySelector(a.getAttribute('href'))).length,
      policy: page.querySelector('meta[http-equiv]').content
    }
    """

  @Test func aMonthCanBePicked() throws {
    let folder = try ReportFolder(ReportFolder.generated(days: 70))
    _ = try folder.report()
    let latest = try Chromium.evaluate(Self.look, in: folder)
    #expect(latest["visible"] as? [String] == ["m2024-04"])
    #expect(latest["months"] as? Int == 4)
    #expect(latest["tables"] as? Int == 4)
    #expect((latest["charts"] as? Int ?? 0) > 15)
    #expect(latest["links"] as? Int == 0)
    let picked = try Chromium.evaluate(Self.look, in: folder, fragment: "#m2024-02")
    #expect(picked["visible"] as? [String] == ["m2024-02"])
  }

  @Test func thePageIsSelfContainedAndAccessible() throws {
    let folder = try ReportFolder(ReportFolder.generated(days: 40))
    _ = try folder.report()
    let found = try Chromium.evaluate(Self.look, in: folder)
    #expect(found["scripts"] as? Int == 0)
    #expect(found["handlers"] as? Int == 0)
    #expect(found["outside"] as? Int == 0)
    #expect(found["unnamed"] as? Int == 0)
    #expect(found["wide"] as? Bool == false)
    #expect((found["policy"] as? String)?.hasPrefix("default-src 'none'; style-src") == true)
    let headings = try #require(found["headings"] as? String)
    #expect(headings.hasPrefix("H1 H2 H3"))
    #expect(!headings.contains("H1 H3"))
  }

  @Test func hostileNamesAreText() throws {
    let folder = try ReportFolder(Array(PageTests.hostile.utf8))
    _ = try folder.report()
    let found = try Chromium.evaluate(Self.look, in: folder)
    #expect(found["scripts"] as? Int == 0)
    #expect(found["handlers"] as? Int == 0)
    #expect(found["outside"] as? Int == 0)
    #expect(found["visible"] as? [String] == ["m2024-06"])
    let names = try #require(found["named"] as? [String])
    #expect(names.contains("</title><script>alert(1)</script>"))
    #expect(names.contains { $0.hasPrefix(#"" onmouseover="x" '>"#) })
  }
}
