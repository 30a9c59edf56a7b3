import Foundation
import Testing

@testable import HealthBytes

/// How many processors a process may use, from files as the kernel writes them.
@Suite struct ProcessorTests {
  private func root(_ files: [String: String]) throws -> Scratch {
    let scratch = try Scratch()
    for (path, text) in files {
      let folder = (scratch.path + "/" + path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = try scratch.file(path, Array(text.utf8))
    }
    return scratch
  }

  @Test(arguments: [("3", 2), ("f", 4), ("00ff,ffffffff", 40), ("1", 1)])
  func processorsThatMayBeUsed(mask: String, count: Int) throws {
    let scratch = try root([
      "proc/self/status": "Name:\tx\nCpus_allowed:\t\(mask)\nCpus_allowed_list:\t0-1\n"
    ])
    #expect(Processors.allowed(scratch.path) == count)
  }

  @Test(
    arguments: [
      ("max 100000", nil), ("200000 100000", 2), ("150000 100000", 2), ("1000 100000", 1),
      ("", nil),
      ("0 100000", nil), ("100000 0", nil), ("-1 100000", nil),
    ] as [(String, Int?)])
  func quotaOfAGroup(text: String, count: Int?) throws {
    let scratch = try root([
      "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/cpu.max": text + "\n",
      "sys/fs/cgroup/a/cpu.max": "max 100000\n",
    ])
    #expect(Processors.quota(scratch.path) == count)
  }

  @Test func groupsAroundItCountToo() throws {
    let scratch = try root([
      "proc/self/cgroup": "9:name=systemd:/\n2:cpuacct:/\n1:cpu,cpuacct:/x/y\n0::/\n",
      "sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "300000\n",
      "sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n",
      "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
      "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
    ])
    #expect(Processors.quota(scratch.path) == 3)
    #expect(Processors.quota(try Scratch().path) == nil)
    #expect(Processors.allowed(try Scratch().path) == nil)
    #expect(Processors.available >= 1)
  }
}
