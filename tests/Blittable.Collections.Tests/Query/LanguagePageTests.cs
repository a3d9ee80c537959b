using System.Text.RegularExpressions;
using Blittable.Collections.Query.Expressions;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares docs/EXPRESSIONS.md with the language: its functions, and each of its examples.</summary>
public sealed partial class LanguagePageTests
{
    private static readonly string s_page = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "EXPRESSIONS.md"));

    [Fact]
    public void The_page_lists_all_functions()
    {
        var section = s_page[s_page.IndexOf("## Functions", StringComparison.Ordinal)..s_page.IndexOf("## Grammar", StringComparison.Ordinal)];
        var cells = section.Split('\n').Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Split('|')[1]);
        var listed = cells.SelectMany(cell => CodePattern().Matches(cell)).Select(code => code.Groups[1].Value.Split('(')[0]);

        Assert.Equal(ScalarFunction.All.Keys.Concat(["coalesce", "cast", "date_trunc", "time_bucket"]).Order(), listed.Order());
    }

    [Fact]
    public void Each_example_parses_unless_its_sentence_says_that_it_is_an_error()
    {
        var count = 0;
        var text = FencePattern().Replace(s_page, "").ReplaceLineEndings(" ");
        foreach (var sentence in SentencePattern().Split(text))
        {
            foreach (Match code in CodePattern().Matches(sentence))
            {
                var example = code.Groups[1].Value;
                if (!ExamplePattern().IsMatch(example))
                {
                    continue;
                }

                count++;
                var isError = sentence.Contains("is an error", StringComparison.Ordinal);
                Assert.True(isError != Parses(example), $"{example} in: {sentence}");
            }
        }

        Assert.True(count >= 15, $"The page has {count} examples.");
        foreach (Match quoted in OptionPattern().Matches(s_page))
        {
            Assert.True(Parses(quoted.Groups[1].Value), quoted.Value);
        }
    }

    private static bool Parses(string example)
    {
        foreach (var parse in (Action[])[() => Filter.Parse(example), () => ScanExpression.Parse(example)])
        {
            try
            {
                parse();
                return true;
            }
            catch (BlittableException)
            {
                // The example may be of the other form.
            }
        }

        return false;
    }

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex CodePattern();

    /// <summary>Matches a path or a computation, in contrast to an operator, a keyword or a pattern of arguments.</summary>
    [GeneratedRegex("""^(\$[.\["]|-?\d|case when|not \$)""")]
    private static partial Regex ExamplePattern();

    [GeneratedRegex("```.*?```", RegexOptions.Singleline)]
    private static partial Regex FencePattern();

    [GeneratedRegex(@"(?<=\.)\s|\|")]
    private static partial Regex SentencePattern();

    [GeneratedRegex("--(?:where|select) '([^']+)'")]
    private static partial Regex OptionPattern();
}
