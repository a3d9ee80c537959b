using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

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

    /// <summary>Verifies that the peer restores objects from what it writes.</summary>
    /// <param name="objects">The objects.</param>
    /// <param name="json">Writes the JSON by which two objects are compared.</param>
    /// <exception cref="InvalidOperationException">The peer lost or changed a value.</exception>
    public void Verify(IEnumerable<T> objects, JsonTypeInfo<T> json)
    {
        foreach (var value in objects)
        {
            var (expected, found) = (JsonSerializer.Serialize(value, json), JsonSerializer.Serialize(Read(ToArray(value))!, json));
            if (expected != found)
            {
                throw new InvalidOperationException($"{Name} changed {expected} to {found}.");
            }
        }
    }
}
