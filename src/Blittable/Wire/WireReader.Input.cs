using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Wire;

/// <content>The way through the input, and errors with their place in it.</content>
internal sealed unsafe partial class WireReader
{
    /// <summary>Makes room in the output and, near the end of the input, continues in the padded copy of its last bytes; null where they are over.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Refill(byte* p)
    {
        if (p >= _limit)
        {
            p = EnterTail(p);
            if (p >= _end)
            {
                return Fail(WireStatus.Truncated, _end);
            }
        }

        _writer.Reserve(OffsetOf(p));
        return p;
    }

    /// <summary>Moves what is left of the input, <see cref="Margin"/> bytes at most, to where reading past its end meets zeros.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* EnterTail(byte* p)
    {
        if (_inTail)
        {
            return p;
        }

        Debug.Assert(p <= _end && _end - p <= Margin, "What is left fits the copy with zeros after it.");
        var length = (int)(_end - p);
        _tail.AsSpan(length).Clear();
        new ReadOnlySpan<byte>(p, length).CopyTo(_tail);
        var start = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_tail, 0);
        _end = start + length;
        _limit = _end;
        _inTail = true;
        return start;
    }

    /// <summary>Where a place of the input, or of the copy of its tail, is from the input's start.</summary>
    private long OffsetOf(byte* p) => _inTail ? _length - (_end - p) : p - _input;

    /// <summary>Remembers what is wrong, and where.</summary>
    private byte* Fail(WireStatus status, byte* p)
    {
        Status = status;
        Offset = OffsetOf(p);
        Found = p < _end ? *p : (byte)0;
        return null;
    }

    /// <summary>The bytes of a string, binary value or extension whose length follows its code in 1, 2 or 4 bytes.</summary>
    /// <param name="p">The code.</param>
    /// <param name="widthIndex">Bytes of the length as a power of two.</param>
    /// <param name="extra">Bytes between the length and the bytes.</param>
    /// <param name="length">The length.</param>
    /// <returns>Null where the input ends before.</returns>
    private byte* Sized(byte* p, int widthIndex, int extra, out int length)
    {
        // The length itself is read from padding if it is not there, and then passes the end with it.
        long size = widthIndex switch
        {
            0 => p[1],
            1 => BinaryPrimitives.ReverseEndianness(*(ushort*)(p + 1)),
            _ => BinaryPrimitives.ReverseEndianness(*(uint*)(p + 1)),
        };
        var start = p + 1 + (1 << widthIndex) + extra;
        length = (int)Math.Min(size, int.MaxValue);
        return _end - start < size ? Fail(WireStatus.Truncated, p) : start;
    }
}
