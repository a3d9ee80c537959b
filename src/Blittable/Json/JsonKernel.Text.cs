using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Building;

namespace Blittable.Json;

/// <remarks>
/// Tokens are read with vectors that may reach behind them. The last <see cref="Margin"/> bytes of the text are therefore copied, before
/// anything is read, to where zeros follow them; the kernel goes on there once it comes to them. So nothing behind the text is ever read.
/// </remarks>
internal sealed unsafe partial class JsonKernel
{
    /// <summary>
    /// Bytes that one round of the main loop may reach: a string's first two looks (97 bytes from its quote), a comma, and a look for white space.
    /// </summary>
    private const int Margin = 192;

    private readonly byte[] _tail = GC.AllocateArray<byte>(2 * Margin, pinned: true);

    /// <summary>Copies the end of the text and returns where to start reading.</summary>
    private byte* Enter(byte* input, int length)
    {
        var tail = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_tail, 0);
        if (length > Margin)
        {
            CopyTail(input + length - Margin, tail, Margin);
            _inTail = false;
            _origin = input;
            _end = input + length;
            _safeEnd = _end - Margin;
            return input;
        }

        CopyTail(input, tail + Margin - length, length);
        _origin = input;
        _end = input + length;
        GoToTail();
        return tail + Margin - length;
    }

    /// <remarks>
    /// A short text is read as soon as it is copied, and a vector across two stores that have not reached the cache yet waits for both:
    /// so the stores are as wide as can be, the first bytes' the last.
    /// </remarks>
    private static void CopyTail(byte* from, byte* to, int length)
    {
        if (!Vector512.IsHardwareAccelerated || length < Vector512<byte>.Count)
        {
            new ReadOnlySpan<byte>(from, length).CopyTo(new Span<byte>(to, length));
            return;
        }

        for (var i = length - Vector512<byte>.Count; i > 0; i -= Vector512<byte>.Count)
        {
            Vector512.Load(from + i).Store(to + i);
        }

        Vector512.Load(from).Store(to);
    }

    /// <summary>Goes on in the copy of the text's last bytes if <paramref name="p"/> has come to them.</summary>
    private byte* LeaveMargin(byte* p) => p >= _safeEnd ? EnterTail(p) : p;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* EnterTail(byte* p)
    {
        if (_inTail)
        {
            return p;
        }

        var left = _end - p;
        GoToTail();
        return _end - left;
    }

    private void GoToTail()
    {
        var tail = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_tail, 0);
        _origin += tail + Margin - _end;
        _end = tail + Margin;
        _safeEnd = tail + _tail.Length;
        _inTail = true;
    }

    /// <summary>Makes room in the output and, near the end of the text, goes on in the padded copy of its last bytes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Refill(byte* p)
    {
        p = LeaveMargin(p);
        _writer.Reserve(Consumed(p));
        return p;
    }

    /// <summary>How much of the text has been read: the offset of <paramref name="p"/> in it.</summary>
    private long Consumed(byte* p) => p - _origin;

    private SourceToken Token(byte* from, byte* to) => new((int)Consumed(from), (int)(to - from));

    /// <summary>The first byte from <paramref name="p"/> on that is no white space.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* SkipWhitespace(byte* p)
    {
        while (true)
        {
            p = LeaveMargin(p);
            var run = WhitespaceKernel.Run(p);
            p += run;
            if (run < WhitespaceKernel.Step)
            {
                return LeaveMargin(p);
            }
        }
    }

    /// <summary>The same where a run of white space was expected to be of another length, which is remembered.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* SkipWhitespace(byte* p, int* expected)
    {
        // A full step says nothing about how long the run is: no run is then expected.
        var run = WhitespaceKernel.Run(p);
        *expected = run < WhitespaceKernel.Step ? run : -1;
        return SkipWhitespace(p);
    }
}
