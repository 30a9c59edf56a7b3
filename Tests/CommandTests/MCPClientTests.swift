import Foundation
import HealthTesting
import Testing

/// `healthconv mcp` with the official client of Python, which checks every message and result against the schemas.
struct MCPClientTests {
  /// The interpreters with a client: of the system, and those that HEALTHCONV_MCP_PYTHONS names, for other versions of the
  /// client.
  private static let interpreters =
    (ProcessInfo.processInfo.environment["HEALTHCONV_MCP_PYTHONS"] ?? "").split(separator: ":")
    .map(String.init) + (Python.has("mcp") ? ["python3"] : [])

  @Test(
    .enabled(if: !interpreters.isEmpty, "needs the package 'mcp' of Python"),
    arguments: interpreters)
  func officialClientGetsTheFiguresOfStats(interpreter: String) throws {
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let made = try shell.run("healthconv generate --seed 3 --size 500 -o export.zip")
    #expect(made.status == 0, "\(made.errors)")
    try Self.script.write(
      to: shell.workFolder.appendingPathComponent("client.py"), atomically: true, encoding: .utf8)
    let run = try shell.run("\(interpreter) client.py export.zip")
    #expect(run.status == 0, "\(run.errors.suffix(4_000))")
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains("2025-11-25: 22 calls"), "\(run.output)")
    if lines.first == "stateless" {
      #expect(lines.contains("2026-07-28: 22 calls"), "\(run.output)")
    }
  }

  private static let script = #"""
    import anyio, json, random, subprocess, sys
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client

    try:
        from mcp.client.client import Client
    except ImportError:
        Client = None
        from mcp import ClientSession

    export = sys.argv[1]
    random.seed(29)

    def stats(arguments):
        command = ["healthconv", "stats", export, "--to", "json", "-q"]
        for name, value in arguments.items():
            option = {"types": "type", "interval": "by", "sources": "merge-sources", "zone": "day-zone"}.get(name, name)
            command += ["--" + option, ",".join(value) if isinstance(value, list) else value]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    def random_call():
        if random.random() < 0.4:
            return "answer", {"answer": random.choice(["sleep", "workouts", "splits", "summary", "activity"])}
        call = {"types": random.sample(["steps", "hr", "sleep", "weight", "Distance*"], random.randint(1, 3))}
        if random.random() < 0.5: call["interval"] = random.choice(["day", "week", "2 days", "month"])
        if random.random() < 0.3: call["sources"] = random.choice(["none", "max", "priority", "separate"])
        if random.random() < 0.3: call["zone"] = random.choice(["record", "Europe/Berlin"])
        return "statistics", call

    async def check(session, version):
        tools = (await session.list_tools()).tools
        assert [tool.name for tool in tools] == ["describe", "statistics", "answer", "explain", "units", "samples"], tools
        prompts = (await session.list_prompts()).prompts
        assert [prompt.name for prompt in prompts] == ["day", "week", "visit"]
        prompt = await session.get_prompt("visit", {"topic": "migraine"})
        assert "migraine" in prompt.messages[0].content.text
        calls = 0
        for tool, arguments in [("describe", {}), ("samples", {"types": ["steps"], "limit": 5}), ("units", {}),
                                ("units", {"value": 120, "from": "mg/dL", "to": "g/L"})]:
            result = await session.call_tool(tool, arguments)
            content = getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)
            assert content and json.loads(result.content[0].text) == content, (tool, result)
            calls += 1
        for _ in range(18):
            tool, arguments = random_call()
            result = await session.call_tool(tool, arguments)
            assert not getattr(result, "is_error", getattr(result, "isError", None)), result
            content = json.loads(result.content[0].text)
            expected = stats(arguments)
            del expected["version"]
            for name, value in expected.items():
                assert content[name] == value, (arguments, name, content[name], value)
            calls += 1
        unknown = await session.call_tool("statistics", {"types": ["StepCoun"]})
        assert "Did you mean 'StepCount'?" in unknown.content[0].text
        print(f"{version}: {calls} calls")

    async def main():
        server = StdioServerParameters(
            command="healthconv", args=["mcp", export, "--allow", "samples,names", "--max-bytes", "200000"])
        if Client is None:
            async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
                version = (await session.initialize()).protocolVersion
                await check(session, version)
            return
        print("stateless")
        for mode in ["auto", "legacy"]:
            async with Client(stdio_client(server), mode=mode) as client:
                await check(client, client.protocol_version)

    anyio.run(main)

    """#
}
