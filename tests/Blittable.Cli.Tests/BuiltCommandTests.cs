namespace Blittable.Cli.Tests;

/// <summary>What people expect of a command, a line each, seen in a shell with the command that was built.</summary>
public sealed class BuiltCommandTests : IDisposable
{
    /// <summary>A JSON text, newline-delimited JSON, a collection, a document, a document that was cut off, and a file of something else.</summary>
    private const string Files = """
        printf '{"name":"Ada","list":[{"id":1},{"id":2}],"odd name":{"x":[1]}}' >one.json
        printf '{"id":1,"price":2.5,"tag":"a"}\n{"id":2,"price":1,"tag":"b"}\n{"id":3,"price":"x","tag":"b"}\n' >many.ndjson
        printf 'neither JSON nor a document' >foreign.blit
        { blittable convert one.json && blittable pack many.ndjson && head -c -2 one.blit >cut.blit; } 2>/dev/null

        """;

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    // A typo suggests the command; the command alone and its help print help.
    [InlineData("blittable convrt one.json", 2, "did you mean 'convert'?")]
    [InlineData("blittable", 0, "Commands:")]
    [InlineData("blittable help convert", 0, "--mode")]
    [InlineData("blittable --version", 0, "0.1.0")]
    // JSON and lines are told apart.
    [InlineData("mv many.ndjson many.json; blittable pack many.json -o told.blic", 0, "3 documents")]
    [InlineData("blittable pack one.json -o told.blic", 0, "1 document")]
    // A file that is something else is named as such.
    [InlineData("blittable query one.json --count", 1, "not a collection; make one with `blittable pack`")]
    [InlineData("blittable get '$.name' foreign.blit", 1, "not a Blittable document, or cut off at byte 27")]
    [InlineData("blittable get '$.name' cut.blit", 1, "not a Blittable document, or cut off at byte ")]
    // Paths: the case that was meant, syntax that is not there, and those that stat prints.
    [InlineData("blittable get '$.Name' one.blit", 1, "did you mean '$.name'?")]
    [InlineData("blittable query many.blic --select '$..id'", 2, "the descendant segment '..'")]
    [InlineData("blittable query many.blic --select '$.id' --order-by -id", 0, "3\n2\n1")]
    [InlineData("blittable query many.blic --sum '$.price'", 0, "1 value at '$.price' left out: not a number")]
    // Outputs.
    [InlineData("blittable convert one.json -o none/one.blit", 2, "'--parents' makes it")]
    [InlineData("blittable convert one.json -o none/one.blit --parents --quiet && ls none", 0, "one.blit")]
    [InlineData("blittable convert - <one.json | blittable get '$.list[1].id' -", 0, "2")]
    [InlineData("blittable completion bash", 0, "complete -o default -F _blittable blittable")]
    [InlineData("blittable completion zsh", 0, "compdef _blittable blittable")]
    [InlineData("blittable completion fish", 0, "complete -c blittable")]
    [InlineData("blittable completion pwsh", 0, "Register-ArgumentCompleter -Native -CommandName blittable")]
    public async Task A_shell_gets(string script, int exitCode, string expected)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");

        var output = await BuiltCommand.Bash($"exec 2>&1\n{Files}{script}\necho \"exit $?\"", _folder.Path);

        Assert.Contains(expected, output, StringComparison.Ordinal);
        Assert.EndsWith($"exit {exitCode}\n", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_quiet_command_writes_nothing_but_errors()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");

        Assert.Empty(await BuiltCommand.Bash($"exec 2>&1\n{Files}blittable convert one.json --quiet; blittable pack many.ndjson -q", _folder.Path));
    }

    [Fact]
    public async Task A_path_that_stat_prints_can_be_pasted()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");

        var pasted = await BuiltCommand.Bash(
            Files + """
            printf '{"a b":{"c":1}}\n{"a b":{"c":2}}\n' >odd.ndjson
            blittable pack odd.ndjson --layout columns -q
            path=$(blittable stat odd.blic | grep -o "'\$[^ ]* b[^ ]*'\|\"\$[^ ]* b[^ ]*\"" | tail -1)
            eval "blittable query odd.blic --sum $path"
            """,
            _folder.Path);

        Assert.EndsWith("\n3\n", pasted, StringComparison.Ordinal);
    }
}
