import Foundation
import HealthTesting
import Testing

/// Which files of a folder `load` reads.
struct InboxFolderTests {
  @Test func moreFilesThanTheLimitAreNamed() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      mkdir inbox; (cd inbox; seq 100001 | xargs touch); healthconv load new.db inbox; echo $?; ls
      """)
    #expect(run.output == "65\ninbox\n")
    #expect(run.errors.contains("has more than 100000 files in a folder (limit 'folder-files')"))
  }

  @Test func linksAndHiddenFilesAreLeftOut() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      mkdir -p inbox/deeper other
      for file in inbox/deeper/a.xml inbox/.b.xml other/c.xml; do
        cp "$SAMPLES/commands/small.xml" $file; echo "<!-- $file -->" >> $file; touch -t 202001010000 $file
      done
      ln -s ../other/c.xml inbox/c.xml; ln -s ../other inbox/other
      healthconv load new.db inbox
      """)
    #expect(run.errors.hasPrefix("1 file: 1 loaded, 0 known\n"), "\(run.errors)")
  }

  /// The superuser can read every folder.
  @Test(.enabled(if: geteuid() != 0)) func aFolderThatCannotBeReadIsNamed() throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let run = try shell.run(
      """
      mkdir -p inbox/closed; chmod 000 inbox/closed; healthconv load new.db inbox; echo $?
      chmod 700 inbox/closed
      """)
    #expect(run.output == "66\n")
    #expect(run.errors.contains("inbox/closed"))
  }
}
