using System.CommandLine;
using System.Diagnostics;

namespace Blittable.Cli.Tests;

/// <summary>Rules for every option of every command that names a file to write, found by reflection.</summary>
public sealed class OutputOptionTests : IDisposable
{
    /// <summary>The options that name a file to read or a path in documents.</summary>
    private static readonly string[] s_inputs = ["--dictionary", "--patch", "--key", "--order-by", "--index", "--column", "--unnest"];

    private readonly ScratchFolder _folder = new();

    public static TheoryData<string, string> Outputs =>
        [.. from command in Commands() from option in command.Options where IsFile(option) && !s_inputs.Contains(option.Name) select (command.Name, option.Name)];

    public static TheoryData<string, string> Words =>
        [.. from command in Commands() from option in command.Options where IsFile(option) && option is not FaultOption select (command.Name, option.Name)];

    public static TheoryData<string, string> Numbers =>
        [.. from command in Commands() from option in command.Options where option is NumberOption select (command.Name, option.Name)];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void All_options_are_found() => Assert.True(Outputs.Count >= 14 && Words.Count > Outputs.Count && Numbers.Count >= 8);

    [Theory]
    [MemberData(nameof(Outputs))]
    public async Task An_input_is_never_replaced_under_any_of_its_names(string command, string option)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need rights there.");
        await PrepareAsync();
        var input = InputOf(command);
        Directory.CreateSymbolicLink(_folder["linked"], _folder.Path);
        File.CreateSymbolicLink(_folder["symbolic"], _folder[input]);
        using (var link = Process.Start("ln", [_folder[input], _folder["hard"]]))
        {
            await link.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        var before = _folder.Read(input);
        foreach (var output in (string[])[_folder[input], Path.Combine(_folder["linked"], input), _folder["symbolic"], _folder["hard"]])
        {
            var run = await CommandRun.Of([.. Line(command, option, output), .. Replace(command)]);

            Assert.Equal((ExitCode.Usage, output), (run.ExitCode, output));
            Assert.Contains("would overwrite the input", run.Error, StringComparison.Ordinal);
            Assert.Equal(before, _folder.Read(input));
            Assert.NotNull(new FileInfo(_folder["symbolic"]).LinkTarget);
        }
    }

    [Theory]
    [MemberData(nameof(Outputs))]
    public async Task An_output_without_a_request_destroys_no_collection_dictionary_or_source(string command, string option)
    {
        await PrepareAsync();
        string[] others = command is "to-json" or "unpack" ? ["other.blic", "other.dictionary", "other.blit"] : ["other.blic", "other.dictionary", "other.json"];
        foreach (var other in others)
        {
            var before = _folder.Read(other);
            var run = await CommandRun.Of(Line(command, option, _folder[other]));

            Assert.Equal((ExitCode.Usage, other), (run.ExitCode, other));
            Assert.Equal(before, _folder.Read(other));
        }
    }

    [Theory]
    [MemberData(nameof(Outputs))]
    public async Task A_minus_sign_is_standard_output_or_refused(string command, string option)
    {
        await PrepareAsync();
        var run = await CommandRun.Of(Line(command, option, "-"));

        Assert.Equal(run.ExitCode == ExitCode.Done, run.Output.Length > 0);
        Assert.True(run.ExitCode is ExitCode.Done or ExitCode.Usage, run.Error);
        Assert.False(File.Exists("-"));
    }

    [Theory]
    [MemberData(nameof(Outputs))]
    public async Task A_device_is_written_to_or_refused_and_never_replaced(string command, string option)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The test needs a device.");
        await PrepareAsync();
        var run = await CommandRun.Of([.. Line(command, option, "/dev/null"), .. Replace(command)]);

        Assert.True(run.ExitCode is ExitCode.Done or ExitCode.Usage, run.Error);
        using var stat = Process.Start(new ProcessStartInfo("stat", ["-c", "%F", "/dev/null"]) { RedirectStandardOutput = true })!;
        Assert.Equal("character special file\n", await stat.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken));
    }

    [Theory]
    [MemberData(nameof(Words))]
    public async Task An_empty_word_is_not_a_path(string command, string option)
    {
        await PrepareAsync();
        var run = await CommandRun.Of([.. Line(command, "", ""), option, ""]);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains($"'{option}' requires a ", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("get", "", "a.blit")]
    [InlineData("patch", "", "a.blit")]
    [InlineData("append", "", "a.json")]
    [InlineData("verify", "")]
    public async Task An_empty_word_is_not_an_argument(params string[] line)
    {
        var run = await CommandRun.Of(line);

        Assert.Equal(ExitCode.Usage, run.ExitCode);
        Assert.Contains("must not be empty", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Numbers))]
    public async Task The_greatest_number_is_accepted_or_refused(string command, string option)
    {
        await PrepareAsync();
        var run = await CommandRun.Of([.. Line(command, "", ""), option, $"{long.MaxValue}"]);

        Assert.True(run.ExitCode is ExitCode.Done or ExitCode.Usage, run.Error);
    }

    /// <summary>Returns the commands of this program. The others are tested with the tool that runs them.</summary>
    private static IEnumerable<Command> Commands() => Root().Subcommands.Where(command => command is not ArrowToolCommand);

    private static RootCommand Root() => BlittableCommand.CreateRoot([], new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null));

    private static bool IsFile(Option option) => option.HelpName is "file" or "path" || option is FaultOption;

    private static string InputOf(string command) => command switch
    {
        "convert" or "pack" or "train" or "bench" or "explain" => "a.json",
        "to-json" or "set" or "patch" => "a.blit",
        _ => "a.blic",
    };

    private static string[] Replace(string command) =>
        Root().Subcommands.Single(known => known.Name == command).Options.Any(option => option is ReplaceOption) ? ["--replace"] : [];

    /// <summary>Returns a command line that succeeds if the output does not exist.</summary>
    private string[] Line(string command, string option, string output)
    {
        string[] first = command switch
        {
            "set" => ["$.a = 2"],
            "patch" => [_folder["patch.json"]],
            "get" => ["$.a"],
            "diff" => [_folder["other.blic"]],
            _ => [],
        };
        string[] others = command switch
        {
            "pack" or "recover" or "merge" or "backup" or "train" when option != "--output" => ["--output", _folder["new"]],
            "explain" when option != "--html" => ["--html", _folder["new.html"]],
            "update" => ["--all", "--set", "$.a = 2"],
            "delete" => ["--where", "$.a = 5"],
            _ => [],
        };
        string[] named = option switch
        {
            "" => [],
            "--on-error" => [option, "collect", output],
            _ => [option, output],
        };
        return [command, .. first, _folder[InputOf(command)], .. others, .. named];
    }

    private async Task PrepareAsync()
    {
        foreach (var name in (string[])["a", "other"])
        {
            _folder.Write($"{name}.json", "{\"a\":1}");
            await CommandRun.Of("convert", _folder[$"{name}.json"]);
            await CommandRun.Of("pack", _folder[$"{name}.json"], "--key", "$.a");
        }

        _folder.Write("patch.json", "{\"a\":2}");
        await CommandRun.Of("train", _folder["a.json"], "-o", _folder["other.dictionary"]);
    }
}
