using System.Diagnostics;

namespace Blittable.Cli.Tests;

public sealed class ShellTextTests
{
    public static TheoryData<string> Paths =>
        ["$", "$.name", "$.a.b_c", "$.list[*].id", "$['a b']", "$['it\\'s']", "$[\"x\"]", "$.größe", "$['$HOME']", "$['`id`']", "", "!", "a\\b"];

    [Theory]
    [InlineData("$.name", "$.name")]
    [InlineData("$.a-b.c", "$.a-b.c")]
    [InlineData("$.list[*].id", "'$.list[*].id'")]
    [InlineData("$['a b']", @"'$['\''a b'\'']'")]
    [InlineData("$name", "'$name'")]
    public void A_text_is_quoted_only_if_a_shell_would_change_it(string text, string expected) => Assert.Equal(expected, ShellText.Quote(text));

    [Theory]
    [InlineData("'$.a'", "$.a")]
    [InlineData("'", "'")]
    [InlineData("it's", "it's")]
    [InlineData("'x'='x'", "'x'='x'")]
    [InlineData("query|'a.blic'|--where|'$.a|>|5'|--count", "query|a.blic|--where|$.a > 5|--count")]
    [InlineData("'$.a|=|'x''|'$.b'", "$.a = 'x'|$.b")]
    [InlineData("'$.a|=|'x'|or|$.b|=|'y''", "$.a = 'x' or $.b = 'y'")]
    [InlineData("'$.a|=|5", "'$.a|=|5")]
    [InlineData("'|", "'|")]
    [InlineData("'a|b|'", "a b ")]
    public void Single_quotes_around_a_text_that_cmd_exe_has_split_are_removed(string arguments, string expected) =>
        Assert.Equal(expected.Split('|'), ShellText.JoinQuoted(arguments.Split('|')));

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task Bash_passes_on_a_quoted_text_unchanged(string text)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");
        using var bash = Process.Start(new ProcessStartInfo("/bin/bash", ["-c", $"printf %s {ShellText.Quote(text)}"]) { RedirectStandardOutput = true })!;
        var output = await bash.StandardOutput.ReadToEndAsync();
        await bash.WaitForExitAsync();

        Assert.Equal(text, output);
    }
}
