using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests that every byte of a file has exactly one use, whatever was committed, deleted and compacted before.</summary>
public sealed class CollectionSpaceTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    public static TheoryData<CollectionLayout, BlockCompression> Layouts =>
        [.. Enum.GetValues<CollectionLayout>().SelectMany(layout => new[] { BlockCompression.None, BlockCompression.Brotli }.Select(compression => (layout, compression)))];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Layouts))]
    public void The_parts_add_up_to_the_file_length_after_commits_deletes_and_compaction(CollectionLayout layout, BlockCompression compression)
    {
        var random = new Random(1);
        using (var writer = CollectionWriter.Create(Name, new CollectionOptions { Layout = layout, Key = "$.id", Indexes = ["$.name"], Compression = compression }))
        {
            writer.Commit();
            Check();
            var id = 0;
            for (var commit = 0; commit < 80; commit++)
            {
                for (var count = random.Next(commit % 20 == 0 ? 3000 : 20); count > 0; count--)
                {
                    writer.Add(Document(id++));
                }

                for (var count = random.Next(30); count > 0 && id > 0; count--)
                {
                    writer.DeleteRow(random.Next(id));
                }

                writer.Commit();
                if (commit % 7 == 0)
                {
                    Check();
                }
            }
        }

        Check();
        CollectionCompaction.Compact(Name);
        Assert.Equal(0, Check().Where(space => space.Use is CollectionSpaceUse.Uncommitted or CollectionSpaceUse.DeletedRows).Sum(space => space.Bytes));
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_file_with_one_commit_has_almost_no_replaced_bytes(CollectionLayout layout, BlockCompression compression)
    {
        using (var writer = CollectionWriter.Create(Name, new CollectionOptions { Layout = layout, Indexes = ["$.name"], Compression = compression }))
        {
            for (var id = 0; id < 70_000; id++)
            {
                writer.Add(Document(id));
            }

            writer.Commit();
        }

        var space = Check();

        // The footer of the empty collection that every file starts as.
        Assert.InRange(space.Where(part => part.Use == CollectionSpaceUse.Replaced).Sum(part => part.Bytes), 0, 200);
        CollectionSpaceUse[] data = layout switch
        {
            CollectionLayout.Columns => [CollectionSpaceUse.Columns],
            CollectionLayout.Auto => [CollectionSpaceUse.Columns, CollectionSpaceUse.Documents],
            _ => [CollectionSpaceUse.Documents],
        };
        Assert.Contains(space, part => data.Contains(part.Use));
        Assert.Contains(space, part => part is { Use: CollectionSpaceUse.Indexes, Path: "$.name" });
    }

    [Fact]
    public void Bytes_that_were_never_committed_are_reported_as_uncommitted()
    {
        using (var writer = CollectionWriter.Create(Name))
        {
            writer.Add(Document(1));
            writer.Commit();
        }

        File.AppendAllText(Name, "left of a writer that was interrupted");

        Assert.Equal(37, Check().Single(part => part.Use == CollectionSpaceUse.Uncommitted).Bytes);
    }

    [Fact]
    public void Pruning_reports_the_chunk_groups_that_a_query_skips()
    {
        using (var writer = CollectionWriter.Create(Name, new CollectionOptions { Layout = CollectionLayout.Columns }))
        {
            for (var id = 0; id < 200_000; id++)
            {
                writer.Add(Document(id));
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(Name);
        var none = reader.Prune(Filter.Parse("$.id > 1000000"));
        var few = reader.Prune(Filter.Parse("$.id = 77"));
        var all = reader.Prune(Filter.Parse("$.id >= 0"));

        Assert.All(none, stripe => Assert.Equal(stripe.Groups, stripe.SkippedGroups));
        Assert.Equal(1, few.Sum(stripe => stripe.Groups - stripe.SkippedGroups));
        Assert.All(all, stripe => Assert.Equal((0, stripe.Groups), (stripe.SkippedGroups, stripe.PassedGroups)));
        Assert.True(all.Sum(stripe => stripe.Groups) > 1);
        Assert.Equal(200_000, all.Sum(stripe => stripe.Rows));
    }

    private static byte[] Document(int id) => Encoding.UTF8.GetBytes(
        $$$"""{"id":{{{id}}},"name":"name {{{id % 1000}}}","price":{{{id}}}.2{{{id % 2}}},"at":"2024-05-{{{10 + (id % 20)}}}","tags":["a","b {{{id}}}"],{{{(id % 3 == 0 ? "\"note\":null," : "")}}}"x":{"y":true}}""");

    private IReadOnlyList<CollectionSpace> Check()
    {
        using var reader = CollectionReader.Open(Name);
        var space = reader.GetSpace();
        Assert.Equal(new FileInfo(Name).Length, space.Sum(part => part.Bytes));
        return space;
    }
}
