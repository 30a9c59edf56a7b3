import Foundation
import HealthTesting
import Testing

/// Health data may be read by their owner only, unless the owner says otherwise.
struct PermissionTests {
  private func run(_ script: String) throws -> CommandShell.Run {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    return try shell.run("SMALL=\"$SAMPLES/commands/small.xml\"\n\(script)")
  }

  @Test func outputsArePrivate() throws {
    let run = try run(
      """
      umask 022
      for name in a.jsonl a.csv a.zip a.db a.jsonl.gz; do healthconv convert "$SMALL" -q -o $name; done
      healthconv convert "$SMALL" -q --to sqlite --layout dogsheep -o dogsheep.db
      healthconv convert "$SMALL" -q --to apple-health -o out/
      healthconv convert "$SMALL" -q --rejects bad.jsonl -o good.jsonl
      healthconv merge "$SMALL" "$SMALL" -q -o merged.jsonl
      find . ! -name . -perm -0001 -o ! -name . -perm -0010 -o ! -name . -perm -0044
      find . -type f | wc -l | tr -d ' '
      """)
    #expect(run.output == "10\n")
  }

  @Test func aStricterUmaskHolds() throws {
    let run = try run(
      "umask 0377; healthconv convert \"$SMALL\" -q -o a.jsonl; ls -l a.jsonl | cut -c 1-10")
    #expect(run.output == "-r--------\n")
  }

  @Test(arguments: ["600", "644", "660", "400"])
  func whatIsReplacedKeepsItsPermissions(_ permissions: String) throws {
    let run = try run(
      """
      umask 022
      for name in a.jsonl a.zip a.db; do
        healthconv convert "$SMALL" -q -o $name; chmod \(permissions) $name
        healthconv convert "$SMALL" -q -o $name --overwrite
        find $name -perm \(permissions)
      done
      """)
    #expect(run.output == "a.jsonl\na.zip\na.db\n")
  }

  /// The file that is not whole yet is never more open than the one it becomes.
  @Test(arguments: ["600", "644"]) func theTemporaryFileIsPrivate(_ permissions: String) throws {
    let run = try run(
      """
      umask 022
      touch out.jsonl; chmod \(permissions) out.jsonl
      healthconv generate --size 5000 -o big.xml
      mkfifo pipe
      healthconv convert pipe --from apple-health -o out.jsonl --overwrite -q &
      exec 3> pipe
      head -c 1000000 big.xml >&3
      waits=0
      until ls -A | grep -q 'healthconv-' || [ $waits -gt 100 ]; do sleep 0.1; waits=$((waits + 1)); done
      ls -l .out* | cut -c 1-10
      tail -c +1000001 big.xml >&3
      exec 3>&-
      wait $!
      find out.jsonl -perm \(permissions)
      """)
    #expect(run.output == "-rw-------\nout.jsonl\n")
  }

  /// Only the superuser can give a file to somebody else.
  @Test(.enabled(if: geteuid() == 0), arguments: ["xml", "db", "jsonl"])
  func theOwnerIsKept(_ ending: String) throws {
    let run = try run(
      """
      sed 's/AsleepCore/Asleep/' "$SMALL" > old.xml
      [ \(ending) = xml ] || healthconv convert old.xml -q -o old.\(ending)
      chown 12345:23456 old.\(ending); chmod 640 old.\(ending)
      healthconv validate old.\(ending) --fix -q
      ls -ln old.\(ending) | awk '{ print $1, $3, $4 }'
      """)
    #expect(run.output == "-rw-r----- 12345 23456\n")
    #expect(run.errors.contains(": fixed"))
  }

  /// Somebody else's file in a folder that both may write to.
  @Test(.enabled(if: geteuid() == 0 && FileManager.default.fileExists(atPath: "/usr/bin/setpriv")))
  func whereTheOwnerCannotBeKeptNothingIsFixed() throws {
    let run = try run(
      """
      umask 000; chmod 755 .. ; mkdir shared; cd shared
      sed 's/AsleepCore/Asleep/' "$SMALL" > old.xml; cp old.xml before.xml
      chown 12345 old.xml
      tool=$(command -v healthconv)
      TMPDIR=/tmp setpriv --reuid 23456 --regid 23456 --clear-groups "$tool" validate old.xml --fix; echo $?
      cmp old.xml before.xml; ls -A; ls -ln old.xml | awk '{ print $3 }'
      """)
    #expect(run.output.hasSuffix("\nbefore.xml\nold.xml\n12345\n"), "\(run.output)\(run.errors)")
    #expect(run.errors.contains("it belongs to another user"), "\(run.errors)")
  }

  /// A process that may open no more files leaves nothing of what it had begun.
  @Test func aFailedOpenLeavesNoFolder() throws {
    let run = try run(
      """
      for files in 4 5 6 7 8 9 10 11 12 13 14; do
        (ulimit -n $files; healthconv convert "$SMALL" -q --to apple-health -o out/) 2> errors
        rm -rf out
      done
      rm errors; ls -A
      """)
    #expect(run.output == "")
  }
}
