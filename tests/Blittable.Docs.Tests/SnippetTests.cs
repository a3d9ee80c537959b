namespace Blittable.Docs.Tests;

/// <summary>Tests that every program in README and GUIDE compiles, runs and prints the output in its comments, and that the examples in QUERIES compile and run.</summary>
public sealed class SnippetTests
{
    /// <summary>A comment such as <c>// prints: 42</c> at the end of a line is the expected output at that point.</summary>
    private const string Promise = "// prints: ";

    private const string QueryPage = "docs/QUERIES.md";

    private static readonly string[] s_pages = ["README.md", "docs/GUIDE.md"];

    /// <summary>The output of each example in QUERIES.</summary>
    private static readonly string[] s_printed = ["", "", "", "", "2024-03-05T10:00:00Z 19\n", "de: 19\n", "", "", ""];

    public static TheoryData<int> QueryExamples => [.. Enumerable.Range(0, s_printed.Length)];

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

    [Fact]
    public void The_page_on_queries_has_as_many_examples_as_expected() => Assert.Equal(s_printed.Length, Snippet.Of(QueryPage).Count());

    [Theory]
    [MemberData(nameof(QueryExamples))]
    public async Task An_example_of_a_query_compiles_runs_and_prints_its_rows(int number)
    {
        var example = Snippet.Of(QueryPage).ElementAt(number);
        var folder = Directory.CreateTempSubdirectory("snippet");
        try
        {
            var lines = QueryPrelude.Text.Count(character => character == '\n');
            var printed = await SnippetProgram.RunAsync(example with { Line = example.Line - lines, Code = QueryPrelude.Text + example.Code }, folder.FullName);
            Assert.Equal(s_printed[number], printed.ReplaceLineEndings("\n"));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
