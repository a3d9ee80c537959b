using Blittable.Layout;

namespace Blittable.Tests.Reading;

/// <summary>A document assembled by hand, byte by byte, to test reading without writing.</summary>
internal sealed class DocumentBytes
{
    private readonly List<byte> _bytes = [];

    public int Length => _bytes.Count;

    /// <summary>Returns a document with one value.</summary>
    public static byte[] Of(params ReadOnlySpan<byte> value)
    {
        var document = new DocumentBytes();
        return document.Finish(document.Add(value));
    }

    /// <summary>Appends a value, or other bytes, and returns the start address.</summary>
    public int Add(params ReadOnlySpan<byte> bytes)
    {
        var address = _bytes.Count;
        _bytes.AddRange(bytes);
        return address;
    }

    /// <summary>Appends the trailer of a document without tables.</summary>
    public byte[] Finish(int root) => Finish(root, Trailer.Version);

    /// <summary>Appends the shape table, with addresses below 65,536, and the trailer.</summary>
    public byte[] FinishWithShapes(int root, params ReadOnlySpan<ushort> shapes)
    {
        foreach (var address in shapes)
        {
            Add((byte)address, (byte)(address >> 8));
        }

        AddBackward((uint)shapes.Length);
        return Finish(root, Trailer.Version | Trailer.HasShapes);
    }

    /// <summary>Appends the trailer of a document with shared values: the length of its text and its depth are included.</summary>
    public byte[] FinishShared(int root, uint textLength, uint depth)
    {
        AddBackward(textLength);
        AddBackward(depth);
        return Finish(root, Trailer.Version | Trailer.Shared);
    }

    private byte[] Finish(int root, byte flags)
    {
        AddBackward((uint)(_bytes.Count - root));
        _bytes.Add(flags);
        return [.. _bytes];
    }

    private void AddBackward(uint value)
    {
        Span<byte> varint = stackalloc byte[Varint.MaxLength];
        _bytes.AddRange(varint[..Varint.WriteBackward(varint, value)]);
    }
}
