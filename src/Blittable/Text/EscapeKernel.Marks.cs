using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <content>Detection of bytes that JSON escapes.</content>
internal static unsafe partial class EscapeKernel
{
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

    /// <inheritdoc cref="Escapes(Vector512{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Escapes(Vector128<byte> text) => AreEscaped(text).ExtractMostSignificantBits();

    /// <inheritdoc cref="AreEscaped(Vector256{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> AreEscaped(Vector128<byte> text) =>
        Vector128.LessThanOrEqual(text ^ Vector128.Create((byte)2), Vector128.Create(Space)) | Vector128.Equals(text, Vector128.Create((byte)'\\'));
}
