using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>What is under a collection's name, and beside it, while another one is made.</summary>
public sealed class CollectionReplacementTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_collection_stays_until_the_one_that_replaces_it_is_committed()
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
    public void A_collection_stays_when_the_one_that_would_replace_it_is_given_up()
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
    public void A_file_that_is_no_collection_is_replaced(int length)
    {
        File.WriteAllBytes(Name, new byte[length]);

        Write("1");

        Assert.Equal("1", Assert.Single(Read()));
    }

    [Fact]
    public void What_killed_writers_left_is_removed_and_what_others_are_writing_is_not()
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
    public void A_new_collection_is_there_at_once_and_two_writers_do_not_make_the_same_one()
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
