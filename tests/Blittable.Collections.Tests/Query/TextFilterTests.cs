using System.Text.Json;
using System.Text.RegularExpressions;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares string filters with the same conditions over .NET strings, for each encoding of the column.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class TextFilterTests
{
    private static readonly string[] Words =
    [
        "", "a", "page", "Page/1", "page/12", "a_b", "100%", "naïve", "grüße", "GRÜSSE", "😀 smile", "x😀y", "2024-05-01", "back\\slash", "aXbXc", "abab",
    ];

    private static readonly string[] Patterns =
    [
        "%", "", "page%", "%1", "%ge%", "%/%1%", "a_b", "%\\%%", "%a\\_b%", "%ï%", "_", "__%", "x_y", "%X%X%", "ab%ab", "%\\\\%", "2024%", "%-05-%",
    ];

    /// <summary>Few distinct strings, strings with common parts, and strings that are all distinct.</summary>
    public static TheoryData<string> Kinds => ["few", "symbols", "distinct"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void String_filters_match_the_same_rows_as_NET_strings(string kind)
    {
        var texts = Enumerable.Range(0, 900).Select(i => kind switch
        {
            "few" => Words[i % Words.Length],
            "symbols" => $"https://example.org/{Words[i % Words.Length]}/section/{i * 7919 % 1000}",
            _ => $"{Words[i * 31 % Words.Length]}{i}",
        }).ToList();
        using var reader = CollectionReader.Open(CollectionFile.Write(
            texts.Select(text => $$"""{"s":{{JsonSerializer.Serialize(text)}},"l":[{{JsonSerializer.Serialize(text)}},"other",1]}"""),
            new CollectionOptions { StripeRows = 500, ChunkRows = 170 }));

        foreach (var pattern in Patterns)
        {
            var like = new Regex("^" + Like(pattern) + "$", RegexOptions.Singleline);
            Assert.Equal(Matching(texts, like.IsMatch), Rows(reader, Filter.Like("$.s", pattern)));
            Assert.Equal(Matching(texts, text => !like.IsMatch(text)), Rows(reader, Filter.Not(Filter.Like("$.s", pattern))));
            var ignoring = new Regex(like.ToString(), RegexOptions.Singleline | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
            Assert.Equal(Matching(texts, ignoring.IsMatch), Rows(reader, Filter.Like("$.s", pattern, ignoreCase: true)));
            Assert.Equal(Matching(texts, text => like.IsMatch(text) || like.IsMatch("other")), Rows(reader, Filter.Like("$.l[*]", pattern)));
        }

        foreach (var part in new[] { "a", "page/1", "%", "_", "ß", "😀", "\\", "org/p" })
        {
            Assert.Equal(Matching(texts, text => text.Contains(part, StringComparison.Ordinal)), Rows(reader, Filter.HasText("$.s", part)));
            Assert.Equal(Matching(texts, text => text.EndsWith(part, StringComparison.Ordinal)), Rows(reader, Filter.EndsWith("$.s", part)));
            var ignoring = new Regex(Regex.Escape(part), RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
            Assert.Equal(Matching(texts, ignoring.IsMatch), Rows(reader, Filter.HasText("$.s", part, ignoreCase: true)));
        }

        foreach (var regex in new[] { "a+", "^page", @"\d{2}$", "(?i)PAGE|gr", "[^a-z]" })
        {
            Assert.Equal(Matching(texts, text => Regex.IsMatch(text, regex)), Rows(reader, Filter.Matches("$.s", regex)));
        }
    }

    [Fact]
    public void A_regular_expression_that_times_out_ends_the_query()
    {
        using var reader = CollectionReader.Open(CollectionFile.Write([$$"""{"s":"{{new string('a', 5000)}}!"}"""]));
        var regex = new Regex("^(a|a|aa)*$", RegexOptions.None, TimeSpan.FromMilliseconds(20));

        Assert.Throws<RegexMatchTimeoutException>(() => reader.Scan().Where(Filter.Matches("$.s", regex)).Count());
    }

    private static string Like(string pattern) => Regex.Replace(
        pattern, @"\\[%_\\]|%|_|[\s\S]", match => match.Value switch
        {
            "%" => ".*",
            "_" => @"(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\uD800-\uDFFF])",
            ['\\', var escaped] => Regex.Escape(escaped.ToString()),
            var other => Regex.Escape(other),
        });

    private static List<long> Matching(List<string> texts, Func<string, bool> passes) =>
        [.. texts.Select((text, row) => (text, row)).Where(pair => passes(pair.text)).Select(pair => (long)pair.row)];

    private static List<long> Rows(CollectionReader reader, Filter filter)
    {
        var rows = new List<long>();
        reader.Scan().Where(filter).Select("$.s").ForEach(batch => rows.AddRange(batch.RowNumbers));
        return rows;
    }
}
