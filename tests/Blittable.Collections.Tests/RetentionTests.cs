using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests stripes whose documents are all deleted: the next commit drops them without reading them, and their rows keep their numbers.</summary>
public sealed class RetentionTests : IDisposable
{
    private const int StripeRows = 400;
    private const int Stripes = 10;

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    private string Copy => Path.Combine(_folder, "copy.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Hybrid)]
    public void Retain_drops_expired_stripes_without_reading_them(CollectionLayout layout)
    {
        Write(layout);
        var length = new FileInfo(Name).Length;

        // Statistics decide, so the values of expired stripes need not be intact.
        Damage(Stripes - 1);
        using (var writer = CollectionWriter.Append(Name))
        {
            Assert.Equal((Stripes - 1) * StripeRows, writer.Retain("$.at", TimeSpan.FromDays(30)));
            Assert.Equal(StripeRows, writer.Count);
            Assert.Equal(0, writer.Retain("$.at", TimeSpan.FromDays(30)));
            Assert.Equal(0, writer.Retain("$.at", TimeSpan.MaxValue));
            writer.Commit();
        }

        using (var reader = CollectionReader.Open(Name))
        {
            RequireLastStripe(reader);
            Assert.Single(reader.Snapshot.State.Stripes, stripe => !stripe.IsGone);
            Assert.Equal(reader.ByteCount, reader.GetSpace().Sum(part => part.Bytes));
            var used = reader.GetSpace().Where(part => part.Use is not CollectionSpaceUse.Replaced).Sum(part => part.Bytes);
            Assert.InRange(used, 0, (length / Stripes) + 20_000);
        }

        RequireCopies();
    }

    [Fact]
    public void A_document_with_several_dates_has_no_age()
    {
        using var writer = CollectionWriter.Create(new MemoryStream());
        writer.Add("""{"at":["2001-01-01","9001-01-01"]}"""u8);

        var fault = Assert.Throws<BlittableException>(() => writer.Retain("$.at[*]", TimeSpan.FromDays(1)));

        Assert.Equal("'$.at[*]' can match several values. A document has one age, so its date must be a single value.", fault.Message);
        Assert.Equal(1, writer.Count);
    }

    [Fact]
    public void Rows_keep_their_numbers_between_dropped_stripes()
    {
        Write(CollectionLayout.Columns);
        using var reader = CollectionReader.Open(Name);
        DropStripes();
        Assert.True(reader.Refresh());
        Assert.Equal((Stripes * StripeRows) + 1, reader.RowCount);
        for (var row = 0; row < reader.RowCount; row++)
        {
            var isThere = row / StripeRows is not (3 or 8 or 9) && row != 4 * StripeRows;
            Assert.Equal(isThere, reader.TryGet(row, out var document));
            Assert.Equal(!isThere ? -1 : row == Stripes * StripeRows ? 3 * StripeRows : row, document?.Root.GetProperty("id"u8).GetInt32() ?? -1);
        }

        Assert.False(reader.TryGet(-1, out _));
        Assert.False(reader.TryGet(reader.RowCount, out _));
        reader.Validate();
    }

    [Fact]
    public void Queries_return_the_row_numbers_between_dropped_stripes()
    {
        Write(CollectionLayout.Columns);
        DropStripes();
        using var reader = CollectionReader.Open(Name);
        Assert.Equal(1, reader.Scan().Where("$.stripe", FilterOperator.Equal, 10).Count());
        var rows = CollectionReader.ScanAll(reader, reader).Where("$.id", FilterOperator.Equal, 3 * StripeRows).Select("$.id").SelectMany(batch => batch.RowNumbers.ToArray());
        Assert.Equal([Stripes * StripeRows, (2 * Stripes * StripeRows) + 1], rows);
    }

    [Fact]
    public void A_collection_with_dropped_stripes_is_recovered_completely()
    {
        Write(CollectionLayout.Columns);
        DropStripes();
        var recovery = CollectionRecovery.Recover(Name, Copy, TestContext.Current.CancellationToken);
        Assert.True(recovery.IsComplete);
        Assert.Equal(7 * StripeRows, recovery.Documents);
    }

    /// <summary>Deletes the stripes 3, 8 and 9 and the first row of stripe 4, and adds a document with the key of the first row of stripe 3.</summary>
    private void DropStripes()
    {
        using var writer = CollectionWriter.Append(Name);
        Assert.Equal(StripeRows, writer.DeleteWhere(Filter.Where("$.stripe", FilterOperator.Equal, 3)));
        Assert.Equal(2 * StripeRows, writer.DeleteWhere(Filter.Where("$.stripe", FilterOperator.GreaterOrEqual, 8)));
        writer.Commit();
        Assert.False(writer.DeleteRow(3 * StripeRows));
        Assert.False(writer.Delete(3 * StripeRows));
        Assert.True(writer.DeleteRow(4 * StripeRows));
        writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{3 * StripeRows}},"stripe":10}"""));
        writer.Commit();
    }

    [Fact]
    public void A_collection_without_documents_can_be_filled_again()
    {
        Write(CollectionLayout.Auto);
        using (var writer = CollectionWriter.Append(Name))
        {
            Assert.Equal(Stripes * StripeRows, writer.DeleteWhere(Filter.All()));
            writer.Commit();
            Assert.Equal(0, writer.Count);
        }

        using (var reader = CollectionReader.Open(Name))
        {
            Assert.Equal((0, Stripes * StripeRows), (reader.Count, reader.RowCount));
            Assert.Equal(0, reader.Scan().Count());
            Assert.Empty(reader.GetColumns());
            reader.Validate();
        }

        using (var writer = CollectionWriter.Append(Name))
        {
            for (var commit = 0; commit < 20; commit++)
            {
                Add(writer, commit, DateTimeOffset.UtcNow);
                writer.Commit();
            }
        }

        using (var reader = CollectionReader.Open(Name))
        {
            reader.Validate();
            Assert.Equal((20, "0"), (reader.Count, reader.Get(Stripes * StripeRows).Root.GetProperty("id"u8).ToJson()));
        }
    }

    [Fact]
    public void Stripes_of_an_ordered_collection_are_dropped_with_their_rows()
    {
        Write(CollectionLayout.Columns, "$.id");
        using var writer = CollectionWriter.Append(Name);
        writer.Retain("$.at", TimeSpan.FromDays(30));
        writer.Commit();
        using var reader = CollectionReader.Open(Name);
        Assert.Equal((StripeRows, StripeRows), (reader.Count, reader.RowCount));
        reader.Validate();
    }

    private void RequireCopies()
    {
        using (var reader = CollectionReader.Open(Name))
        {
            reader.BackupTo(Copy);
        }

        using (var copy = CollectionReader.Open(Copy))
        {
            RequireLastStripe(copy);
            Assert.Equal(copy.ByteCount, copy.GetSpace().Sum(part => part.Bytes));
        }

        Assert.True(CollectionRecovery.Recover(Name, Copy, TestContext.Current.CancellationToken).IsComplete);
        CollectionCompaction.Compact(Name);
        using var compacted = CollectionReader.Open(Name);
        Assert.Equal((StripeRows, StripeRows), (compacted.Count, compacted.RowCount));
    }

    private static void RequireLastStripe(CollectionReader reader)
    {
        reader.Validate();
        Assert.Equal((StripeRows, Stripes * StripeRows), (reader.Count, reader.RowCount));
        var first = (Stripes - 1) * StripeRows;
        Assert.False(reader.TryGet(0, out _));
        Assert.False(reader.TryGet(first - 1, out _));
        Assert.Equal(first, reader.Get(first).Root.GetProperty("id"u8).GetInt32());
        Assert.Null(reader.Find(7));
        Assert.NotNull(reader.Find(first + 7));
        Assert.Equal(StripeRows, reader.Scan().Where("$.stripe", FilterOperator.GreaterOrEqual, 0).Count());
    }

    private void Write(CollectionLayout layout, string? order = null)
    {
        using var writer = CollectionWriter.Create(
            Name, new CollectionOptions { Layout = layout, StripeRows = StripeRows, ChunkRows = 100, Key = "$.id", Columns = ["$.at"], OrderBy = order });
        for (var id = 0; id < Stripes * StripeRows; id++)
        {
            Add(writer, id, DateTimeOffset.UtcNow.AddDays(id < (Stripes - 1) * StripeRows ? -40 : -1));
        }

        writer.Commit();
    }

    private static void Add(CollectionWriter writer, int id, DateTimeOffset at) => writer.Add(Encoding.UTF8.GetBytes(
        $$"""{"id":{{id}},"stripe":{{id / StripeRows}},"at":"{{at:yyyy-MM-ddTHH:mm:ssZ}}","text":"{{Convert.ToHexString(BitConverter.GetBytes((ulong)id * 0x9E3779B97F4A7C15))}}"}"""));

    private void Damage(int stripes)
    {
        var bytes = File.ReadAllBytes(Name);
        using (var reader = CollectionReader.Open(new MemoryStream(bytes)))
        {
            foreach (var stripe in reader.Snapshot.Stripes.Take(stripes))
            {
                stripe.Directory.ForEachBlock((block, _, _) =>
                {
                    if (block.Exists)
                    {
                        bytes[block.Offset] ^= 0x40;
                    }
                });
            }
        }

        File.WriteAllBytes(Name, bytes);
    }
}
