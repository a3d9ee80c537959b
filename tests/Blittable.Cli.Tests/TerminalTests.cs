using System.Diagnostics;
using System.Text;

namespace Blittable.Cli.Tests;

/// <summary>Text from documents and file names cannot control the terminal. The built command runs in a terminal provided by <c>script</c>.</summary>
public sealed partial class TerminalTests : IDisposable
{
    /// <summary>Sets a title and a color, clears a line with an 8-bit code, deletes, and reverses the writing direction.</summary>
    private const string Hostile = "a\u001b]0;title\u0007\u001b[31m\u009b2K\u007f\r\u202eb";
    private const string Escaped = @"a\u001b]0;title\u0007\u001b[31m\u009b2K\u007f\r\u202eb";

    /// <summary>The same text in JSON, where the writer escapes the C0 characters.</summary>
    private const string HostileJson = "\"a\\u001b]0;title\\u0007\\u001b[31m\u009b2K\u007f\\r\u202eb\"";
    private const string EscapedJson = @"""a\u001b]0;title\u0007\u001b[31m\u009b2K\u007f\r\u202eb""";

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(Escaped, "get", "$[0]", "--raw", "one.blit")]
    [InlineData(EscapedJson, "get", "$[0]", "one.blit")]
    [InlineData(EscapedJson, "to-json", "one.blit")]
    [InlineData(EscapedJson, "unpack", "many.blic")]
    [InlineData(Escaped, "query", "many.blic", "--select", "$.text")]
    [InlineData(EscapedJson, "query", "many.blic", "--select", "$.text", "--format", "json")]
    [InlineData(Escaped, "query", "many.blic", "--select", "$.text", "--format", "csv")]
    [InlineData(Escaped, "stat", "many.blic")]
    public async Task Text_from_documents_is_escaped_on_a_terminal(string expected, params string[] arguments)
    {
        await WriteAsync();
        var shown = await AtTerminalAsync(ExitCode.Done, arguments);
        Assert.Contains(expected, shown, StringComparison.OrdinalIgnoreCase);
        AssertHarmless(shown);
    }

    [Theory]
    [InlineData(Escaped, (int)ExitCode.Done, "convert", Hostile + ".json")]
    [InlineData(Escaped, (int)ExitCode.BadData, "verify", Hostile + ".blit")]
    [InlineData(Escaped, (int)ExitCode.InputOutput, "get", "$.a", "no such file " + Hostile)]
    [InlineData(Escaped, (int)ExitCode.Usage, "get", "$.a" + Hostile, "one.blit")]
    [InlineData(@"'\u001b'", (int)ExitCode.Usage, "query", "many.blic", "--where", Hostile)]
    [InlineData(Escaped, (int)ExitCode.Usage, "convert", "one.json", "--mode", Hostile)]
    [InlineData(Escaped, (int)ExitCode.Usage, "convert", "one.json", "-o", Hostile + "/")]
    [InlineData(Escaped, (int)ExitCode.Done, "pack", "many.ndjson", "-o", Hostile + ".blic")]
    [InlineData(Escaped, (int)ExitCode.Usage, "stat", "--" + Hostile)]
    [InlineData(Escaped, (int)ExitCode.Usage, Hostile)]
    public async Task Text_from_arguments_is_escaped_on_a_terminal(string expected, int code, params string[] arguments)
    {
        await WriteAsync();
        _folder.Write(Hostile + ".json", "[1]");
        _folder.Write(Hostile + ".blit", "this is no document");
        var shown = await AtTerminalAsync((ExitCode)code, arguments);
        Assert.Contains(expected, shown, StringComparison.OrdinalIgnoreCase);
        AssertHarmless(shown);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_pipe_receives_requested_data_unescaped(bool isRaw)
    {
        await WriteAsync();
        using var process = Start(redirected: true, "dotnet", [Command, "get", "$[0]", .. isRaw ? (string[])["--raw"] : [], _folder["one.blit"]]);
        var shown = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal((isRaw ? Hostile : HostileJson) + "\n", shown);
    }

    [Fact]
    public async Task Tables_and_messages_are_escaped_in_a_pipe()
    {
        await WriteAsync();
        var table = await CommandRun.Of("query", _folder["many.blic"], "--select", "$.text", "--format", "table");
        Assert.Contains(Escaped, table.OutputText, StringComparison.Ordinal);
        AssertHarmless(table.OutputText);
        var message = await CommandRun.Of("get", "$.a", _folder["no such file " + Hostile]);
        Assert.Contains(Escaped, message.Error, StringComparison.Ordinal);
        AssertHarmless(message.Error);
    }

    [Fact]
    public async Task A_dictionary_is_not_written_to_a_terminal()
    {
        await WriteAsync();
        var shown = await AtTerminalAsync(ExitCode.Usage, "train", "many.ndjson", "-o", "-");
        Assert.Contains("'--force' to write to the terminal", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("title", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Binary_data_is_written_to_a_terminal_only_with_force()
    {
        await WriteAsync();
        var document = Encoding.UTF8.GetString(_folder.Read("one.blit")).Replace("\n", "\r\n", StringComparison.Ordinal);
        var refused = await AtTerminalAsync(ExitCode.Usage, "convert", "one.json", "-o", "-");
        Assert.Contains("'--force' to write to the terminal", refused, StringComparison.Ordinal);
        Assert.DoesNotContain("title", refused, StringComparison.Ordinal);
        Assert.Equal(document, await AtTerminalAsync(ExitCode.Done, "convert", "one.json", "-o", "-", "--force"));
    }

    [Fact]
    public async Task A_pager_receives_the_same_text_as_a_terminal()
    {
        await WriteAsync();
        var shown = await AtTerminalWithAsync(new() { ["PAGER"] = "sed 's/^/page: /'" }, ExitCode.Done, "to-json", "one.blit", "--pager");
        Assert.Contains($"page: [{EscapedJson}", shown, StringComparison.OrdinalIgnoreCase);
        AssertHarmless(shown);
    }

    [Fact]
    public async Task A_pager_that_cannot_be_started_is_an_error()
    {
        await WriteAsync();
        var shown = await AtTerminalWithAsync(new() { ["PAGER"] = "no-such-pager" }, ExitCode.InputOutput, "to-json", "one.blit", "--pager");
        Assert.Contains("The pager cannot be started", shown, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("sql", "select 1")]
    [InlineData("export", "many.blic")]
    public async Task A_command_of_the_tool_starts_no_second_pager(params string[] command)
    {
        await WriteAsync();
        var tool = _folder.Write("blittable-arrow", "#!/bin/sh\necho \"tool $*\"\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(tool, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        var path = $"{_folder.Path}:{Environment.GetEnvironmentVariable("PATH")}";
        var shown = await AtTerminalWithAsync(new() { ["PAGER"] = "echo pager; cat", ["PATH"] = path }, ExitCode.Done, [.. command, "--pager"]);
        Assert.Equal($"tool {string.Join(' ', command)} --pager\r\n", shown);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("1", false)]
    public async Task Charts_have_colors_unless_NO_COLOR_is_set(string noColor, bool hasColors)
    {
        await WriteAsync();
        var shown = await AtTerminalWithAsync(new() { ["TERM"] = "xterm-256color", ["NO_COLOR"] = noColor }, ExitCode.Done, "stat", "one.blit");
        Assert.Contains("100.0 %", shown, StringComparison.Ordinal);
        Assert.Equal(hasColors, ColorPattern().IsMatch(shown));
    }

    [Fact]
    public async Task A_long_operation_shows_its_throughput()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/script"), "Only Linux's script is known to provide a terminal here.");
        using (var made = Process.Start("mkfifo", [_folder["pipe"]]))
        {
            await made.WaitForExitAsync();
        }

        // The input ends only after a rate was shown.
        var line = $"dotnet '{Command}' convert - --format ndjson -o out.blits < pipe";
        using var process = Start(
            redirected: true, "/usr/bin/script", ["--quiet", "--return", "--command", line, "/dev/null"], _folder.Path, new() { ["TERM"] = "xterm" });
        await using (var input = new FileStream(_folder["pipe"], FileMode.Open, FileAccess.Write))
        {
            await input.WriteAsync("[1]\n"u8.ToArray());
            await input.FlushAsync();
            var shown = new StringBuilder();
            var piece = new char[256];
            using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(1));
            while (!shown.ToString().Contains("MB/s", StringComparison.Ordinal))
            {
                var count = await process.StandardOutput.ReadAsync(piece, limit.Token);
                Assert.NotEqual(0, count);
                shown.Append(piece, 0, count);
            }
        }

        await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
        Assert.Contains("out.blits", _folder.Files);
    }

    [Theory]
    [InlineData("äöü 漢字 🎉\n\ttext", "äöü 漢字 🎉\n\ttext")]
    [InlineData("\u0080\u009f\u00a0\u061c\u2028\u2066\u2070", "\\u0080\\u009f\u00a0\\u061c\\u2028\\u2066\u2070")]
    [InlineData("\r\u001b\u0000\u007f", @"\r\u001b\u0000\u007f")]
    public void Text_is_escaped_regardless_of_how_it_is_split(string text, string expected)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        for (var length = 1; length <= bytes.Length; length++)
        {
            using var terminal = new MemoryStream();
            using var stream = new TerminalStream(terminal);
            foreach (var piece in bytes.Chunk(length))
            {
                stream.Write(piece);
            }

            Assert.Equal(expected, Encoding.UTF8.GetString(terminal.ToArray()));
        }
    }

    [Fact]
    public void Invalid_UTF8_is_replaced_with_the_replacement_character()
    {
        using var terminal = new MemoryStream();
        using var stream = new TerminalStream(terminal);
        stream.Write([(byte)'a', 0x9B, (byte)'b', 0xE2, 0x80, (byte)'c']);
        Assert.Equal("a\uFFFDb\uFFFDc", Encoding.UTF8.GetString(terminal.ToArray()));
    }

    private static string Command => Path.Combine(AppContext.BaseDirectory, "Blittable.Cli.dll");

    private static Process Start(
        bool redirected, string program, IEnumerable<string> arguments, string? folder = null, Dictionary<string, string>? environment = null)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = redirected,
            RedirectStandardOutput = redirected,
            StandardOutputEncoding = Encoding.UTF8,
            // Nothing else writes control sequences to this type of terminal: all sequences that arrive come from the data.
            Environment = { ["TERM"] = "dumb" },
        };
        foreach (var (name, value) in environment ?? [])
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    private static void AssertHarmless(string shown)
    {
        var commands = shown.Replace("\r\n", "", StringComparison.Ordinal).Replace("\n", "", StringComparison.Ordinal).Where(character => !char.IsSurrogate(character) && TerminalText.IsCommand(new Rune(character)));
        Assert.Equal("", string.Concat(commands.Select(character => $"U+{(int)character:X4} ")));
    }

    /// <summary>Runs the command in the folder, in a terminal that is wide enough for every table.</summary>
    private Task<string> AtTerminalAsync(ExitCode code, params string[] arguments) => AtTerminalWithAsync([], code, arguments);

    private async Task<string> AtTerminalWithAsync(Dictionary<string, string> environment, ExitCode code, params string[] arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/script"), "Only Linux's script is known to provide a terminal here.");
        var line = $"stty cols 400; exec dotnet {string.Join(' ', arguments.Prepend(Command).Select(argument => $"'{argument}'"))}";
        using var process = Start(redirected: true, "/usr/bin/script", ["--quiet", "--return", "--command", line, "/dev/null"], _folder.Path, environment);
        var shown = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.True(code == (ExitCode)process.ExitCode, $"{(ExitCode)process.ExitCode}: {shown}");
        return shown;
    }

    private async Task WriteAsync()
    {
        _folder.Write("one.json", $"[{HostileJson}]");
        _folder.Write("many.ndjson", $$"""{"text":{{HostileJson}},"{{HostileJson.Trim('"')}}":1}""" + "\n" + """{"text":"plain"}""" + "\n");
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("convert", _folder["one.json"])).ExitCode);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("pack", _folder["many.ndjson"])).ExitCode);
    }

    /// <summary>Matches escape sequences that set a text or background color, but not bold and other styles.</summary>
    [System.Text.RegularExpressions.GeneratedRegex("\u001b\\[(?:\\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")]
    private static partial System.Text.RegularExpressions.Regex ColorPattern();
}
