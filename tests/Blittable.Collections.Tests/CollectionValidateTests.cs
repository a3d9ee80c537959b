using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Collections.Stripes.Indexes;

namespace Blittable.Collections.Tests;

public sealed class CollectionValidateTests
{
    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Every_altered_byte_fails_validation(CollectionLayout layout)
    {
        // Keys that are unordered strings have a separate index that is not needed to read documents.
        var documents = Enumerable.Range(0, 60).Select(row => $$"""{"id":"k{{row * 7919 % 1009}}","v":{{row * 1.5}},"at":"2024-01-01T00:00:{{row:00}}.5Z"}""");
        var file = CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout, Key = "$.id" }).ToArray();
        long first;
        using (var reader = CollectionReader.Open(new MemoryStream(file)))
        {
            reader.Validate();
            first = reader.Snapshot.State.Stripes[0].Origin;
        }

        for (var at = (int)first; at < file.Length; at += 3)
        {
            file[at] ^= 0x10;
            Assert.Throws<BlittableException>(() =>
            {
                using var reader = CollectionReader.Open(new MemoryStream(file));
                reader.Validate();
            });
            file[at] ^= 0x10;
        }
    }

    [Fact]
    public void The_error_for_a_damaged_index_names_its_path()
    {
        var documents = Enumerable.Range(0, 30).Select(row => $$"""{"id":"k{{row * 7919 % 1009}}"}""");
        var file = CollectionFile.Write(documents, CollectionFile.Small with { Key = "$.id" }).ToArray();
        using (var reader = CollectionReader.Open(new MemoryStream(file)))
        {
            file[reader.Snapshot.Stripes[0].Directory.Indexes[0].Block.Offset] ^= 1;
        }

        using var damaged = CollectionReader.Open(new MemoryStream(file));

        Assert.Contains("the index of $.id", Assert.Throws<BlittableException>(() => damaged.Validate()).Message, StringComparison.Ordinal);
        Assert.Throws<BlittableException>(() => damaged.Find("k0"));
    }

    [Fact]
    public void A_lost_last_commit_is_reported_although_the_file_opens_with_the_previous_commit()
    {
        var stream = CollectionFile.Write(["1"]);
        AssertValid(stream, rows: 1);
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            writer.Add("2"u8);
            writer.Commit();
        }

        AssertValid(stream, rows: 2);
        var file = stream.ToArray();
        Superblock last;
        using (var reader = CollectionReader.Open(new MemoryStream(file)))
        {
            last = reader.Snapshot.Superblock;
        }

        foreach (var place in (long[])[last.Place + 20, last.Footer.Offset + 3])
        {
            file[place] ^= 1;
            using var before = CollectionReader.Open(new MemoryStream(file));
            Assert.Equal(1, before.Count);
            Assert.True(before.IsDamaged);
            Assert.Equal(1, before.CommitNumber);
            var error = Assert.Throws<BlittableException>(() => before.Validate());
            Assert.Contains("The last intact commit is 1 with 1 rows", error.Message, StringComparison.Ordinal);
            file[place] ^= 1;
        }
    }

    [Fact]
    public void A_lost_last_commit_is_not_overwritten()
    {
        var stream = CollectionFile.Write(["1"]);
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            writer.Add("2"u8);
            writer.Commit();
        }

        Superblock last;
        using (var reader = CollectionReader.Open(stream, leaveOpen: true))
        {
            last = reader.Snapshot.Superblock;
        }

        // Damage the footer. A crash cannot cause this with an intact superblock, because the footer is flushed first.
        stream.GetBuffer()[last.Footer.Offset + 3] ^= 1;
        var error = Assert.Throws<BlittableException>(() => CollectionWriter.Append(stream, leaveOpen: true));
        Assert.Equal((BlittableErrorCode.InvalidData, last.Footer.Offset), (error.Code, error.Offset));
        Assert.StartsWith("Commit 2 with 2 rows is damaged: ", error.Message, StringComparison.Ordinal);
        Assert.Contains("The last intact commit is 1 with 1 rows.", error.Message, StringComparison.Ordinal);

        var path = Path.GetTempFileName();
        try
        {
            var bytes = stream.ToArray();
            File.WriteAllBytes(path, bytes);
            Assert.Throws<BlittableException>(() => CollectionCompaction.Compact(path));
            Assert.Equal(bytes, File.ReadAllBytes(path));
        }
        finally
        {
            File.Delete(path);
        }

        // Damage the superblock: nothing shows whether the previous commit was the last one.
        stream.GetBuffer()[last.Footer.Offset + 3] ^= 1;
        stream.GetBuffer().AsSpan((int)last.Place, Superblock.Size).Clear();
        error = Assert.Throws<BlittableException>(() => CollectionWriter.Append(stream, leaveOpen: true));
        Assert.Contains("a later commit may be lost", error.Message, StringComparison.Ordinal);
    }

    private static void AssertValid(Stream stream, long rows)
    {
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        reader.Validate();
        Assert.Equal(rows, reader.Count);
    }
}
