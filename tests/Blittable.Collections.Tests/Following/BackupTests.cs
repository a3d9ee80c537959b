using System.IO.Compression;
using System.Text;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests backups of a commit while a writer continues.</summary>
public sealed class BackupTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    private string Copy => Path.Combine(_folder, "copy.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(CollectionLayout.Columns, BlockCompression.None)]
    [InlineData(CollectionLayout.Rows, BlockCompression.Brotli)]
    [InlineData(CollectionLayout.Hybrid, BlockCompression.None)]
    public async Task A_backup_contains_the_snapshot_of_its_reader_while_a_writer_commits(CollectionLayout layout, BlockCompression compression)
    {
        var options = CollectionFile.Small with { Layout = layout, Compression = compression, Key = "$.id", Indexes = ["$.name"], Columns = ["$.id"] };
        RefreshTests.Write(Name, 0, 200, options);
        var isOver = false;
        var writing = Task.Run(() =>
        {
            var random = new Random(1);
            using var writer = CollectionWriter.Append(Name);
            for (var commit = 0; !Volatile.Read(ref isOver); commit++)
            {
                RefreshTests.Add(writer, 1000 + (10 * commit), 7);
                writer.Update(Encoding.UTF8.GetBytes($$"""{"id":-1,"text":"{{random.GetHexString(20_000)}}"}"""));
                for (var i = 0; i < 3; i++)
                {
                    writer.Delete(random.Next(1000 + (10 * commit)));
                }

                writer.Commit(Guid.NewGuid());
            }
        });
        for (var round = 0; round < 15; round++)
        {
            using var reader = CollectionReader.Open(Name);
            if (round % 2 == 0)
            {
                await reader.BackupToAsync(Copy, TestContext.Current.CancellationToken);
            }
            else
            {
                reader.BackupTo(Copy);
            }

            using var copy = CollectionReader.Open(Copy);
            copy.Validate();
            Assert.Equal(reader.Commit, copy.Commit);
            Assert.Equal((reader.RowCount, reader.Options), (copy.RowCount, copy.Options with { Indexes = reader.Options.Indexes, Columns = reader.Options.Columns }));
            Assert.True(copy.ByteCount <= reader.ByteCount);
            Assert.Equal(Rows(reader), Rows(copy));

            // A dictionary trained while a stripe was written is located among the stripe's blocks and is copied with them.
            var space = copy.GetSpace().ToLookup(part => part.Use, part => part.Bytes);
            Assert.Empty(space[CollectionSpaceUse.Uncommitted]);
            Assert.InRange(space[CollectionSpaceUse.Replaced].Sum(), 0, space[CollectionSpaceUse.Dictionaries].Sum());
        }

        Volatile.Write(ref isOver, true);
        await writing;
        Assert.Equal([Name, Copy], Directory.GetFiles(_folder).Order());
    }

    private static List<(long Row, string Json)> Rows(CollectionReader reader)
    {
        var rows = new List<(long, string)>();
        reader.ForEach((row, document) => rows.Add((row, document.ToJson())));
        return rows;
    }

    [Fact]
    public void A_backup_can_be_appended_to()
    {
        RefreshTests.Write(Name, 0, 100, CollectionFile.Small with { Key = "$.id" });
        using (var reader = CollectionReader.Open(Name))
        {
            reader.BackupTo(Copy);
        }

        RefreshTests.Write(Name, 500, 5);
        RefreshTests.Write(Copy, 500, 5);

        using var one = CollectionReader.Open(Name);
        using var other = CollectionReader.Open(Copy);
        Assert.Equal(CollectionFile.ReadAll(one), CollectionFile.ReadAll(other));
    }

    [Fact]
    public void A_backup_that_lost_its_footer_is_recovered_with_its_dictionary()
    {
        RefreshTests.Write(Name, 0, 300, CollectionFile.Small with { Layout = CollectionLayout.Rows });
        using var reader = CollectionReader.Open(Name);
        reader.BackupTo(Copy);
        long footer;
        using (var copy = CollectionReader.Open(Copy))
        {
            Assert.All(copy.Snapshot.State.Stripes, stripe => Assert.NotEqual(0, stripe.Dictionary));
            footer = copy.Snapshot.Superblock.FooterOffset;
        }

        using (var file = File.OpenWrite(Copy))
        {
            file.SetLength(footer);
        }

        // Only the marks of the stripes locate the dictionary.
        var recovered = Path.Combine(_folder, "recovered.blic");
        Assert.Equal(reader.Count, CollectionRecovery.Recover(Copy, recovered, TestContext.Current.CancellationToken).Documents);
        using var result = CollectionReader.Open(recovered);
        Assert.Equal(CollectionFile.ReadAll(reader), CollectionFile.ReadAll(result));
    }

    [Fact]
    public async Task A_backup_can_be_written_to_a_forward_only_stream()
    {
        RefreshTests.Write(Name, 0, 300, CollectionFile.Small);
        using var reader = CollectionReader.Open(Name);
        foreach (var isAsynchronous in (bool[])[false, true])
        {
            var packed = new MemoryStream();
            await using (var deflate = new DeflateStream(packed, CompressionLevel.Fastest, leaveOpen: true))
            {
                if (isAsynchronous)
                {
                    await reader.BackupToAsync(deflate, TestContext.Current.CancellationToken);
                }
                else
                {
                    reader.BackupTo(deflate);
                }
            }

            packed.Position = 0;
            var copy = new MemoryStream();
            await using (var inflate = new DeflateStream(packed, CompressionMode.Decompress))
            {
                await inflate.CopyToAsync(copy, TestContext.Current.CancellationToken);
            }

            Assert.Equal(CollectionFile.ReadAll(reader), CollectionFile.ReadAll(copy));
        }
    }

    [Fact]
    public async Task A_backup_of_a_damaged_collection_never_replaces_an_intact_copy_with_damage()
    {
        RefreshTests.Write(Name, 0, 300, CollectionFile.Small);
        File.Copy(Name, Copy);
        var sound = File.ReadAllBytes(Name);
        var (written, refused) = (0, 0);
        for (var place = Superblock.DataStart; place < sound.Length; place += 97)
        {
            var damaged = (byte[])sound.Clone();
            damaged[place] ^= 0x10;
            File.WriteAllBytes(Name, damaged);
            try
            {
                using var reader = CollectionReader.Open(Name, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
                await reader.BackupToAsync(Copy, TestContext.Current.CancellationToken);
                written++;
            }
            catch (BlittableException)
            {
                refused++;
            }

            // Bytes outside the blocks of the state, such as a mark, are rewritten instead of copied.
            using var copy = CollectionReader.Open(Copy);
            copy.Validate();
            Assert.Equal(300, copy.Count);
        }

        Assert.True(written > 0 && refused > written, $"{refused} of {refused + written} damaged files were refused");
    }

    [Fact]
    public async Task A_backup_to_the_own_file_is_rejected_and_a_cancelled_backup_leaves_no_file()
    {
        RefreshTests.Write(Name, 0, 5, CollectionFile.Small);
        using var reader = CollectionReader.Open(Name);

        Assert.Throws<ArgumentException>(() => reader.BackupTo(Name));
        await Assert.ThrowsAsync<ArgumentException>(() => reader.BackupToAsync(Path.Combine(_folder, ".", "collection.blic"), TestContext.Current.CancellationToken));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => reader.BackupToAsync(Copy, new CancellationToken(canceled: true)));

        // Other paths of the same file: through a link to its folder, and a link to the file.
        var (folder, link) = (_folder + "-link", Path.Combine(_folder, "link"));
        Directory.CreateSymbolicLink(folder, _folder);
        try
        {
            File.CreateSymbolicLink(link, Path.Combine(folder, "collection.blic"));
            Assert.Throws<ArgumentException>(() => reader.BackupTo(Path.Combine(folder, "collection.blic")));
            Assert.Throws<ArgumentException>(() => reader.BackupTo(link));
        }
        finally
        {
            File.Delete(link);
            Directory.Delete(folder);
        }

        Assert.Equal([Name], Directory.GetFiles(_folder));
        reader.Dispose();
        Assert.Throws<ObjectDisposedException>(() => reader.BackupTo(new MemoryStream()));
    }
}
