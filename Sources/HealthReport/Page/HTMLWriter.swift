import HealthBytes
import HealthStatistics

/// Collects a page, chunk by chunk. Markup is `StaticString`, so that whatever comes from data can only be written as text.
struct HTMLWriter: ~Copyable {
  private let sink: any ByteSink
  private var buffer = ByteBuffer(capacity: 1 << 16)

  init(_ sink: any ByteSink) { self.sink = sink }

  /// Markup of the program itself.
  mutating func tag(_ markup: StaticString) { buffer.append(markup) }

  /// Text, also in the value of an attribute: characters that mean something in HTML are escaped, and commands such as
  /// changes of direction are shown as `\u{202E}`.
  mutating func text(_ text: String) {
    for byte in text.printable.utf8 {
      switch byte {
      case UInt8(ascii: "&"): buffer.append("&amp;")
      case UInt8(ascii: "<"): buffer.append("&lt;")
      case UInt8(ascii: ">"): buffer.append("&gt;")
      case UInt8(ascii: "\""): buffer.append("&quot;")
      case UInt8(ascii: "'"): buffer.append("&#39;")
      default: buffer.append(byte)
      }
    }
  }

  /// A name from a file: 60 characters at most, and its direction does not change that of the text around it.
  mutating func name(_ name: String) {
    tag("<bdi>")
    text(name.printableName)
    tag("</bdi>")
  }

  mutating func number(_ number: Int) { buffer.append(utf8: "\(number)") }

  /// A coordinate, with a tenth at most.
  mutating func coordinate(_ value: Double) {
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    if tenths < 0 { buffer.append(UInt8(ascii: "-")) }
    number(abs(tenths) / 10)
    if tenths % 10 != 0 {
      buffer.append(UInt8(ascii: "."))
      number(abs(tenths) % 10)
    }
  }

  /// A coordinate as an attribute.
  mutating func attribute(_ name: StaticString, _ value: Double) {
    tag(" ")
    tag(name)
    tag("=\"")
    coordinate(value)
    tag("\"")
  }

  /// A coordinate in percent of the width, with two decimals at most.
  mutating func percent(_ name: StaticString, _ value: Double) {
    tag(" ")
    tag(name)
    tag("=\"")
    let hundredths = Int((min(max(value, 0), 100) * 100).rounded())
    number(hundredths / 100)
    if hundredths % 100 != 0 {
      tag(hundredths % 100 < 10 ? ".0" : ".")
      number(hundredths % 10 == 0 ? hundredths % 100 / 10 : hundredths % 100)
    }
    tag("%\"")
  }

  /// The bytes of the page so far.
  var count: Int { buffer.count }

  /// Discards what was collected.
  mutating func removeAll() { buffer.removeAll() }

  /// Passes the page on to the sink.
  func write() throws(HealthError) {
    try buffer.withBytes { (bytes) throws(HealthError) in try sink.write(bytes) }
  }
}

extension Double {
  /// The number in the plain form, with so many decimals: `1,234.5`.
  func shown(_ places: Int = 0) -> String {
    guard isFinite, magnitude < 1e15 else { return "–" }
    return (magnitude < 1e-4 ? "0" : description).rounded(toPlaces: places, isFixed: true)
      ?? description
  }

  /// Hours as hours and minutes: `7:32`.
  var hours: String {
    guard isFinite, magnitude < 1e9 else { return "–" }
    let minutes = Int((self * 60).rounded())
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}

/// The look of a page: light and dark, on screens and on paper. Months are chosen by links: the one whose link was followed
/// is shown, else the latest. There is no script.
enum ReportStyle {
  static let text: StaticString = """
    :root{color-scheme:light dark;--back:#fbfbf9;--card:#fff;--ink:#1d2327;--soft:#5b6670;--line:#dfe3e6;--move:#2f7d5b;\
    --energy:#b8651b;--heart:#c2304a;--heart2:#e9a5b0;--deep:#27408b;--core:#4f7fd6;--rem:#8a6fd1;--other:#9fb4cf;--mass:#6a5d1d;\
    --flow:#b03060;--link:#1f5fae}
    @media screen and (prefers-color-scheme:dark){:root{--back:#14181b;--card:#1c2226;--ink:#e8ebed;--soft:#a3afb8;--line:#333c42;\
    --move:#58b98d;--energy:#e39a53;--heart:#f0677f;--heart2:#7d3a47;--deep:#6f8ff0;--core:#6ca5f5;--rem:#b39bf0;--other:#71849b;\
    --mass:#cdb95a;--flow:#ec7fa6;--link:#8abdf5}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
    main,header,footer{max-width:60rem;margin:0 auto;padding:0 1rem}
    header{padding-top:1.5rem}
    h1{font-size:1.8rem;margin:.2rem 0}h2{font-size:1.35rem;margin:0 0 .6rem}h3{font-size:1rem;margin:0}
    a{color:var(--link)}
    section>h3{margin-top:1rem}.facts{color:var(--soft);margin:.2rem 0 1rem}
    section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.2rem;margin:1rem 0}
    .figures{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin:0 0 .8rem}
    .figures div{min-width:7rem}.figures dt{color:var(--soft);font-size:.85rem}.figures dd{margin:0;font-size:1.2rem;font-weight:600}
    figure{margin:0 0 1.1rem}figcaption{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline}
    svg{display:block;width:100%;height:auto}
    .plot{padding:0 10px 0 46px}.plot svg{height:160px;overflow:visible}
    .axis line{stroke:var(--line)}.axis text{fill:var(--soft);font-size:12px}.v{text-anchor:end}.s{text-anchor:middle}
    .wide{display:none}@media (min-width:42rem){.wide{display:inline}.narrow{display:none}}
    .move rect{fill:var(--move)}.energy rect{fill:var(--energy)}.band rect{fill:var(--heart2)}
    .band2 rect{fill:var(--other);opacity:.7}.plot path{fill:none;stroke-width:1.8;vector-effect:non-scaling-stroke}
    .heart path{stroke:var(--heart)}.heart circle{fill:var(--heart)}.second path{stroke:var(--deep)}.second circle{fill:var(--deep)}
    .energy path{stroke:var(--energy)}.energy circle{fill:var(--energy)}.core path{stroke:var(--core)}.core circle{fill:var(--core)}
    .move path{stroke:var(--move)}.move circle{fill:var(--move)}
    .rest path{stroke:var(--soft);stroke-dasharray:4 3}.rest circle{fill:var(--soft)}
    .mass path{stroke:var(--mass)}.mass circle{fill:var(--mass)}
    .deep rect{fill:var(--deep)}.core rect{fill:var(--core)}.rem rect{fill:var(--rem)}.other rect{fill:var(--other)}
    .flow rect{fill:var(--flow)}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:0;padding:0;font-size:.85rem;color:var(--soft)}
    .legend svg{display:inline-block;width:.8em;height:.8em;margin-right:.35em}
    nav ol{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem;margin:.2rem 0;padding:0}
    nav li>b{display:inline-block;min-width:3.2rem;padding:.15rem 0}
    nav a{display:inline-block;padding:.15rem .6rem;border:1px solid var(--line);border-radius:6px;text-decoration:none}
    nav a:focus-visible,nav a:hover{border-color:var(--link)}
    table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
    th,td{padding:.2rem .5rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
    tbody th{white-space:nowrap}.doctor tbody th{white-space:normal}.doctor td:not(.t){white-space:nowrap}th:first-child,td.t,th.t{text-align:left}thead th{color:var(--soft);font-weight:600}
    caption{text-align:left;color:var(--soft)}.scroll{overflow-x:auto;background:linear-gradient(to right,var(--card) 40%,transparent),\
    linear-gradient(to left,var(--card) 40%,transparent),linear-gradient(to right,var(--line),transparent),\
    linear-gradient(to left,var(--line),transparent);background-size:40px 100%,40px 100%,14px 100%,14px 100%;\
    background-position:0 0,100% 0,0 0,100% 0;background-repeat:no-repeat;background-attachment:local,local,scroll,scroll}details{margin-top:.4rem}summary{cursor:pointer;color:var(--link)}
    .workouts{list-style:none;margin:.4rem 0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:.6rem}
    .workouts li{display:flex;gap:.7rem;border:1px solid var(--line);border-radius:8px;padding:.6rem}
    .workouts svg{flex:0 0 76px;width:76px;height:76px}.workouts path{fill:none;stroke:var(--move);stroke-width:2;stroke-linejoin:round}
    .workouts p{margin:0;font-size:.88rem;color:var(--soft)}
    .month{display:none}.month:target{display:block}main:not(:has(.month:target)) .latest{display:block}
    @supports not selector(:has(a)){.month{display:block}}
    .doctor{font-size:13px;line-height:1.35}.doctor table{font-size:13px}.doctor h1{font-size:1.4rem}.doctor h2{font-size:1rem;margin:.6rem 0 .1rem}
    .doctor p{margin:.15rem 0}.doctor caption{display:none}.doctor .figures{margin:0}.doctor .figures dd{font-size:1rem}
    @media (max-width:24rem){main,header,footer{padding:0 .4rem}section{padding:.8rem .7rem}}
    @media print{@page{margin:12mm}body{background:#fff;font-size:11pt}nav,summary{display:none}section{border:0;padding:0;break-inside:auto}\
    figure,li,tr{break-inside:avoid}h2,h3{break-after:avoid}.month{display:block!important;break-before:page}\
    details::details-content{content-visibility:visible;display:block;height:auto}.scroll{overflow:visible}\
    .month table{font-size:7.5pt}.month th,.month td{padding:.05rem .2rem}\
    body.doctor{font-size:9pt}.doctor table{font-size:8pt}.doctor th,.doctor td{padding:.05rem .3rem}.doctor tbody th,.doctor td{white-space:nowrap}.doctor main,.doctor header{padding:0;max-width:none}\
    .doctor h1{font-size:14pt}.doctor h2{font-size:10.5pt;margin:.35rem 0 .05rem}}
    """
}
