using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Wire;

/// <content>Advances through the input, and reports errors with their offsets.</content>
internal sealed unsafe partial class WireReader
{
    /// <summary>Reserves space in the output and, near the end of the input, continues in the padded copy of its last bytes. Returns null at the end of the
    /// input.</summary>
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

    /// <summary>Copies the rest of the input, at most <see cref="Margin"/> bytes, to a buffer in which zeros follow.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* EnterTail(byte* p)
    {
        if (_inTail)
        {
            return p;
        }

        Debug.Assert(p <= _end && _end - p <= Margin, "The remaining bytes and the zeros after them must fit in the copy.");
        var length = (int)(_end - p);
        _tail.AsSpan(length).Clear();
        new ReadOnlySpan<byte>(p, length).CopyTo(_tail);
        var start = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_tail, 0);
        _end = start + length;
        _limit = _end;
        _inTail = true;
        return start;
    }

    /// <summary>Returns the offset in the input of an address in the input or in the copy of its last bytes.</summary>
    private long OffsetOf(byte* p) => _inTail ? _length - (_end - p) : p - _input;

    /// <summary>Records an error and its offset.</summary>
    private byte* Fail(WireStatus status, byte* p)
    {
        Status = status;
        Offset = OffsetOf(p);
        Found = p < _end ? *p : (byte)0;
        return null;
    }

    /// <summary>Returns the data of a string, binary value or extension whose length follows its format byte in 1, 2 or 4 bytes.</summary>
    /// <param name="p">The format byte.</param>
    /// <param name="widthIndex">The size of the length in bytes, as a power of two.</param>
    /// <param name="extra">The number of bytes between the length and the data.</param>
    /// <param name="length">The length of the data.</param>
    /// <returns>The data; null if the input ends before it does.</returns>
    private byte* Sized(byte* p, int widthIndex, int extra, out int length)
    {
        // A missing length is read from the padding. The start of the data is then past the end of the input.
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
