import Foundation
import HealthConv
import Testing

/// The report in a browser, which reads the page as people's browsers do.
@Suite(
  .enabled(if: Chromium.path != nil, "found no Chromium: apt-get install chromium"), .serialized)
struct BrowserTests {
  private static let look = """
    {
      visible: [...page.querySelectorAll('.month')].filter(m => view.getComputedStyle(m).display != 'none').map(m => m.id),
      months: page.querySelectorAll('.month').length,
      charts: [...page.querySelectorAll('figure .plot > svg')].filter(s => view.getComputedStyle(s).display != 'none').length,
      unnamed: [...page.querySelectorAll('svg')].filter(s => s.getAttribute('aria-hidden') != 'true' && !(s.getAttribute('role') == 'img'
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

  /// Text has at least 12 px on every screen, and the page is not wider than the screen.
  @Test(arguments: [320, 390, 1_280]) func textIsLargeEnough(width: Int) throws {
    let folder = try ReportFolder(YearsExport.bytes)
    for audience in ReportDocument.Audience.allCases {
      _ = try folder.report(for: audience)
      let found = try Chromium.evaluate(
        """
        (() => {
          const small = [...page.querySelectorAll('body *')].filter(e => e.getClientRects().length
            && [...e.childNodes].some(n => n.nodeType == 3 && n.textContent.trim())
            && parseFloat(view.getComputedStyle(e).fontSize) < 12).length;
          const texts = [...page.querySelectorAll('.plot text')].filter(t => t.getClientRects().length);
          // A scaled picture has smaller text than its style states.
          const scaled = texts.filter(t => t.getBoundingClientRect().height < 12).length;
          const outside = texts.filter(t => {
            const box = t.getBoundingClientRect();
            return box.left < 0 || box.right > page.documentElement.clientWidth;
          }).length;
          const labels = [...page.querySelectorAll('.plot')].filter(p => p.getClientRects().length).map(p => [...p.querySelectorAll('text.s')]
            .filter(t => t.getClientRects().length).map(t => t.getBoundingClientRect()).sort((a, b) => a.left - b.left));
          const overlaps = labels.flatMap(l => l.slice(1).filter((b, i) => b.left < l[i].right)).length;
          return { small, scaled, outside, overlaps, count: texts.length,
            wide: page.documentElement.scrollWidth > page.documentElement.clientWidth,
            unlabeled: labels.filter(l => l.length == 0).length };
        })()
        """, in: folder, width: width)
      #expect(found["small"] as? Int == 0)
      #expect(found["scaled"] as? Int == 0)
      #expect(found["outside"] as? Int == 0)
      #expect(found["overlaps"] as? Int == 0)
      #expect(found["wide"] as? Bool == false)
      if audience == .person {
        #expect((found["count"] as? Int ?? 0) > 100)
        #expect(found["unlabeled"] as? Int == 0)
      }
    }
  }

  /// On paper every month appears, with the table of its days; the page for a doctor is one page.
  @Test func everyMonthIsPrinted() throws {
    let folder = try ReportFolder(YearsExport.bytes)
    let page = try folder.report()
    guard let pages = try Chromium.printed(folder) else { return }
    let lines = pages.joined(separator: "\n").split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let months = page.components(separatedBy: "<section class=\"month").count - 1
    #expect(months == 12)
    for title in ["March 2016", "April 2016", "December 2020", "September 2024", "April 2025"] {
      // The heading, and the caption of the table of days.
      #expect(lines.count { $0 == title } == 2, "\(title)")
    }
    _ = try folder.report(for: .doctor)
    let doctor = try #require(try Chromium.printed(folder))
    #expect(doctor.count == 1)
    #expect(doctor.first?.contains("Sources and quality of the data") == true)
  }
}
