using WriterFile = Blittable.Collections.Snapshots.CollectionFile;

namespace Blittable.Collections.Tests;

/// <summary>Tests the lock file of macOS and other systems on which a byte range of a file cannot be locked.</summary>
public sealed class LockFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    private string LockName => Name + ".lock";

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_second_writer_is_rejected_until_the_first_is_closed()
    {
        CollectionWriter.Create(Name).Dispose();
        using (Open())
        {
            var fault = Assert.Throws<IOException>(() => Open());

            Assert.Equal($"'{Name}' is already open for writing.", fault.Message);
            Assert.Throws<IOException>(() => Create());
        }

        Open().Dispose();
        Create().Dispose();
    }

    [Fact]
    public void Two_writers_cannot_create_the_same_collection()
    {
        using var first = Create();

        Assert.Throws<IOException>(() => Create());
        Assert.False(File.Exists(Name));
    }

    [Fact]
    public void The_lock_outlives_the_file_that_it_protects()
    {
        CollectionWriter.Create(Name).Dispose();
        using var file = Open();
        using (var successor = file.CreateSuccessor())
        {
            file.ReplaceWith(successor);
        }

        Assert.Throws<IOException>(() => Open());
        file.CreateSuccessor().Dispose();
        Assert.Throws<IOException>(() => Open());
    }

    [Fact]
    public void A_replacement_holds_the_lock_after_it_is_published()
    {
        CollectionWriter.Create(Name).Dispose();
        using var file = Create();

        file.PublishFlushed();

        Assert.Throws<IOException>(() => Open());
        Assert.Equal([Name, LockName], Directory.GetFiles(_folder).Order());
    }

    [Fact]
    public void A_writer_that_fails_to_open_the_collection_releases_the_lock()
    {
        Directory.CreateDirectory(Name);
        Assert.ThrowsAny<Exception>(() => Create(mustExist: true));
        Directory.Delete(Name);
        CollectionWriter.Create(Name).Dispose();

        Open().Dispose();
    }

    [Fact]
    public void A_misspelled_path_creates_no_files()
    {
        Assert.Throws<FileNotFoundException>(() => Open());
        Assert.Throws<FileNotFoundException>(() => Create(mustExist: true));
        Assert.Throws<DirectoryNotFoundException>(() => WriterFile.Create(Path.Combine(_folder, "missing", "a.blic"), usesLockFile: true));

        Assert.Empty(Directory.GetFiles(_folder));
    }

    [Fact]
    public void Files_of_killed_writers_are_removed()
    {
        CollectionWriter.Create(Name).Dispose();
        var leftover = Name + ".0123abcd.partial";
        File.WriteAllText(leftover, "left");

        Open().Dispose();

        Assert.False(File.Exists(leftover));
    }

    [Fact]
    public void Readers_need_no_lock()
    {
        CollectionWriter.Create(Name).Dispose();
        using var file = Open();

        using var reader = CollectionReader.Open(Name);

        Assert.Equal(0, reader.Count);
    }

    private WriterFile Open() => WriterFile.Open(Name, usesLockFile: true);

    private WriterFile Create(bool mustExist = false) => WriterFile.Create(Name, mustExist, usesLockFile: true);
}
