using System.Buffers;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Copies text and detects characters that JSON escapes: quotation marks, backslashes and control characters.</summary>
/// <remarks>Whole vectors are loaded and stored. Callers reserve <see cref="Reach"/> bytes after the bytes they write, and specify how far they may
/// read.</remarks>
internal static unsafe partial class EscapeKernel
{
    /// <summary>The number of bytes that one short copy may read and write.</summary>
    public const int Reach = 64;

    /// <summary>The maximum size of an escaped byte: <c>\u001f</c>.</summary>
    public const int MaxEscape = 6;

    /// <summary>The maximum size of a text that is escaped in place through a copy on the stack.</summary>
    private const int StackLimit = 256;

    private const byte Space = (byte)' ';

    /// <summary>Gets the letters of control characters with a short escape, and zero for others.</summary>
    private static ReadOnlySpan<byte> ShortEscapes => "\0\0\0\0\0\0\0\0btn\0fr\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"u8;

    /// <summary>Copies a text shorter than <see cref="Reach"/> bytes.</summary>
    /// <returns>False if a byte must be escaped, or the text exceeds the readable memory. The bytes written are then meaningless.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryCopyShort(byte* to, byte* from, int length, byte* readableEnd)
    {
        Debug.Assert(length is >= 0 and < Reach, "A single copy must cover the text.");
        if (length <= Vector256<byte>.Count && from + Vector256<byte>.Count <= readableEnd)
        {
            if (Vector256.IsHardwareAccelerated)
            {
                var text = Vector256.Load(from);
                text.Store(to);
                return First(Escapes(text), length) == 0;
            }

            var lower = Vector128.Load(from);
            var upper = Vector128.Load(from + Vector128<byte>.Count);
            lower.Store(to);
            upper.Store(to + Vector128<byte>.Count);
            return First(ByteMaskKernel.Of(AreEscaped(lower), AreEscaped(upper)), length) == 0;
        }

        if (from + Reach <= readableEnd)
        {
            if (Vector512.IsHardwareAccelerated)
            {
                var whole = Vector512.Load(from);
                whole.Store(to);
                return First(Escapes(whole), length) == 0;
            }

            CopyWhole(to, from, (uint)length);
            return First(Escapes(from, length), length) == 0;
        }

        return from + length <= readableEnd && TryCopyExact(to, from, length);
    }

    /// <summary>Copies a text shorter than <see cref="Reach"/> bytes that needs no escapes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyPlainShort(byte* to, byte* from, uint length, byte* readableEnd)
    {
        if (from + Reach <= readableEnd)
        {
            CopyWhole(to, from, length);
        }
        else
        {
            CopyExact(to, from, (int)length);
        }
    }

    /// <summary>Determines whether no byte must be escaped.</summary>
    /// <param name="text">The text.</param>
    /// <param name="length">The size of the text in bytes.</param>
    /// <param name="readableEnd">The end of the readable memory, which must not precede the end of the text.</param>
    public static bool IsPlain(byte* text, int length, byte* readableEnd)
    {
        Debug.Assert(length >= 0 && text + length <= readableEnd, "The whole text must be readable.");
        var end = text + length;
        for (; text + Reach <= readableEnd; text += Reach)
        {
            if ((Escapes(text, Reach) & Below(end - text)) != 0)
            {
                return false;
            }

            if (end - text <= Reach)
            {
                return true;
            }
        }

        return IsPlainExact(text, (int)(end - text));
    }

    /// <summary>Copies and escapes text.</summary>
    /// <param name="to">The destination, with space for six times the length and <see cref="Reach"/> more bytes.</param>
    /// <param name="from">The text.</param>
    /// <param name="length">The size of the text in bytes.</param>
    /// <param name="readable">The number of readable bytes from the start of the text, at least <paramref name="length"/>.</param>
    /// <returns>The end of the copy.</returns>
    public static byte* CopyEscaped(byte* to, byte* from, int length, long readable)
    {
        Debug.Assert(length >= 0 && length <= readable, "The whole text must be readable.");
        while (length > 0)
        {
            var plain = CopyPlain(to, from, length, readable);
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

    /// <summary>Escapes a text in place.</summary>
    /// <param name="text">The text, with space for six times the length and <see cref="Reach"/> more bytes.</param>
    /// <param name="length">The size of the text in bytes.</param>
    /// <returns>The end of the escaped text.</returns>
    [SkipLocalsInit]
    public static byte* EscapeInPlace(byte* text, int length)
    {
        byte[]? rented = null;
        var copy = length <= StackLimit ? stackalloc byte[StackLimit + Reach] : rented = ArrayPool<byte>.Shared.Rent(length + Reach);
        new ReadOnlySpan<byte>(text, length).CopyTo(copy);
        fixed (byte* from = copy)
        {
            text = CopyEscaped(text, from, length, copy.Length);
        }

        if (rented is not null)
        {
            ArrayPool<byte>.Shared.Return(rented);
        }

        return text;
    }

    /// <summary>Copies bytes until a byte must be escaped. Whole vectors are copied as far as they are readable, and the remaining text with a mask.</summary>
    private static int CopyPlain(byte* to, byte* from, int length, long readable)
    {
        var whole = readable >= length + Reach ? length : length & -Reach;
        var plain = CopyPlain(to, from, whole);
        return plain == whole && whole < length ? whole + CopyPlainExact(to + whole, from + whole, length - whole) : plain;
    }

    /// <summary>Copies bytes until a byte must be escaped.</summary>
    /// <returns>The number of bytes before it. Up to <see cref="Reach"/> bytes after them may have been overwritten.</returns>
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
            for (var i = 0; i < length; i += Reach)
            {
                var next = Vector256.Load(from + i);
                var last = Vector256.Load(from + i + Vector256<byte>.Count);
                next.Store(to + i);
                last.Store(to + i + Vector256<byte>.Count);
                var escapes = Escapes(next) | ((ulong)Escapes(last) << Vector256<byte>.Count);
                if (escapes != 0)
                {
                    return Math.Min(length, i + BitOperations.TrailingZeroCount(escapes));
                }
            }

            return length;
        }

        if (Vector128.IsHardwareAccelerated)
        {
            for (var i = 0; i < length; i += Reach)
            {
                var next = Vector128.Load(from + i);
                var second = Vector128.Load(from + i + Vector128<byte>.Count);
                var third = Vector128.Load(from + i + (2 * Vector128<byte>.Count));
                var last = Vector128.Load(from + i + (3 * Vector128<byte>.Count));
                next.Store(to + i);
                second.Store(to + i + Vector128<byte>.Count);
                third.Store(to + i + (2 * Vector128<byte>.Count));
                last.Store(to + i + (3 * Vector128<byte>.Count));
                var escapes = ByteMaskKernel.Of(AreEscaped(next), AreEscaped(second), AreEscaped(third), AreEscaped(last));
                if (escapes != 0)
                {
                    return Math.Min(length, i + BitOperations.TrailingZeroCount(escapes));
                }
            }

            return length;
        }

        return CopyPlainScalar(to, from, length);
    }

    /// <summary>Copies bytes without vectors until a byte must be escaped.</summary>
    internal static int CopyPlainScalar(byte* to, byte* from, int length)
    {
        var i = 0;
        while (i < length && IsPlain(from[i]))
        {
            to[i] = from[i];
            i++;
        }

        return i;
    }

    /// <summary>Writes the escape of a character, in at most <see cref="MaxEscape"/> bytes.</summary>
    /// <returns>The end of the escape.</returns>
    public static byte* Escape(byte* to, byte character)
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

    /// <summary>Copies a text of up to <see cref="Reach"/> bytes, together with the bytes after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyWhole(byte* to, byte* from, uint length)
    {
        CopyHalf(to, from);
        if (length > Vector256<byte>.Count)
        {
            CopyHalf(to + Vector256<byte>.Count, from + Vector256<byte>.Count);
        }
    }

    /// <summary>Copies a text of up to half of <see cref="Reach"/> bytes, together with the bytes after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyHalf(byte* to, byte* from)
    {
        if (Vector256.IsHardwareAccelerated)
        {
            Vector256.Load(from).Store(to);
            return;
        }

        var lower = Vector128.Load(from);
        var upper = Vector128.Load(from + Vector128<byte>.Count);
        lower.Store(to);
        upper.Store(to + Vector128<byte>.Count);
    }

    // Detection of bytes that JSON escapes.

    /// <summary>Determines whether a character needs no escape.</summary>
    public static bool IsPlain(byte character) => character >= Space && character != '"' && character != '\\';

    /// <summary>Returns the bits of the first <paramref name="length"/> bytes, fewer than <see cref="Reach"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong First(ulong bits, int length) => Bmi2.X64.IsSupported ? Bmi2.X64.ZeroHighBits(bits, (ulong)length) : bits & Below(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Below(long length) => length >= Reach ? ulong.MaxValue : (1UL << (int)length) - 1;

    /// <summary>Returns a bit for each of <see cref="Reach"/> bytes, or at least of the first <paramref name="length"/>, that must be escaped.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Escapes(byte* text, int length)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            return Escapes(Vector512.Load(text));
        }

        if (!Vector256.IsHardwareAccelerated)
        {
            var first = AreEscaped(Vector128.Load(text));
            var second = AreEscaped(Vector128.Load(text + Vector128<byte>.Count));
            return length <= Vector256<byte>.Count
                ? ByteMaskKernel.Of(first, second)
                : ByteMaskKernel.Of(
                    first,
                    second,
                    AreEscaped(Vector128.Load(text + (2 * Vector128<byte>.Count))),
                    AreEscaped(Vector128.Load(text + (3 * Vector128<byte>.Count))));
        }

        ulong escapes = Escapes(Vector256.Load(text));
        return length > Vector256<byte>.Count
            ? escapes | (ulong)Escapes(Vector256.Load(text + Vector256<byte>.Count)) << Vector256<byte>.Count
            : escapes;
    }

    /// <summary>Returns a bit for each byte that must be escaped.</summary>
    /// <remarks>Inverting bit 1 moves the quotation mark (0x22) directly above the control characters, which only change places among themselves.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Escapes(Vector512<byte> text) =>
        Vector512.LessThanOrEqual(text ^ Vector512.Create((byte)2), Vector512.Create(Space)).ExtractMostSignificantBits()
            | Vector512.Equals(text, Vector512.Create((byte)'\\')).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Escapes(Vector256<byte> text) => ByteMaskKernel.Of(AreEscaped(text));

    /// <summary>Sets all bits of the bytes that must be escaped.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> AreEscaped(Vector256<byte> text) =>
        Vector256.LessThanOrEqual(text ^ Vector256.Create((byte)2), Vector256.Create(Space)) | Vector256.Equals(text, Vector256.Create((byte)'\\'));

    /// <inheritdoc cref="AreEscaped(Vector256{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AreEscaped(Vector128<byte> text) =>
        Vector128.LessThanOrEqual(text ^ Vector128.Create((byte)2), Vector128.Create(Space)) | Vector128.Equals(text, Vector128.Create((byte)'\\'));
}
