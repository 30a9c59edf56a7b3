#if os(Linux)
  import Foundation
  import HealthTesting
  import Testing

  /// What packages contain, made with the tool of the tests.
  struct PackagingTests {
    private static let packaging = CommandFileTests.root.appendingPathComponent("Packaging").path

    /// Every command has a manual page with all of its options, and every topic one.
    @Test func manualPagesAreComplete() throws {
      guard Python.has("json") else { return print("PackagingTests: SKIPPED: python3 is missing") }
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        SOURCE_DATE_EPOCH=1000000000 \(Self.packaging)/manuals "$(command -v healthconv)" man || exit 1
        check() {
          page=man/man1/$(echo healthconv "$@" | tr ' ' -).1
          for option in $(healthconv "$@" --help | grep -oE -- '^ +(-[a-z], )?--[a-z-]+(/--[a-z-]+)?' | grep -oE -- '--[a-z-]+'); do
            tr -d '\\\\' < $page | grep -qe "fB$option" || echo "$page lacks $option"
          done
        }
        check
        for command in $(healthconv --help | sed -n '/^SUBCOMMANDS/,$p' | grep -oE '^  [a-z]+ ' ); do check $command; done
        check store info; check store check; check units list; check units convert
        for topic in $(healthconv help topics | grep -oE '^  [a-z]+ '); do ls man/man7/healthconv-$topic.7; done
        head -n 1 man/man1/healthconv-convert.1
        """)
      #expect(run.errors == "")
      #expect(
        run.output == """
          man/man7/healthconv-predicates.7
          man/man7/healthconv-units.7
          man/man7/healthconv-selection.7
          man/man7/healthconv-stores.7
          man/man7/healthconv-maps.7
          man/man7/healthconv-cookbook.7
          man/man7/healthconv-privacy.7
          man/man7/healthconv-mcp.7
          .TH "HEALTHCONV-CONVERT" "1" "2001-09-09" "healthconv 0.1.0" "healthconv"

          """)
    }

    /// The pages are correct troff: mandoc finds no fault in them.
    @Test func manualPagesAreCorrect() throws {
      guard (try? OtherProgram.run("mandoc", ["-h"]))?.status != 127, Python.has("json") else {
        return print("PackagingTests: SKIPPED: mandoc is not installed")
      }
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        \(Self.packaging)/manuals "$(command -v healthconv)" man
        mandoc -T lint -W warning man/man*/*; mandoc -T utf8 man/man1/healthconv-convert.1 | col -bx
        """)
      #expect(run.errors == "")
      #expect(!run.output.contains("mandoc: "), "\(run.output.prefix(2_000))")
      #expect(run.output.contains("\n       healthconv-convert - convert health data"))
      #expect(run.output.contains("SEE ALSO"))
    }

    /// The pages of the documentation: every link has a target, nothing is requested from elsewhere, and the one script finds a
    /// section by its words, where Chromium is installed.
    @Test func documentationIsComplete() throws {
      guard Python.has("json") else { return print("PackagingTests: SKIPPED: python3 is missing") }
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        \(Self.packaging)/site "$(command -v healthconv)" site > log; echo $?
        ls site/index.html site/commands-cookbook.html site/topics.html
        grep -c '<h2 id="unit-fits-type">' site/rules.html; grep -c 'HeartRateVariabilitySDNN' site/types.html
        grep -l '<img\\|<link\\|@import' site/*.html; grep -h -o '<script[^>]*>' site/*.html | sort -u
        browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo no browser; exit; }
        "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 --dump-dom \
          "file://$PWD/site/topics.html?q=heart+rate+variabil" 2>/dev/null | grep -o '<ul id="found".*</ul>' | grep -c types.html
        """)
      #expect(run.errors == "")
      let checked =
        "0\nsite/commands-cookbook.html\nsite/index.html\nsite/topics.html\n1\n1\n<script src=\"search.js\">\n"
      #expect([checked + "1\n", checked + "no browser\n"].contains(run.output), "\(run.output)")
    }

    /// The pages of the library: every link of an article or a comment has a target.
    @Test func libraryPagesAreComplete() throws {
      guard (try? OtherProgram.run("docc", ["--help"]))?.status == 0, Python.has("json") else {
        return print("PackagingTests: SKIPPED: docc is not installed")
      }
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        modules=$(dirname "$(command -v healthconv)")/Modules
        \(Self.packaging)/library-pages $modules site/library > log || exit 1
        cd site/library/data/documentation; ls healthconv/serving.json healthstore/samplestore.json
        """)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output == "healthconv/serving.json\nhealthstore/samplestore.json\n")
    }

    /// `make install` and `make uninstall`.
    @Test func installedFilesAreRemoved() throws {
      guard Python.has("json") else { return print("PackagingTests: SKIPPED: python3 is missing") }
      let shell = try CommandShell(samples: CommandFileTests.samples)
      let run = try shell.run(
        """
        \(Self.packaging)/tree "$(command -v healthconv)" root /opt/h || exit 1
        root/opt/h/bin/healthconv --version
        for file in share/man/man1/healthconv.1 share/bash-completion/completions/healthconv \\
          share/zsh/site-functions/_healthconv share/fish/vendor_completions.d/healthconv.fish \\
          share/doc/healthconv/LICENSE share/healthconv/jsonlines.schema.json share/healthconv/maps/withings.yml \\
          share/healthconv/skills/healthconv/SKILL.md
        do [ -s root/opt/h/$file ] || echo "$file is missing"; done
        touch root/opt/h/share/man/man1/other.1
        python3 - root/opt/h/share/doc/healthconv <<'E'
        import os, re, sys
        for folder, _, names in os.walk(sys.argv[1]):
            for name in names:
                if name.endswith(".md"):
                    text = open(os.path.join(folder, name), encoding="utf-8").read()
                    text = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.S)
                    for link in re.findall(r"\\]\\(([^)#]+)[^)]*\\)", text):
                        if not re.match(r"https?:|doc:", link) and not os.path.exists(os.path.join(folder, link)):
                            print(f"{name}: no {link}")
        E
        \(Self.packaging)/untree root /opt/h; find root -type f
        """)
      #expect(run.errors == "")
      #expect(run.output == "0.1.0\nroot/opt/h/share/man/man1/other.1\n")
    }
  }
#endif
