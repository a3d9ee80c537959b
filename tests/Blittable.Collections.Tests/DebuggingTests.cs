using System.Diagnostics;
using System.Reflection;

namespace Blittable.Collections.Tests;

/// <summary>Tests the text of readers and writers in a debugger.</summary>
public sealed class DebuggingTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"debugging-{Guid.NewGuid():N}.blic");

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void Readers_and_writers_have_a_text()
    {
        var writer = CollectionWriter.Create(_path);
        for (var i = 0; i < 1234; i++)
        {
            writer.Add("[1]"u8);
        }

        Assert.Equal($"{_path}: 1,234 documents, commit 0", Display(writer));
        writer.Commit();
        Assert.Equal($"{_path}: 1,234 documents, commit 1", Display(writer));
        writer.Dispose();
        Assert.Equal("disposed", Display(writer));

        var reader = CollectionReader.Open(_path);
        Assert.Equal($"{_path}: 1,234 documents, commit 1", Display(reader));
        reader.Dispose();
        Assert.Equal("disposed", Display(reader));
    }

    [Fact]
    public void Streams_and_failures_are_described()
    {
        var stream = new RecordedStream();
        using var writer = CollectionWriter.Create(stream, leaveOpen: true);
        using var reader = CollectionReader.Open(new MemoryStream(stream.ToArray()));
        Assert.Equal("a stream: 0 documents, commit 0", Display(reader));
        writer.Add("[1]"u8);
        stream.IsFull = true;
        Assert.Throws<CollectionCommitException>(writer.Commit);
        Assert.Equal("a stream: 1 documents, commit 0, failed", Display(writer));
    }

    /// <summary>The text that a debugger shows: the value of the property in the attribute.</summary>
    private static string Display(object value)
    {
        var name = value.GetType().GetCustomAttribute<DebuggerDisplayAttribute>()!.Value.Replace("{", "", StringComparison.Ordinal).Replace(",nq}", "", StringComparison.Ordinal);
        return (string)value.GetType().GetProperty(name, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(value)!;
    }
}
