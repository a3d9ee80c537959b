using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Json;

/// <summary>Copies text while it looks for what JSON escapes: quotation marks, backslashes and control characters.</summary>
/// <remarks>Vectors are loaded and stored whole: callers leave <see cref="Reach"/> bytes of room behind what they write, and say how far they may read.</remarks>
internal static unsafe class EscapeKernel
{
    /// <summary>Bytes that one short copy may read and write.</summary>
    public const int Reach = 64;

    private const byte Space = (byte)' ';

    /// <summary>For control characters with a short escape its letter, otherwise zero.</summary>
    private static ReadOnlySpan<byte> ShortEscapes => "\0\0\0\0\0\0\0\0btn\0fr\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"u8;

    /// <summary>Copies up to <see cref="Reach"/> bytes.</summary>
    /// <returns>Whether none of them must be escaped; otherwise what was written is of no use.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CopyShort(byte* to, byte* from, int length)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            var next = Vector512.Load(from);
            next.Store(to);
            return (Escapes(next) & Below(length)) == 0;
        }

        if (Vector128.IsHardwareAccelerated)
        {
            ulong escapes = 0;
            for (var i = 0; i < length; i += Vector128<byte>.Count)
            {
                var next = Vector128.Load(from + i);
                next.Store(to + i);
                escapes |= (ulong)Escapes(next) << i;
            }

            return (escapes & Below(length)) == 0;
        }

        return CopyPlain_Fallback(to, from, length) == length;
    }

    /// <summary>Whether none of the bytes must be escaped. Up to <see cref="Reach"/> bytes behind them are read.</summary>
    public static bool IsPlain(byte* text, int length)
    {
        for (var i = 0; i < length; i += Reach)
        {
            // A copy onto itself is the same test.
            if (!CopyShort(text + i, text + i, Math.Min(length - i, Reach)))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Copies text and escapes what must be escaped.</summary>
    /// <param name="to">Room for six times the length, and <see cref="Reach"/> more.</param>
    /// <param name="from">The text.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="readable">Bytes that may be read from the text's start on, at least its length.</param>
    /// <returns>Where the copy ends.</returns>
    public static byte* CopyEscaped(byte* to, byte* from, int length, long readable)
    {
        while (length > 0)
        {
            var plain = readable >= length + Reach ? CopyPlain(to, from, length) : CopyPlain_Fallback(to, from, length);
            to += plain;
            if (plain == length)
            {
                return to;
            }

            to = Escape(to, from[plain]);
            plain++;
            from += plain;
            length -= plain;
            readable -= plain;
        }

        return to;
    }

    /// <summary>Copies until a byte must be escaped.</summary>
    /// <returns>The bytes before it; beyond them up to <see cref="Reach"/> may have been written.</returns>
    internal static int CopyPlain(byte* to, byte* from, int length)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            for (var i = 0; i < length; i += Vector512<byte>.Count)
            {
                var next = Vector512.Load(from + i);
                next.Store(to + i);
                var escapes = Escapes(next);
                if (escapes != 0)
                {
                    return Math.Min(length, i + BitOperations.TrailingZeroCount(escapes));
                }
            }

            return length;
        }

        if (Vector256.IsHardwareAccelerated)
        {
            for (var i = 0; i < length; i += Vector256<byte>.Count)
            {
                var next = Vector256.Load(from + i);
                next.Store(to + i);
                var escapes = Escapes(next);
                if (escapes != 0)
                {
                    return Math.Min(length, i + BitOperations.TrailingZeroCount(escapes));
                }
            }

            return length;
        }

        return CopyPlain_Fallback(to, from, length);
    }

    /// <summary>The same a byte at a time, for machines without vectors and for the last bytes of a document.</summary>
    internal static int CopyPlain_Fallback(byte* to, byte* from, int length)
    {
        var i = 0;
        while (i < length && from[i] >= Space && from[i] != '"' && from[i] != '\\')
        {
            to[i] = from[i];
            i++;
        }

        return i;
    }

    private static byte* Escape(byte* to, byte character)
    {
        to[0] = (byte)'\\';
        var letter = character < Space ? ShortEscapes[character] : character;
        if (letter != 0)
        {
            to[1] = letter;
            return to + 2;
        }

        to[1] = (byte)'u';
        to[2] = (byte)'0';
        to[3] = (byte)'0';
        to[4] = (byte)('0' + (character >> 4));
        to[5] = "0123456789abcdef"u8[character & 15];
        return to + 6;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Below(int length) => length >= 64 ? ulong.MaxValue : (1UL << length) - 1;

    // Turning bit 1 over puts the quotation mark (0x22) at the upper end of the control characters, and leaves those among themselves.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Escapes(Vector512<byte> text) =>
        (Vector512.LessThanOrEqual(text ^ Vector512.Create((byte)2), Vector512.Create(Space))
            | Vector512.Equals(text, Vector512.Create((byte)'\\'))).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Escapes(Vector256<byte> text) =>
        (Vector256.LessThanOrEqual(text ^ Vector256.Create((byte)2), Vector256.Create(Space))
            | Vector256.Equals(text, Vector256.Create((byte)'\\'))).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Escapes(Vector128<byte> text) =>
        (Vector128.LessThanOrEqual(text ^ Vector128.Create((byte)2), Vector128.Create(Space))
            | Vector128.Equals(text, Vector128.Create((byte)'\\'))).ExtractMostSignificantBits();
}
