using System.Text;
using Blittable.Collections;
using Blittable.Collections.Snapshots;

namespace Blittable.Collections.Tests;

/// <summary>Tests commits of one document each: the bytes they write, the merging of their stripes, and the size of the file.</summary>
public sealed class SmallCommitTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    public static TheoryData<CollectionLayout> Layouts => [.. Enum.GetValues<CollectionLayout>()];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_commit_without_a_merge_writes_at_most_three_times_the_document_plus_256_bytes(CollectionLayout layout)
    {
        using var stream = new CountingStream();
        using var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Key = "$.id" }, leaveOpen: true);
        var merges = 0;
        for (var id = 0; id < 600; id++)
        {
            var document = Encoding.UTF8.GetBytes($$"""{"id":{{id}},"name":"name {{id}}","tags":["a","b"],"price":{{id}}.25,"at":"2024-05-06T07:08:09Z"}""");
            writer.Add(document);
            stream.Written = 0;
            writer.Commit();
            if (stream.Written > (3 * document.Length) + 256)
            {
                merges++;
            }
        }

        // The first commit writes columns, and then every eighth commit merges.
        Assert.InRange(merges, 1, 1 + (600 / 8));
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        reader.Validate();
        Assert.Equal(600, reader.Count);
        Assert.InRange(reader.Snapshot.Stripes.Count, 1, 4 * 8);
        for (var id = 0; id < 600; id++)
        {
            using var found = reader.Find(id);
            Assert.Equal($"name {id}", found?.Root.GetProperty("name").GetString());
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Merges_write_at_most_seven_times_the_committed_bytes(CollectionLayout layout)
    {
        // Eight stripes merge into one: 4,200 commits reach the fourth level, 700 the third. Levels do not depend on the layout.
        var commits = layout == CollectionLayout.Auto ? 4200 : 700;
        using var stream = new CountingStream();
        using var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout }, leaveOpen: true);
        long documents = 0;
        for (var id = 0; id < commits; id++)
        {
            var document = Encoding.UTF8.GetBytes($$"""{"id":{{id}},"name":"name {{id}}","price":{{id % 100}}.25,"text":"{{new string('x', 200)}} {{id * 7919}}"}""");
            documents += document.Length;
            writer.Add(document);
            writer.Commit();
        }

        Assert.InRange(stream.Written, 0, 8 * documents);
    }

    [Fact]
    public void The_file_size_stays_bounded_over_many_small_commits()
    {
        const int Commits = 300;
        using (var writer = CollectionWriter.Create(Name, new CollectionOptions { Key = "$.id" }))
        {
            // Incompressible text, so few commits exceed the limit many times over.
            var random = new Random(14);
            for (var i = 0; i < Commits; i++)
            {
                writer.Update(Encoding.UTF8.GetBytes($$"""{"id":{{i % 10}},"version":{{i}},"text":"{{random.GetHexString(20_000)}}"}"""));
                writer.Commit();
            }
        }

        using var reader = CollectionReader.Open(Name);
        reader.Validate();
        Assert.Equal(10, reader.Count);
        Assert.Equal(Commits, reader.CommitNumber);
        Assert.Equal(Commits, reader.RowCount);
        Assert.InRange(new FileInfo(Name).Length, 1, 2_500_000);
        for (var id = 0; id < 10; id++)
        {
            using var found = reader.Find(id);
            Assert.Equal(Commits - 10 + id, found?.Root.GetProperty("version").GetInt32());
        }

        Assert.Equal([Name], Directory.GetFiles(_folder));
    }

    [Fact]
    public void Readers_keep_reading_the_replaced_file()
    {
        var readers = new List<(CollectionReader Reader, int Count)>();
        using (var writer = CollectionWriter.Create(Name))
        {
            var random = new Random(15);
            for (var i = 0; i < 200; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i}},"text":"{{random.GetHexString(20_000)}}"}"""));
                writer.Commit();
                if (i % 33 == 0)
                {
                    readers.Add((CollectionReader.Open(Name), i + 1));
                }
            }
        }

        foreach (var (reader, count) in readers)
        {
            Assert.Equal(count, reader.Count);
            reader.Validate();
            reader.Dispose();
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void Rows_keep_their_numbers_when_stripes_are_merged(CollectionLayout layout)
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, Key = "$.id" }, leaveOpen: true))
        {
            for (var id = 0; id < 100; id++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"s":"s{{id}}"}"""));
                writer.Commit();
                if (id % 3 == 2)
                {
                    Assert.True(writer.Delete(id - 1));
                }
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        reader.Validate();
        Assert.Equal(100, reader.RowCount);
        for (var id = 0; id < 100; id++)
        {
            Assert.Equal(id % 3 != 1, reader.TryGet(id, out var document));
            Assert.Equal(document is null ? null : $$"""{"id":{{id}},"s":"s{{id}}"}""", document?.Root.ToJson());
        }
    }

    [Fact]
    public void Compacting_many_small_commits_leaves_a_file_about_as_small_as_one_commit()
    {
        var documents = RandomDocuments.Make(11, 700).ConvertAll(Encoding.UTF8.GetBytes);
        var once = Path.Combine(_folder, "once.blic");
        using (var writer = CollectionWriter.Create(Name))
        using (var other = CollectionWriter.Create(once))
        {
            foreach (var document in documents)
            {
                writer.Add(document);
                writer.Commit();
                other.Add(document);
            }

            other.Commit();
        }

        CollectionCompaction.Compact(Name);

        Assert.InRange(new FileInfo(Name).Length, 1, 1.2 * new FileInfo(once).Length);
        using var compacted = CollectionReader.Open(Name);
        using var expected = CollectionReader.Open(once);
        Assert.Equal(CollectionFile.ReadAll(expected), CollectionFile.ReadAll(compacted));
    }

    [Fact]
    public void Deletions_committed_one_by_one_write_few_bytes()
    {
        using var stream = new CountingStream();
        using var writer = CollectionWriter.Create(stream, new CollectionOptions { Key = "$.id" }, leaveOpen: true);
        for (var id = 0; id < 20_000; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}}}"""));
        }

        writer.Commit();
        stream.Written = 0;
        for (var id = 0; id < 2000; id++)
        {
            Assert.True(writer.Delete(id * 7));
            writer.Commit();
        }

        Assert.InRange(stream.Written, 1, 2000 * 400);
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        Assert.Equal(18_000, reader.Count);
        Assert.Null(reader.Find(7 * 1999));
        Assert.NotNull(reader.Find(7 * 2000));
    }

    [Fact]
    public async Task Concurrent_callers_share_commits()
    {
        await using (var committer = new CollectionCommitter(CollectionWriter.Create(Name, new CollectionOptions { Key = "$.id" })))
        {
            await Task.WhenAll(Enumerable.Range(0, 200).Select(id => Task.Run(() => committer.AddAsync(Encoding.UTF8.GetBytes($$"""{"id":{{id}}}""")))));
            await Assert.ThrowsAsync<BlittableException>(() => committer.AddAsync("""{"id":7}"""u8.ToArray()));
            Assert.True(await committer.UpdateAsync("""{"id":8,"v":2}"""u8.ToArray()));
            Assert.True(await committer.DeleteAsync(9));
            Assert.False(await committer.DeleteAsync(9));
            using var seen = CollectionReader.Open(Name);
            Assert.Equal(199, seen.Count);
        }

        using var reader = CollectionReader.Open(Name);
        Assert.InRange(reader.CommitNumber, 2, 150);
        using var eighth = reader.Find(8);
        Assert.Equal("""{"id":8,"v":2}""", eighth?.Root.ToJson());
    }

    /// <summary>Counts the bytes written.</summary>
    private sealed class CountingStream : MemoryStream
    {
        public long Written { get; set; }

        // In derived classes, the base class turns a write of a span into a write of an array.
        public override void Write(byte[] buffer, int offset, int count)
        {
            Written += count;
            base.Write(buffer, offset, count);
        }
    }
}
