using System.Buffers;

namespace Blittable.Benchmarks.Objects;

/// <summary>A serializer, as it is used on the objects of one type.</summary>
/// <param name="Name">How tables name it.</param>
/// <param name="WriteTo">Writes an object to a buffer.</param>
/// <param name="Read">Reads an object.</param>
internal sealed record Peer<T>(string Name, Action<ArrayBufferWriter<byte>, T> WriteTo, Func<byte[], T?> Read)
{
    private readonly ArrayBufferWriter<byte> _output = new(1 << 16);

    public bool IsBaseline { get; init; }

    /// <summary>Gets what has to be done before, with objects like those that will come; such as learning a dictionary.</summary>
    public Action<T[]> Prepare { get; init; } = static _ => { };

    /// <summary>Writes an object, and returns how many bytes it takes.</summary>
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
