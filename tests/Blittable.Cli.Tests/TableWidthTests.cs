using System.Text.RegularExpressions;

namespace Blittable.Cli.Tests;

/// <summary>Tables fit the width of a terminal, which <c>script</c> provides.</summary>
public sealed partial class TableWidthTests : IDisposable
{
    private static readonly string s_long = string.Concat(Enumerable.Range(0, 40).Select(i => $"w{i:00}."));
    private static readonly string s_wide = string.Concat(Enumerable.Repeat("漢字", 30));

    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    [InlineData(120)]
    public async Task A_table_fits_the_terminal_with_one_line_for_each_row(int columns)
    {
        var lines = await QueryAsync(columns, "");

        Assert.All(lines, line => Assert.True(WidthOf(line) <= columns, $"{WidthOf(line)}: {line}"));
        var rows = lines.Where(line => RowPattern().IsMatch(line)).ToArray();
        Assert.Equal(3, rows.Length);
        Assert.All(rows, row => Assert.Contains("NZ", row, StringComparison.Ordinal));
        Assert.Equal(2, rows[0].Count(character => character == '…'));
        Assert.DoesNotContain('…', rows[1]);
        Assert.Contains("short", rows[1], StringComparison.Ordinal);

        // The columns that share the rest use it.
        Assert.InRange(WidthOf(rows[0].TrimEnd()), columns - 8, columns);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    [InlineData(120)]
    public async Task A_full_table_wraps_cells_and_truncates_none(int columns)
    {
        var lines = await QueryAsync(columns, "--full");

        Assert.All(lines, line => Assert.True(WidthOf(line) <= columns, $"{WidthOf(line)}: {line}"));
        var text = string.Concat(lines);
        Assert.DoesNotContain('…', text);

        // Wrapping interleaves the lines of cells, so characters are counted: two long texts, and the heading of the last column.
        Assert.Equal((2 * 40) + 1, text.Count(character => character == 'w'));
        Assert.Equal(2 * 40, text.Count(character => character == '.'));
        Assert.Equal(30, text.Count(character => character == '漢'));
    }

    [Theory]
    [InlineData(40, new[] { 5, 5 }, int.MaxValue)]
    [InlineData(40, new[] { 2, 200 }, 31)]
    [InlineData(40, new[] { 200, 200 }, 16)]
    [InlineData(10, new[] { 200, 200, 200 }, 4)]
    public void Narrow_columns_keep_their_width(int width, int[] widths, int expected) =>
        Assert.Equal(expected, CellWidth.Fit(widths, width));

    [Theory]
    [InlineData("abcde", 5, "abcde")]
    [InlineData("abcdef", 5, "abcd…")]
    [InlineData("漢字漢", 5, "漢字…")]
    [InlineData("a漢字漢", 5, "a漢…")]
    [InlineData("ab\U0001F600\U0001F600", 5, "ab\U0001F600…")]
    public void A_text_is_truncated_by_its_width(string text, int width, string expected) => Assert.Equal(expected, CellWidth.Truncate(text, width));

    private static int WidthOf(string line) => line.Sum(character => character > '\u2FFF' ? 2 : 1);

    private async Task<string[]> QueryAsync(int columns, string option)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/script"), "Only Linux's script is known to provide a terminal here.");
        _folder.Write("wide.ndjson", $$"""
            {"id":1001,"text":"{{s_long}}","country":"NZ","wide":"{{s_wide}}"}
            {"id":1002,"text":"short","country":"NZ","wide":"x"}
            {"id":1003,"text":"{{s_long}}","country":"NZ","wide":null}

            """);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("pack", _folder["wide.ndjson"])).ExitCode);
        _folder.Write("run.sh", $"stty cols {columns}\n{BuiltCommand.Line} query wide.blic --select '$.id as id, $.text as text, $.country as land, $.wide as wide' {option}\n");
        var shown = await BuiltCommand.Bash("TERM=dumb script --quiet --return --command 'bash run.sh' /dev/null </dev/null", _folder.Path);
        return [.. shown.Split('\n').Select(line => line.TrimEnd('\r'))];
    }

    [GeneratedRegex(@"^\s*100\d\s")]
    private static partial Regex RowPattern();
}
