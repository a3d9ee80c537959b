using System.Buffers;

namespace Blittable.Tests.Wire;

/// <summary>A segment of a byte sequence.</summary>
internal sealed class Piece : ReadOnlySequenceSegment<byte>
{
    private Piece(ReadOnlyMemory<byte> memory, long index)
    {
        Memory = memory;
        RunningIndex = index;
    }

    /// <summary>Creates a sequence of segments of equal length; the last may be shorter.</summary>
    public static ReadOnlySequence<byte> Sequence(ReadOnlyMemory<byte> bytes, int length)
    {
        var first = new Piece(bytes[..Math.Min(length, bytes.Length)], 0);
        var last = first;
        for (var at = length; at < bytes.Length; at += length)
        {
            last = last.Append(bytes.Slice(at, Math.Min(length, bytes.Length - at)));
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    /// <inheritdoc cref="Sequence(ReadOnlyMemory{byte}, int)"/>
    public static ReadOnlySequence<byte> Sequence(byte[] bytes, int length) => Sequence(bytes.AsMemory(), length);

    /// <summary>Creates a sequence of the given segments.</summary>
    public static ReadOnlySequence<byte> Sequence(params ReadOnlySpan<ReadOnlyMemory<byte>> pieces)
    {
        var first = new Piece(pieces[0], 0);
        var last = first;
        foreach (var piece in pieces[1..])
        {
            last = last.Append(piece);
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private Piece Append(ReadOnlyMemory<byte> memory)
    {
        var next = new Piece(memory, RunningIndex + Memory.Length);
        Next = next;
        return next;
    }
}
