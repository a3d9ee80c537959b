namespace Blittable.Cli.Tests;

/// <summary>What users expect of a command, one line each, run in a shell with the built command.</summary>
public sealed class BuiltCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    // A typo suggests the command; the command alone and its help print help. UsageTests covers more cases without a process for each.
    [InlineData("blittable convrt one.json", 2, "did you mean 'convert'?")]
    [InlineData("blittable", 0, "Commands:")]
    [InlineData("blittable help convert", 0, "--mode")]
    [InlineData("blittable --version", 0, "0.1.0")]
    // JSON and JSON lines are distinguished.
    [InlineData("mv many.ndjson many.json; blittable pack many.json -o told.blic", 0, "3 documents")]
    [InlineData("blittable pack one.json -o told.blic", 0, "1 document")]
    // A file of another type is identified.
    [InlineData("blittable query one.json --count", 1, "not a collection; create one with 'blittable pack'")]
    [InlineData("blittable get '$.name' foreign.blit", 1, "not a Blittable document, or truncated at byte 27")]
    [InlineData("blittable get '$.name' cut.blit", 1, "not a Blittable document, or truncated at byte ")]
    // Paths: suggestions of the correct case, unsupported syntax, and paths printed by stat.
    [InlineData("blittable get '$.Name' one.blit", 1, "did you mean '$.name'?")]
    [InlineData("blittable query many.blic --select '$..id'", 2, "the descendant segment '..'")]
    [InlineData("blittable query many.blic --select '$.id' --order-by -id --format csv", 0, "3\n2\n1")]
    [InlineData("blittable query many.blic --sum '$.price'", 0, "1 value at '$.price' ignored: not a number")]
    // Output files.
    [InlineData("blittable convert one.json -o none/one.blit", 2, "use '--parents' to create it")]
    [InlineData("blittable convert one.json -o none/one.blit --parents --quiet && ls none", 0, "one.blit")]
    [InlineData("blittable convert - <one.json | blittable get '$.list[1].id' -", 0, "2")]
    // A closed standard input is an error and does not block.
    [InlineData("blittable get '$' - <&-", 3, "-: Standard input is closed; redirect it from a file or a pipe.")]
    [InlineData("blittable pack - -o told.blic <&-", 3, "Standard input is closed")]
    // A closed standard output is an error of the output, and messages are not written to another file if standard error is closed.
    [InlineData("blittable head many.blic >&-", 3, "blittable: Standard output is closed; redirect it to a file or a pipe.")]
    [InlineData("blittable query many.blic --count >&-", 3, "Standard output is closed")]
    [InlineData("blittable --help >&-", 3, "Standard output is closed")]
    [InlineData("blittable pack many.ndjson -o told.blic <&- >&- 2>&- && blittable verify told.blic && blittable query told.blic --count", 0, "count\n3")]
    [InlineData("blittable get '$.nmae' one.blit <&- 2>&-", 1, "")]
    [InlineData("blittable get '$' - </dev/null", 1, "not a Blittable document, or truncated at byte 0")]
    public async Task The_command_has_the_expected_output_and_exit_code_in_a_shell(string script, int exitCode, string expected)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        await WriteFiles();

        var output = await BuiltCommand.Bash($"exec 2>&1\n{script}\necho \"exit $?\"", _folder.Path);

        Assert.Contains(expected, output, StringComparison.Ordinal);
        Assert.EndsWith($"exit {exitCode}\n", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_quiet_command_writes_only_errors()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        await WriteFiles();

        File.Delete(_folder["one.blit"]);
        File.Delete(_folder["many.blic"]);

        var output = await BuiltCommand.Bash("exec 2>&1\nblittable convert one.json --quiet; echo $?; blittable pack many.ndjson -q; echo $?", _folder.Path);

        Assert.Equal("0\n0\n", output);
        Assert.Subset(_folder.Files.ToHashSet(), new HashSet<string> { "one.blit", "many.blic" });
    }

    [Fact]
    public async Task A_path_printed_by_stat_can_be_pasted()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");

        var packed = await CommandRun.Of("pack", _folder.Write("odd.ndjson", "{\"a b\":{\"c\":1}}\n{\"a b\":{\"c\":2}}\n"), "--layout", "columns");
        Assert.Equal(ExitCode.Done, packed.ExitCode);

        var pasted = await BuiltCommand.Bash(
            """
            path=$(blittable stat odd.blic | grep -o "'\$[^ ]* b[^ ]*'\|\"\$[^ ]* b[^ ]*\"" | tail -1)
            eval "blittable query odd.blic --sum $path"
            """,
            _folder.Path);

        Assert.EndsWith("\n3\n", pasted, StringComparison.Ordinal);
    }

    /// <summary>Writes a JSON text, newline-delimited JSON, a collection, a document, a truncated document, and a file of another type.</summary>
    /// <remarks>The files are created in this process: the shell starts only the command under test.</remarks>
    private async Task WriteFiles()
    {
        var one = _folder.Write("one.json", """{"name":"Ada","list":[{"id":1},{"id":2}],"odd name":{"x":[1]}}""");
        var many = _folder.Write("many.ndjson", """
            {"id":1,"price":2.5,"tag":"a"}
            {"id":2,"price":1,"tag":"b"}
            {"id":3,"price":"x","tag":"b"}

            """);
        _folder.Write("foreign.blit", "neither JSON nor a document");
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("convert", one)).ExitCode);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("pack", many)).ExitCode);
        _folder.Write("cut.blit", _folder.Read("one.blit")[..^2]);
    }
}
