using System.Buffers;

namespace Blittable.Benchmarks.Objects;

/// <summary>Represents a serializer for objects of one type.</summary>
/// <param name="Name">The name in tables.</param>
/// <param name="WriteTo">Writes an object to a buffer.</param>
/// <param name="Read">Reads an object.</param>
internal sealed record Peer<T>(string Name, Action<ArrayBufferWriter<byte>, T> WriteTo, Func<byte[], T?> Read)
{
    private readonly ArrayBufferWriter<byte> _output = new(1 << 16);

    public bool IsBaseline { get; init; }

    /// <summary>Gets the preparation, which receives sample objects. For example, it trains a dictionary.</summary>
    public Action<T[]> Prepare { get; init; } = static _ => { };

    /// <summary>Writes an object and returns its size in bytes.</summary>
    public int Write(T value)
    {
        _output.ResetWrittenCount();
        WriteTo(_output, value);
        return _output.WrittenCount;
    }

    public byte[] ToArray(T value)
    {
        Write(value);
        return _output.WrittenSpan.ToArray();
    }
}
