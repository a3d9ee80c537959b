namespace Blittable.Docs.Tests;

/// <summary>Tests that every program in README and GUIDE compiles, runs and prints the output in its comments.</summary>
public sealed class SnippetTests
{
    /// <summary>A comment such as <c>// prints: 42</c> at the end of a line is the expected output at that point.</summary>
    private const string Promise = "// prints: ";

    private static readonly string[] s_pages = ["README.md", "docs/GUIDE.md"];

    public static TheoryData<string, int> Snippets()
    {
        var data = new TheoryData<string, int>();
        foreach (var snippet in s_pages.SelectMany(Snippet.Of))
        {
            data.Add(snippet.Page, snippet.Line);
        }

        return data;
    }

    [Fact]
    public void The_guide_has_at_least_nine_snippets() => Assert.True(Snippet.Of("docs/GUIDE.md").Count() >= 9);

    [Theory]
    [MemberData(nameof(Snippets))]
    public async Task A_snippet_compiles_runs_and_prints_the_expected_output(string page, int line)
    {
        var snippet = Snippet.Of(page).Single(one => one.Line == line);
        var folder = Directory.CreateTempSubdirectory("snippet");
        try
        {
            var expected = snippet.Code.Split('\n').Where(text => text.Contains(Promise, StringComparison.Ordinal))
                .Select(text => text[(text.IndexOf(Promise, StringComparison.Ordinal) + Promise.Length)..].TrimEnd());
            var printed = (await SnippetProgram.RunAsync(snippet, folder.FullName)).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(text => text.TrimEnd());
            Assert.Equal(expected, printed);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
