using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Json;

internal sealed unsafe partial class JsonKernel
{
    /// <summary>Makes room in the output and, near the end of the text, goes on in the padded copy of its last bytes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Refill(byte* p)
    {
        if (!_inTail && p >= _safeEnd)
        {
            p = EnterTail(p);
        }

        _writer.Reserve(Consumed(p));
        return p;
    }

    /// <summary>How much of the text has been read: all but nothing, once its tail is.</summary>
    private long Consumed(byte* p) => _inTail ? _length : p - _input;

    /// <summary>Moves what is left of the text, <see cref="Margin"/> bytes at most, to where reading past its end meets zeros.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* EnterTail(byte* p)
    {
        if (_inTail)
        {
            return p;
        }

        var length = (int)(_end - p);
        _tail.AsSpan(length).Clear();
        new ReadOnlySpan<byte>(p, length).CopyTo(_tail);
        var start = (byte*)System.Runtime.InteropServices.Marshal.UnsafeAddrOfPinnedArrayElement(_tail, 0);
        _end = start + length;
        _safeEnd = start + TailLength;
        _inTail = true;
        return start;
    }

    /// <summary>The first byte from <paramref name="p"/> on that is no white space.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* SkipWhitespace(byte* p)
    {
        if (Vector256.IsHardwareAccelerated)
        {
            var bytes = Vector256.Load(p);
            var others = ~(Vector256.Equals(bytes, Vector256.Create((byte)' '))
                | Vector256.Equals(bytes, Vector256.Create((byte)'\n'))
                | Vector256.Equals(bytes, Vector256.Create((byte)'\r'))
                | Vector256.Equals(bytes, Vector256.Create((byte)'\t'))).ExtractMostSignificantBits();
            if (others != 0)
            {
                return p + BitOperations.TrailingZeroCount(others);
            }
        }

        return SkipLongWhitespace(p);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* SkipLongWhitespace(byte* p)
    {
        while (p < _end && *p is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
        {
            p++;
        }

        return p >= _safeEnd ? EnterTail(p) : p;
    }
}
