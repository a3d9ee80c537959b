using System.Text;
using Blittable.Collections;

namespace Blittable.Cli.Tests.Commands;

/// <summary>Tests commands that read rows of collections in which rows are deleted.</summary>
public sealed class DeletedRowsTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(300)]
    [InlineData(950)]
    [InlineData(1000)]
    public async Task Rows_are_printed_from_a_collection_with_any_number_of_deleted_rows(int deleted)
    {
        var random = new Random(deleted);
        var kept = Enumerable.Range(0, 1000).OrderBy(_ => random.Next()).Skip(deleted).Order().ToList();
        var collection = Write("rows.blic", null, [.. Enumerable.Range(0, 1000).Select(id => kept.Contains(id) ? $"{{\"id\":{id}}}" : null)]);
        foreach (var count in (int[])[0, 1, 4, 30, 499, 2000])
        {
            Assert.Equal(kept.Take(count), await IdsAsync("head", collection, "-n", $"{count}"));
            Assert.Equal(kept.TakeLast(count), await IdsAsync("tail", collection, "-n", $"{count}"));
            var sample = await IdsAsync("sample", collection, "-n", $"{count}", "--seed", "1");
            Assert.Equal(Math.Min(count, kept.Count), sample.Count);
            Assert.Equal(sample.Distinct().Order(), sample);
            Assert.Subset(kept.ToHashSet(), sample.ToHashSet());
        }
    }

    [Theory]
    [InlineData(null)]
    [InlineData("$.id")]
    public async Task Differences_of_collections_with_deleted_rows_are_found(string? key)
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            var (from, to) = (Documents(random), Documents(random));
            var run = await CommandRun.Of("diff", "--patch", Write($"from{seed}.blic", key, from), Write($"to{seed}.blic", key, to));

            var rows = Math.Max(from.Length, to.Length);
            var pairs = Enumerable.Range(0, rows).Select(row => (Row: row, From: from.ElementAtOrDefault(row), To: to.ElementAtOrDefault(row))).ToList();
            Assert.Equal(
                [
                    .. pairs.Where(pair => pair.From is not null && pair.From != pair.To).Select(pair => pair.To is null
                        ? $$"""{"key":{{pair.Row}},"op":"remove"}"""
                        : $$"""{"key":{{pair.Row}},"op":"patch","patch":[{"op":"replace","path":"/v","value":{{pair.To[^2]}}}]}"""),
                    .. pairs.Where(pair => pair.From is null && pair.To is not null).Select(pair => $$"""{"key":{{pair.Row}},"op":"add","value":{{pair.To}}}"""),
                ],
                run.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries));
        }

        // The number of a document is its row, so the differences by key and by row are equal.
        static string?[] Documents(Random random) =>
            [.. Enumerable.Range(0, random.Next(700)).Select(id => random.Next(3) == 0 ? null : $"{{\"id\":{id},\"v\":{random.Next(10) / 5}}}")];
    }

    /// <summary>Writes a collection in which the rows without a document are deleted.</summary>
    private string Write(string name, string? key, string?[] documents)
    {
        using var writer = CollectionWriter.Create(_folder[name], new CollectionOptions { Key = key, StripeRows = 200, ChunkRows = 64 });
        for (var row = 0; row < documents.Length; row++)
        {
            writer.Add(Encoding.UTF8.GetBytes(documents[row] ?? $"{{\"id\":{row},\"deleted\":true}}"));
        }

        writer.Commit();
        writer.DeleteWhere(Filter.Exists("$.deleted"));
        writer.Commit();
        return _folder[name];
    }

    private static async Task<List<int>> IdsAsync(params string[] arguments)
    {
        var run = await CommandRun.Of(arguments);
        Assert.Equal(ExitCode.Done, run.ExitCode);
        return [.. run.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => int.Parse(line[6..^1], System.Globalization.CultureInfo.InvariantCulture))];
    }
}
