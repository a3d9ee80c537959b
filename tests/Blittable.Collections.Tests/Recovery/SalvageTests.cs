using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests.Recovery;

/// <summary>Tests that files truncated or damaged at random positions return their intact documents and nothing else.</summary>
public sealed class SalvageTests : IDisposable
{
    private const int Places = 20;

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Damaged => Path.Combine(_folder, "damaged.blic");

    private string Output => Path.Combine(_folder, "recovered.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(History.Kinds), MemberType = typeof(History))]
    public void A_truncated_file_returns_all_documents_of_intact_stripes(CollectionLayout layout, BlockCompression compression, bool hasKey, bool isOrdered)
    {
        var history = History.Make(71, layout, compression, hasKey, isOrdered);
        var random = new Random(72);
        for (var i = 0; i < Places; i++)
        {
            // At each of the last bytes, and at random.
            var length = i < 8 ? history.Bytes.Length - 1 - i : random.Next(Superblock.DataStart + 100, history.Bytes.Length);
            File.WriteAllBytes(Damaged, history.Bytes[..length]);

            var report = CollectionRecovery.Recover(Damaged, Output);

            Check(history, report, hasKey, stripe => stripe.End <= length, $"cut to {length} of {history.Bytes.Length}");
            Assert.False(report.IsComplete);
            Assert.Equal(history.States[^1].Count, report.ExpectedDocuments);
        }
    }

    [Theory]
    [MemberData(nameof(History.Kinds), MemberType = typeof(History))]
    public void Damage_costs_only_the_stripes_it_hits_and_is_reported(CollectionLayout layout, BlockCompression compression, bool hasKey, bool isOrdered)
    {
        var history = History.Make(73, layout, compression, hasKey, isOrdered);
        var random = new Random(74);
        for (var i = 0; i < Places; i++)
        {
            var bytes = (byte[])history.Bytes.Clone();
            var places = new List<(int Start, int End)>();
            for (var damages = random.Next(1, 4); damages > 0; damages--)
            {
                var start = random.Next(i % 10 == 0 ? 0 : Superblock.DataStart, bytes.Length);
                var end = Math.Min(bytes.Length, start + (random.Next(2) == 0 ? 1 : random.Next(1, 600)));
                places.Add((start, end));
                for (var at = start; at < end; at++)
                {
                    bytes[at] ^= (byte)random.Next(1, 256);
                }
            }

            File.WriteAllBytes(Damaged, bytes);

            var report = CollectionRecovery.Recover(Damaged, Output);

            Check(history, report, hasKey, stripe => !IsHit(stripe.Start, stripe.End) && !IsHit(stripe.Dictionary.Offset, stripe.Dictionary.Offset + stripe.Dictionary.StoredLength),
                $"round {i}, damaged {string.Join(", ", places)}");

            bool IsHit(long first, long end) => places.Exists(place => place.Start < end && first < place.End);
        }
    }

    [Fact]
    public void Damage_is_reported_once_per_block_and_not_per_row()
    {
        WriteColumns(3000);
        Flip(Block(stripe: 1, group: 1, "price"));

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal((3000, 2900, 100), (report.ExpectedDocuments, report.Documents, report.LostDocuments));
        var finding = Assert.Single(report.Findings);
        Assert.StartsWith("rows 1100 to 1199: 100 documents without $.price: ", finding, StringComparison.Ordinal);
        Assert.Equal(["$.price"], report.LostPaths);
        Assert.Equal(100, report.PartialDocuments);
        Assert.False(report.IsComplete);
    }

    [Fact]
    public void A_document_that_needs_no_damaged_block_is_recovered()
    {
        // Every second row has a number, the others have a string.
        WriteColumns(3000, row => row % 2 == 0 ? $"{row}.25" : $"\"none {row}\"");
        Flip(Block(stripe: 1, group: 1, "price"));

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal((2950, 50), (report.Documents, report.LostDocuments));
        using var reader = CollectionReader.Open(Output);
        var found = CollectionFile.ReadAll(reader);
        Assert.Contains(found, document => document.Contains("\"none 1101\"", StringComparison.Ordinal));
        Assert.DoesNotContain(found, document => document.Contains("1102.25", StringComparison.Ordinal));
    }

    [Fact]
    public void Documents_that_lost_a_column_are_written_without_it_to_the_partial_output()
    {
        WriteColumns(3000);
        Flip(Block(stripe: 0, group: 0, "price"));
        Flip(Block(stripe: 0, group: 0, "kind"));
        Flip(Block(stripe: 2, group: 9, "t"));
        var partial = Path.Combine(_folder, "partial.blic");

        var report = CollectionRecovery.Recover(Damaged, Output, new CollectionRecoveryOptions { PartialOutput = partial }, CancellationToken.None);

        Assert.Equal((2800, 200), (report.Documents, report.PartialDocuments));
        Assert.Equal(["$.kind", "$.price", "$.tags[*].t"], report.LostPaths);
        using var reader = CollectionReader.Open(partial);
        var documents = CollectionFile.ReadAll(reader);
        Assert.Equal(200, documents.Count);
        Assert.Equal("""{"row":7,"lost":["$.kind","$.price"],"document":{"id":7,"text":"text 7","tags":[{"t":7},{"t":8}]}}""", documents[7]);
        Assert.Equal(
            """{"row":2908,"lost":["$.tags[*].t"],"document":{"id":2908,"kind":"k1","price":2908.25,"text":"text 2908","tags":[{},{}]}}""", documents[108]);
    }

    [Fact]
    public void Documents_that_lost_a_column_are_kept_if_the_footer_is_lost_too()
    {
        WriteColumns(3000);
        Flip(Block(stripe: 0, group: 0, "price"));
        File.WriteAllBytes(Damaged, File.ReadAllBytes(Damaged)[..^40]);
        var partial = Path.Combine(_folder, "partial.blic");

        var report = CollectionRecovery.Recover(Damaged, Output, new CollectionRecoveryOptions { PartialOutput = partial }, CancellationToken.None);

        Assert.Equal((3000, 2900, 100, 100), (report.ExpectedDocuments, report.Documents, report.PartialDocuments, report.LostDocuments));
        Assert.Equal(["$.price"], report.LostPaths);
        using var reader = CollectionReader.Open(partial);
        Assert.Equal(100, reader.Count);
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    public void A_large_stripe_is_read_with_the_copy_of_its_directory(CollectionLayout layout)
    {
        const int rows = 24_000;
        using (var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Layout = layout }))
        {
            for (var row = 0; row < rows; row++)
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes($"{{\"id\":{row},\"text\":\"{Convert.ToBase64String(System.Security.Cryptography.SHA256.HashData(BitConverter.GetBytes(row)))}\"}}"));
            }

            writer.Commit();
        }

        StripeReference stripe;
        using (var reader = CollectionReader.Open(Damaged))
        {
            reader.Validate();
            stripe = Assert.Single(reader.Snapshot.State.Stripes);
        }

        Assert.True(StripeMark.TryGetCopy(stripe, 0, out var copy));
        Flip(copy);
        using (var reader = CollectionReader.Open(Damaged))
        {
            Assert.Throws<BlittableException>(() => reader.Validate());
        }

        Flip(copy); // intact again
        Flip(stripe.Directory);

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal((rows, 0, false), (report.Documents, report.LostDocuments, report.IsComplete));
        Assert.Contains("was read from its copy", Assert.Single(report.Findings), StringComparison.Ordinal);

        Flip(copy);

        Assert.Equal((0, rows), (CollectionRecovery.Recover(Damaged, Output).Documents, CollectionRecovery.Recover(Damaged, Output).LostDocuments));
    }

    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Hybrid)]
    public void A_damaged_byte_in_a_page_costs_only_nearby_documents(CollectionLayout layout)
    {
        using (var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Layout = layout }))
        {
            for (var row = 0; row < 2000; row++)
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes($"{{\"id\":{row},\"text\":\"{Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(BitConverter.GetBytes(row)))}\"}}"));
            }

            writer.Commit();
        }

        BlockReference page;
        using (var reader = CollectionReader.Open(Damaged))
        {
            page = Assert.Single(reader.Snapshot.Stripes[0].Directory.Pages[0]).Block;
        }

        Flip(page with { Offset = page.Offset + (page.StoredLength / 2), StoredLength = 1 });

        var report = CollectionRecovery.Recover(Damaged, Output);

        // About 4 KB of documents of about 60 bytes each.
        Assert.InRange(report.LostDocuments, 1, 150);
        Assert.Equal(2000, report.Documents + report.LostDocuments);
        Assert.Single(report.Findings);
        using var recovered = CollectionReader.Open(Output);
        recovered.ForEach((_, document) => Assert.Equal(
            Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(BitConverter.GetBytes(document.GetProperty("id").GetInt32()))), document.GetProperty("text").GetString()));
    }

    [Fact]
    public void A_file_that_lost_its_end_returns_its_stripes_without_a_footer()
    {
        WriteColumns(10_000);
        var bytes = File.ReadAllBytes(Damaged);
        File.WriteAllBytes(Damaged, bytes[..(bytes.Length * 99 / 100)]);

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal((0, 10_000, 9000, 1000), (report.CommitNumber, report.ExpectedDocuments, report.Documents, report.LostDocuments));
        Assert.False(report.IsComplete);
        Assert.Contains(report.Findings, finding => finding.Contains("9 stripes with 9000 rows were found without a footer", StringComparison.Ordinal));
        Assert.Contains(report.Findings, finding => finding.Contains("Commit 1 has 10000 rows, and 1000 of them were not found", StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_with_only_stripes_left_returns_its_documents_and_options()
    {
        WriteColumns(5000);
        var bytes = File.ReadAllBytes(Damaged);
        using (var reader = CollectionReader.Open(Damaged))
        {
            bytes.AsSpan(0, (int)reader.Snapshot.State.Stripes[0].Origin).Clear();
            bytes.AsSpan((int)reader.Snapshot.Superblock.FooterOffset).Clear();
        }

        File.WriteAllBytes(Damaged, bytes);

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal((0, 5000), (report.CommitNumber, report.Documents));
        Assert.False(report.IsComplete);
        using var recovered = CollectionReader.Open(Output);
        Assert.Equal(("$.id", 1000), (recovered.Options.Key, recovered.Options.StripeRows));
        Assert.Equal("k0", recovered.Find(4998)!.Root.GetProperty("kind").GetString());
    }

    [Fact]
    public void The_last_committed_document_of_a_key_is_recovered()
    {
        using (var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Key = "$.id", Layout = CollectionLayout.Rows }))
        {
            for (var change = 0; change < 3; change++)
            {
                for (var id = 0; id < 20; id++)
                {
                    writer.Update(System.Text.Encoding.UTF8.GetBytes($"{{\"id\":{id},\"change\":{change}}}"));
                }

                writer.Commit();
            }
        }

        var bytes = File.ReadAllBytes(Damaged);
        File.WriteAllBytes(Damaged, bytes[..^1]);

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal(20, report.Documents);
        using var reader = CollectionReader.Open(Output);
        reader.ForEach((_, document) => Assert.Equal(2, document.GetProperty("change").GetInt32()));
        Assert.Contains(report.Findings, finding => finding.Contains("deleted or replaced after commit 2 is not known", StringComparison.Ordinal));
    }

    [Fact]
    public void Deletions_in_a_rewritten_file_are_known_without_its_footer()
    {
        long length;
        using (var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Key = "$.id", StripeRows = 5000, ChunkRows = 1000 }))
        {
            var random = new Random(9);
            for (var id = 0; id < 10_000; id++)
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes($"{{\"id\":{id},\"noise\":\"{random.NextInt64()}{random.NextInt64()}\"}}"));
            }

            // Update more than half of the first stripe, so that it is merged, and delete a part of the second one.
            length = new FileInfo(Damaged).Length;
            writer.Commit();
            for (var round = 0; round < 12 && new FileInfo(Damaged).Length >= length; round++)
            {
                length = new FileInfo(Damaged).Length;
                for (var id = 0; id < 5000; id++)
                {
                    writer.Update(System.Text.Encoding.UTF8.GetBytes($"{{\"id\":{id},\"noise\":\"{random.NextInt64()}{random.NextInt64()}\"}}"));
                }

                for (var id = 5000 + (round * 100); id < 5000 + (round * 100) + 50; id++)
                {
                    writer.Delete(id);
                }

                writer.Commit();
            }
        }

        Assert.True(new FileInfo(Damaged).Length < length, "The file was not written anew.");
        List<string> expected;
        using (var reader = CollectionReader.Open(Damaged))
        {
            expected = CollectionFile.ReadAll(reader);
        }

        var bytes = File.ReadAllBytes(Damaged);
        File.WriteAllBytes(Damaged, bytes[..^1]);

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.Equal(0, report.LostDocuments);
        using var recovered = CollectionReader.Open(Output);
        Assert.Equal(expected.Order(), CollectionFile.ReadAll(recovered).Order());
    }

    [Fact]
    public void Recovery_of_an_intact_file_is_complete()
    {
        WriteColumns(2500);

        var report = CollectionRecovery.Recover(Damaged, Output);

        Assert.True(report.IsComplete);
        Assert.Equal((2500, 2500, 0), (report.ExpectedDocuments, report.Documents, report.LostDocuments));
    }

    private void Check(
        History history, CollectionRecoveryReport report, bool hasKey, Func<(long Start, long End, BlockReference Dictionary, List<string> Documents), bool> isWhole, string damage)
    {
        using var reader = CollectionReader.Open(Output);
        reader.Validate();
        var found = CollectionFile.ReadAll(reader);
        var distinct = found.ToHashSet();
        Assert.True(found.Count == distinct.Count, $"{damage}: twice");
        Assert.True(distinct.IsSubsetOf(history.Ever), $"{damage}: invented {distinct.Except(history.Ever).FirstOrDefault()}");
        foreach (var stripe in history.Stripes.Where(isWhole))
        {
            Assert.True(distinct.IsSupersetOf(stripe.Documents), $"{damage}: stripe {stripe.Start} to {stripe.End} lacks {stripe.Documents.Count(document => !distinct.Contains(document))}");
        }

        // Documents not in the last commit may be returned only if the report says so.
        if (!distinct.IsSubsetOf(history.States[^1]))
        {
            Assert.Contains(report.Findings, finding => finding.Contains("not known", StringComparison.Ordinal) || finding.Contains("may be among", StringComparison.Ordinal));
        }

        Assert.True(!report.IsComplete || distinct.SetEquals(history.States[^1]), $"{damage}: a loss was not told");
        Assert.Equal(found.Count, report.Documents);
        Assert.True(hasKey || report.LostDocuments >= history.States[^1].Count - found.Count, $"{damage}: {report.LostDocuments} lost");
        Assert.InRange(report.Findings.Count, 0, 60);
    }

    private void WriteColumns(int rows, Func<int, string>? price = null)
    {
        using var writer = CollectionWriter.Create(Damaged, new CollectionOptions { StripeRows = 1000, ChunkRows = 100, Key = "$.id" });
        for (var row = 0; row < rows; row++)
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes(
                $"{{\"id\":{row},\"kind\":\"k{row % 3}\",\"price\":{price?.Invoke(row) ?? $"{row}.25"},\"text\":\"text {row}\",\"tags\":[{{\"t\":{row}}},{{\"t\":{row + 1}}}]}}"));
        }

        writer.Commit();
    }

    /// <summary>Returns the block of a column: its numbers, if it has any; otherwise, its strings.</summary>
    private BlockReference Block(int stripe, int group, string name)
    {
        using var reader = CollectionReader.Open(Damaged);
        var node = reader.Snapshot.Stripes[stripe].Directory.Nodes.Single(node => node.Path.EndsWith($".{name}", StringComparison.Ordinal));
        return (node.Numbers ?? node.Strings)!.Chunk(group).Block;
    }

    private void Flip(BlockReference block)
    {
        var bytes = File.ReadAllBytes(Damaged);
        bytes[block.Offset + (block.StoredLength / 2)] ^= 0x10;
        File.WriteAllBytes(Damaged, bytes);
    }
}
