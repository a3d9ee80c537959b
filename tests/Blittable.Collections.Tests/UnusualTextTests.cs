using System.Text;
using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Collections.Tests;

/// <summary>Every public method refuses a text without a UTF-8 form. U+0000 and combining characters are ordinary characters.</summary>
public sealed class UnusualTextTests
{
    private const string PathReason = "paths of files follow System.IO";

    private static readonly string[] s_unpaired = ["\ud800", "a\udc00", "\udc00\ud800", "\ud83d\ude00\ud83d"];

    /// <summary>For each parameter or setting, a call that throws if it refuses the text.</summary>
    private static Dictionary<string, Action<string>> Calls { get; } = new()
    {
        ["Aggregate.As(name)"] = text => Aggregate.Count().As(text),
        ["Aggregate.Average(factors)"] = text => Aggregate.Average(PathOf(text)),
        ["Aggregate.Count(path)"] = text => Aggregate.Count(PathOf(text)),
        ["Aggregate.CountDistinct(path)"] = text => Aggregate.CountDistinct(PathOf(text)),
        ["Aggregate.Max(factors)"] = text => Aggregate.Max(PathOf(text)),
        ["Aggregate.Min(factors)"] = text => Aggregate.Min(PathOf(text), "$.a"),
        ["Aggregate.Percentile(factors)"] = text => Aggregate.Percentile(0.5, PathOf(text)),
        ["Aggregate.Sum(factors)"] = text => Aggregate.Sum("$.a", PathOf(text)),
        ["CollectionKey.new(text)"] = text => new CollectionKey(text),
        ["CollectionKey.op_Implicit(text)"] = text => WithWriter(writer => writer.Delete(text)),
        ["CollectionKey.ParseNumber(text)"] = text => CollectionKey.ParseNumber($"1{text}"),
        ["CollectionKey.TryParseNumber(text)"] = text => Require(CollectionKey.TryParseNumber($"1{text}", out _)),
        ["CollectionOptions.Columns"] = text => Create(new CollectionOptions { Layout = CollectionLayout.Hybrid, Columns = [PathOf(text)] }),
        ["CollectionOptions.Indexes"] = text => Create(new CollectionOptions { Indexes = [PathOf(text)] }),
        ["CollectionOptions.Key"] = text => Create(new CollectionOptions { Key = PathOf(text) }),
        ["CollectionOptions.OrderBy"] = text => Create(new CollectionOptions { OrderBy = PathOf(text) }),
        ["CollectionReader.FindAll(path)"] = text => WithReader(reader => reader.FindAll(PathOf(text), 1)),
        ["CollectionScan.GroupBy(paths)"] = text => WithReader(reader => reader.Scan().GroupBy("$.a", PathOf(text)).Aggregate(Aggregate.Count())),
        ["CollectionScan.Select(paths)"] = text => WithReader(reader => reader.Scan().Select("$.a", PathOf(text)).ToTable()),
        ["CollectionScan.Unnest(path)"] = text => WithReader(reader => reader.Scan().Unnest($"{PathOf(text)}[*]").Count()),
        ["CollectionScan.Where(path)"] = text => WithReader(reader => reader.Scan().Where(PathOf(text), FilterOperator.Equal, 1).Count()),
        ["CollectionWriter.Retain(path)"] = text => WithWriter(writer => writer.Retain(PathOf(text), TimeSpan.FromDays(1))),
        ["Filter.Contains(json)"] = text => Filter.Contains("$.a", $"\"{text}\""),
        ["Filter.Contains(path)"] = text => Filter.Contains(PathOf(text), "1"),
        ["Filter.EndsWith(text)"] = text => Filter.EndsWith("$.a", text),
        ["Filter.Exists(path)"] = text => Filter.Exists(PathOf(text)),
        ["Filter.HasText(text)"] = text => Filter.HasText("$.a", text),
        ["Filter.In(path)"] = text => WithReader(reader => Filter.In("$.a", reader.Scan(), PathOf(text))),
        ["Filter.Like(pattern)"] = text => Filter.Like("$.a", text),
        ["Filter.Parse(text)"] = text => Filter.Parse($"$.a = '{text}'"),
        ["Filter.Where(path)"] = text => Filter.Where(PathOf(text), FilterOperator.Equal, 1),
        ["GroupedScan.Having(column)"] = text => WithReader(reader => reader.Scan().GroupBy("$.a").Having(text, FilterOperator.Equal, 1).Aggregate(Aggregate.Count())),
        ["GroupedScan.Having(condition)"] = text => WithReader(reader => reader.Scan().GroupBy("$.a").Having($"$.a = '{text}'").Aggregate(Aggregate.Count())),
        ["GroupedScan.OrderBy(column)"] = text => WithReader(reader => reader.Scan().GroupBy("$.a").OrderBy(text).Aggregate(Aggregate.Count())),
        ["QueryValue.FromString(value)"] = text => QueryValue.FromString(text),
        ["QueryValue.op_Implicit(value)"] = text => Filter.Where("$.a", FilterOperator.Equal, text),
        ["QueryValue.ParseNumber(text)"] = text => QueryValue.ParseNumber($"1{text}"),
        ["ScanExpression.As(name)"] = text => ScanExpression.Path("$.a").As(text),
        ["ScanExpression.Call(function)"] = text => ScanExpression.Call(text, "$.a"),
        ["ScanExpression.Lookup(column)"] = text => WithReader(reader =>
        {
            using var table = CollectionLookup.From(reader.Scan().Select("$.a", "$.b"));
            ScanExpression.Lookup(table, "$.a", text);
        }),
        ["ScanExpression.op_Implicit(path)"] = text => Aggregate.Sum((ScanExpression)PathOf(text)),
        ["ScanExpression.Parse(text)"] = text => ScanExpression.Parse($"concat($.a, '{text}')"),
        ["ScanExpression.ParseList(text)"] = text => ScanExpression.ParseList($"$.a as \"{text}\""),
        ["ScanExpression.Path(path)"] = text => ScanExpression.Path(PathOf(text)),
        ["ScanSelection.OrderBy(path)"] = text => WithReader(reader => reader.Scan().Select("$.a").OrderBy(text).ToTable()),
        ["StringColumnWriter.WriteBatch(values)"] = text => new StringColumnWriter().WriteBatch(["a", text]),
    };

    /// <summary>Parameters that are no text of a document, each with the reason.</summary>
    private static Dictionary<string, string> Exemptions { get; } = new()
    {
        ["CollectionColumn.Encodings"] = "a result", ["CollectionColumn.Max"] = "a result", ["CollectionColumn.Min"] = "a result", ["CollectionColumn.Path"] = "a result",
        ["CollectionColumn.new(Encodings)"] = "a result", ["CollectionColumn.new(Max)"] = "a result", ["CollectionColumn.new(Min)"] = "a result", ["CollectionColumn.new(Path)"] = "a result",
        ["CollectionCompaction.Compact(path)"] = PathReason,
        ["CollectionReader.BackupTo(path)"] = PathReason, ["CollectionReader.BackupToAsync(path)"] = PathReason, ["CollectionReader.Open(path)"] = PathReason,
        ["CollectionRecovery.Recover(output)"] = PathReason, ["CollectionRecovery.Recover(path)"] = PathReason,
        ["CollectionRecoveryOptions.PartialOutput"] = PathReason,
        ["CollectionRecoveryReport.Findings"] = "a result", ["CollectionRecoveryReport.LostPaths"] = "a result", ["CollectionRecoveryReport.new(Findings)"] = "a result",
        ["CollectionSpace.Path"] = "a result", ["CollectionSpace.new(Path)"] = "a result",
        ["CollectionWriter.Append(path)"] = PathReason, ["CollectionWriter.Create(path)"] = PathReason,
        ["Filter.Matches(pattern)"] = "a regular expression of .NET, which matches UTF-16 code units",
    };

    [Fact]
    public void Each_public_parameter_that_accepts_a_text_has_a_case_or_a_reason()
    {
        var parameters = TextParameters.Of(typeof(CollectionReader).Assembly);
        Assert.Equal(Calls.Keys.Concat(Exemptions.Keys).Order(StringComparer.Ordinal), parameters);
    }

    [Fact]
    public void A_text_with_half_of_a_surrogate_pair_is_refused()
    {
        Assert.All(Calls, call => Assert.All(s_unpaired, text =>
        {
            var fault = Record.Exception(() => call.Value(text));
            Assert.True(fault is ArgumentException or FormatException, $"{call.Key}: {fault}");
        }));
    }

    /// <summary>A text is found by its own characters only, in every layout and in every part of a query.</summary>
    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void Names_and_strings_are_compared_by_their_characters(CollectionLayout layout)
    {
        string[] texts = ["a\0b", "a", "a\0", "\0", "", "e\u0301", "\u00e9", "\ufeffx", "x", "i", "I", "\u0131", "\u0130", "ss", "\u00df", " ", "\u00a0"];
        var json = Array.ConvertAll(texts, text => QueryValue.FromString(text).ToJson());
        var named = "{" + string.Join(',', json.Select((name, at) => $"{name}:{at}")) + "}";
        var documents = json.Select(text => "{\"k\":" + text + ",\"o\":" + named + "}");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = layout, Key = "$.k", Indexes = ["$.k"] }));
        for (var at = 0; at < texts.Length; at++)
        {
            var text = texts[at];
            Assert.Equal(text, reader.Find(text)!.Root.GetProperty("k"u8).GetString());
            Assert.Single(reader.FindAll("$.k", text));
            Assert.Equal(1, reader.Scan().Where("$.k", FilterOperator.Equal, text).Count());
            Assert.Equal(1, reader.Scan().Where(Filter.In("$.k", [text])).Count());
            Assert.Equal(1, reader.Scan().Where(Filter.Parse("$.k = @text", ("text", text))).Count());
            Assert.Equal(1, reader.Scan().Where(Filter.Contains("$.k", json[at])).Count());
            Assert.Equal(texts.Count(other => other.EndsWith(text, StringComparison.Ordinal)), reader.Scan().Where(Filter.EndsWith("$.k", text)).Count());
            Assert.Equal(texts.Count(other => other.Contains(text, StringComparison.Ordinal)), reader.Scan().Where(Filter.HasText("$.k", text)).Count());
            Assert.Equal(texts.Length, reader.Scan().Where($"$.o[{json[at]}]", FilterOperator.Equal, at).Count());
        }

        var groups = reader.Scan().GroupBy("$.k").Aggregate(Aggregate.Count());
        Assert.Equal(texts.Length, groups.Count);
        Assert.Equal(texts.Length, reader.Scan().Aggregate(Aggregate.CountDistinct("$.k"))[0, 0].GetInt64());
        var sorted = reader.Scan().Select("$.k").OrderBy("$.k").ToTable();
        var expected = texts.OrderBy(text => text, Comparer<string>.Create((left, right) => Encoding.UTF8.GetBytes(left).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(right))));
        Assert.Equal(expected, Enumerable.Range(0, sorted.Count).Select(row => sorted[row, 0].GetString()));
    }

    private static string PathOf(string name) => $"$['{name}']";

    private static void Require(bool isAccepted)
    {
        if (!isAccepted)
        {
            throw new FormatException();
        }
    }

    private static void Create(CollectionOptions options)
    {
        using var writer = CollectionWriter.Create(new MemoryStream(), options);
    }

    private static void WithWriter(Action<CollectionWriter> use)
    {
        using var writer = CollectionWriter.Create(new MemoryStream(), new CollectionOptions { Key = "$.a" });
        use(writer);
    }

    private static void WithReader(Action<CollectionReader> use)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write(["{\"a\":1,\"b\":2}"]));
        use(reader);
    }
}
