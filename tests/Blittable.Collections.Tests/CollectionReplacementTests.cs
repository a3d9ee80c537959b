using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests which files have a collection's name, or are next to it, while another collection replaces it.</summary>
public sealed class CollectionReplacementTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_collection_remains_until_its_replacement_is_committed()
    {
        Write("1");
        using (var writer = CollectionWriter.Create(Name))
        {
            writer.Add("2"u8);
            Assert.Equal("1", Assert.Single(Read()));
            Assert.Throws<IOException>(() => CollectionWriter.Append(Name));

            writer.Commit();
            Assert.Equal("2", Assert.Single(Read()));
            Assert.Throws<IOException>(() => CollectionWriter.Append(Name));
        }

        CollectionWriter.Append(Name).Dispose();
        Assert.Equal([Name], Directory.GetFiles(_folder));
    }

    [Fact]
    public void A_collection_remains_if_its_replacement_is_not_committed()
    {
        Write("1");
        using (var writer = CollectionWriter.Create(Name))
        {
            writer.Add("2"u8);
        }

        Assert.Equal("1", Assert.Single(Read()));
        Assert.Equal([Name], Directory.GetFiles(_folder));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void A_file_that_is_not_a_collection_is_replaced(int length)
    {
        File.WriteAllBytes(Name, new byte[length]);

        Write("1");

        Assert.Equal("1", Assert.Single(Read()));
    }

    [Fact]
    public void Files_left_by_killed_writers_are_removed_and_files_being_written_are_kept()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() || OperatingSystem.IsWindows(), "Without locks nothing tells a file of a writer at work from one that was left.");
        Write("1");
        var left = Name + ".0123abcd.partial";
        string[] others = [Name + ".0123abcd.partial2", Name + ".0123abcg.partial", Name + "2.0123abcd.partial", Name + ".partial"];
        foreach (var path in others.Append(left))
        {
            File.WriteAllText(path, "");
        }

        using (var writer = CollectionWriter.Create(Path.Combine(_folder, "other.blic")))
        using (var replacing = CollectionWriter.Create(Name))
        {
            var partial = Assert.Single(Directory.GetFiles(_folder, "*.partial"), path => path != left && !others.Contains(path));
            CollectionWriter.Create(Path.Combine(_folder, "other2.blic")).Dispose();
            Assert.True(File.Exists(partial));
            Assert.False(File.Exists(left));
        }

        Assert.Equal(others.Order(), Directory.GetFiles(_folder, "*.partial*").Order());
    }

    [Fact]
    public void A_new_collection_exists_immediately_and_cannot_be_created_twice()
    {
        using var writer = CollectionWriter.Create(Name);

        Assert.Empty(Read());
        Assert.Throws<IOException>(() => CollectionWriter.Create(Name));
    }

    private void Write(string document)
    {
        using var writer = CollectionWriter.Create(Name);
        writer.Add(Encoding.UTF8.GetBytes(document));
        writer.Commit();
    }

    private List<string> Read()
    {
        using var reader = CollectionReader.Open(Name);
        return CollectionFile.ReadAll(reader);
    }
}
