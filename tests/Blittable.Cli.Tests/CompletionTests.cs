using System.Diagnostics;

namespace Blittable.Cli.Tests;

/// <summary>Completions of partial command lines, by the command and by the shells that are installed.</summary>
public sealed class CompletionTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    // Commands and their arguments.
    [InlineData("conv", "convert")]
    [InlineData("-q conv", "convert")]
    [InlineData("help que", "query")]
    [InlineData("help query ")]
    [InlineData("completion z", "zsh")]
    [InlineData("nothing --m")]
    // Options, also after flags, options that can be repeated, and quoted words.
    [InlineData("--ver", "--version")]
    [InlineData("convert --mo", "--mode")]
    [InlineData("convert --report --mo", "--mode")]
    [InlineData("convert --report --rep")]
    [InlineData("query shop.blic --where '$.a = \"x y\"' --sel", "--select")]
    [InlineData("query shop.blic --where \"it's\" --whe", "--where")]
    [InlineData("  convert \"a b.json\" --mo", "--mode")]
    [InlineData("convert a\\ b.json --mo", "--mode")]
    [InlineData("head -", "--count", "--dictionary", "--help", "--max-expansion", "--pager", "--quiet", "-h", "-n", "-q")]
    [InlineData("export --part", "--partition-by")]
    [InlineData("sql 'select 1' --nes", "--nested-as-json")]
    [InlineData("get -- --ra")]
    // Values of options.
    [InlineData("convert --mode ", "disk", "memory")]
    [InlineData("convert --mode D", "disk")]
    [InlineData("convert --mode=d", "--mode=disk")]
    [InlineData("import --layout=", "--layout=auto", "--layout=columns", "--layout=hybrid", "--layout=rows")]
    [InlineData("pack --on-error ", "collect", "skip", "stop")]
    [InlineData("pack --on-error collect --ind")]
    [InlineData("pack --on-error collect faults.txt --ind", "--index")]
    // File names belong here, which the shell completes.
    [InlineData("convert ")]
    [InlineData("convert da")]
    [InlineData("convert -o ")]
    [InlineData("convert --output=da")]
    [InlineData("pack --on-error collect ")]
    public async Task A_partial_command_line_has_completions(string line, params string[] expected)
    {
        var run = await CommandRun.Of("[suggest]", line);

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.Error));
        Assert.Equal(string.Concat(expected.Select(word => $"{word}\n")), run.OutputText);
    }

    [Fact]
    public async Task A_line_without_words_is_completed_with_all_commands()
    {
        foreach (string[] line in (string[][])[["[suggest]"], ["[suggest]", ""], ["[suggest:0]", ""]])
        {
            Assert.Equal(BlittableCommand.Names.Append("help"), (await CommandRun.Of(line)).OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        }
    }

    [Fact]
    public async Task Completions_that_cannot_be_written_are_an_error()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The test needs a device that is full.");
        Assert.Equal("3", (await BuiltCommand.Bash("blittable '[suggest]' conv > /dev/full 2>/dev/null; echo $?")).Trim());
    }

    [Theory]
    [InlineData("convert --mo", "--mode")]
    [InlineData("convert --report --mo", "--mode")]
    [InlineData("query '😀 it' --where 'ü' --sel", "--select")]
    [InlineData("convert --mode ", "disk", "memory")]
    [InlineData("convert --mode=d", "disk")]
    [InlineData("convert --output=da", "")]
    [InlineData("convert ", "")]
    public async Task Bash_completes_a_line(string line, params string[] expected)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        await WriteScriptAsync("bash");
        var words = $"blittable {line}";

        Assert.Equal(expected, Lines(await BuiltCommand.Bash(
            """
            export LC_ALL=C.UTF-8
            . ./script
            COMP_LINE=$(cat line; echo x); COMP_LINE=${COMP_LINE%x}
            COMP_POINT=${#COMP_LINE} COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
            _blittable blittable
            printf '%s\n' "${COMPREPLY[@]}"
            """,
            WriteLine(words))));
    }

    [Theory]
    [InlineData("convert --mo", "--mode")]
    [InlineData("convert --report --mo", "--mode")]
    [InlineData("query '😀 it' --where 'ü' --sel", "--select")]
    [InlineData("convert --mode ", "disk", "memory")]
    [InlineData("convert --mode=d", "--mode=disk")]
    [InlineData("convert --output=da", "after *=", "files")]
    [InlineData("convert ", "files")]
    public async Task Zsh_completes_a_line(string line, params string[] expected)
    {
        Assert.SkipUnless(File.Exists("/usr/bin/zsh"), "The test asks zsh.");
        await WriteScriptAsync("zsh");

        // The functions of the completion system can run only in an interactive shell.
        var shown = await RunAsync("/usr/bin/zsh", "-f", "-c", $$"""
            export LC_ALL=C.UTF-8
            blittable() { {{BuiltCommand.Line}} "$@" }
            compdef() { }
            compadd() { shift; print -rl -- "$@" }
            compset() { print -r -- "after $2" }
            _files() { print files }
            source ./script
            complete_line() {
                local -a words
                words=("${(@z)1}")
                [[ $1 == *' ' ]] && words+=('')
                local CURRENT=$#words
                local PREFIX=$words[-1]
                _blittable
            }
            complete_line "$1"
            """, "zsh", $"blittable {line}");

        Assert.Equal(expected, Lines(shown));
    }

    [Theory]
    [InlineData("convert --mo", "--mode")]
    [InlineData("convert --report --mo", "--mode")]
    [InlineData("query '😀 it' --where 'ü' --sel", "--select")]
    [InlineData("convert --mode ", "disk", "memory")]
    [InlineData("convert --mode=d", "--mode=disk")]
    [InlineData("convert scr", "script")]
    [InlineData("convert --output=scr", "--output=script")]
    public async Task Fish_completes_a_line(string line, params string[] expected)
    {
        Assert.SkipUnless(File.Exists("/usr/bin/fish"), "The test asks fish.");
        await WriteScriptAsync("fish");

        var shown = await RunAsync("/usr/bin/fish", "--no-config", "-c", $$"""
            function blittable
                {{BuiltCommand.Line}} $argv
            end
            source ./script
            complete -C $argv[1]
            """, $"blittable {line}");

        Assert.Equal(expected, Lines(shown).Select(found => found.Split('\t')[0]));
    }

    private static string[] Lines(string shown) => shown.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');

    private string WriteLine(string line)
    {
        _folder.Write("line", line);
        return _folder.Path;
    }

    private async Task WriteScriptAsync(string shell) => _folder.Write("script", (await CommandRun.Of("completion", shell)).Output);

    private async Task<string> RunAsync(string shell, params string[] arguments)
    {
        var start = new ProcessStartInfo(shell, arguments) { RedirectStandardOutput = true, WorkingDirectory = _folder.Path };
        start.Environment["LC_ALL"] = "C.UTF-8";
        start.Environment["HOME"] = _folder.Path;
        using var process = Process.Start(start)!;
        var shown = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return shown;
    }
}
