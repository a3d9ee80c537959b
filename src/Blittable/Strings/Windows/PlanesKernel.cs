using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>What the kernels that restore a window of 64 codes at once have in common.</summary>
/// <remarks>
/// The bytes of the symbols are looked up in <see cref="SymbolPlanes"/>: a vector has all first bytes, one all second bytes and so on. Interleaving
/// these puts each symbol together, in a word of four or eight bytes with zeros behind the symbol, which <see cref="WindowOutputKernel"/> leaves out.
/// </remarks>
internal static class PlanesKernel
{
    /// <summary>Codes of a window.</summary>
    public const int Window = 64;

    public static bool IsSupported => WindowKernel.IsSupported && Bmi2.X64.IsSupported;

    /// <summary>Codes in the order from which interleaving makes words of four bytes: what comes out of 128 bits stays in 128 bits.</summary>
    public static Vector512<byte> ForWordsOfFour
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(
        (byte)0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51,
        4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 52, 53, 54, 55,
        8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 56, 57, 58, 59,
        12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 60, 61, 62, 63);
    }

    /// <summary>The same for words of eight bytes.</summary>
    public static Vector512<byte> ForWordsOfEight
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512.Create(
        (byte)0, 1, 8, 9, 16, 17, 24, 25, 32, 33, 40, 41, 48, 49, 56, 57,
        2, 3, 10, 11, 18, 19, 26, 27, 34, 35, 42, 43, 50, 51, 58, 59,
        4, 5, 12, 13, 20, 21, 28, 29, 36, 37, 44, 45, 52, 53, 60, 61,
        6, 7, 14, 15, 22, 23, 30, 31, 38, 39, 46, 47, 54, 55, 62, 63);
    }

    /// <summary>The next codes, with zeros behind the last one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Load(ref byte source, nint remaining) =>
        remaining < Window ? PartKernel.Load512(ref source, (int)remaining) : Vector512.LoadUnsafe(ref source);

    /// <summary>Which bytes are 255.</summary>
    /// <remarks>
    /// Not by a comparison with 255: the compiler makes that constant out of the last content of some register, so that each window
    /// waited for the end of the one before and took twice as long.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> AreAllOnes(Vector512<byte> codes) => Vector512.GreaterThan(codes, Vector512.Create((byte)0xFE));

    /// <summary>Whether all symbols have at most four bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreShort(ref byte planes, Vector512<byte> codes) =>
        Lookup(ref planes, sizeof(uint), codes, Vector512.LessThan(codes, Vector512.Create((byte)0x80))) == Vector512<byte>.Zero;

    /// <summary>Appends the symbols of a window, which have at most four bytes.</summary>
    /// <param name="planes">The planes of the symbols.</param>
    /// <param name="codes">The codes in the order of <see cref="ForWordsOfFour"/>; what is none has the value of a code without a symbol.</param>
    /// <param name="literals">In the same order, bytes that stand for themselves, and zeros in other places.</param>
    /// <param name="count">How many codes count; the others have no symbol.</param>
    /// <param name="output">Where the text goes.</param>
    /// <returns>How many codes lead to the goal; 0 if it has not been reached; -1, and nothing appended, if there is no room for it.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int AppendShort(ref byte planes, Vector512<byte> codes, Vector512<byte> literals, int count, ref WindowOutputKernel output)
    {
        const int Size = sizeof(uint);
        var isLow = Vector512.LessThan(codes, Vector512.Create((byte)0x80));
        var first = Lookup(ref planes, 0, codes, isLow) | literals;
        var second = Lookup(ref planes, 1, codes, isLow);
        var third = Lookup(ref planes, 2, codes, isLow);
        var fourth = Lookup(ref planes, 3, codes, isLow);
        var front = Avx512BW.UnpackLow(first, second).AsUInt16();
        var back = Avx512BW.UnpackLow(third, fourth).AsUInt16();
        var otherFront = Avx512BW.UnpackHigh(first, second).AsUInt16();
        var otherBack = Avx512BW.UnpackHigh(third, fourth).AsUInt16();
        var text = output;
        var done = 0;
        _ = text.Append(Avx512BW.UnpackLow(front, back).AsByte(), out var kept)
            && HasMore(Size, count, ref done) && text.Append(Avx512BW.UnpackHigh(front, back).AsByte(), out kept)
            && HasMore(Size, count, ref done) && text.Append(Avx512BW.UnpackLow(otherFront, otherBack).AsByte(), out kept)
            && HasMore(Size, count, ref done) && text.Append(Avx512BW.UnpackHigh(otherFront, otherBack).AsByte(), out kept);
        return Finish(text, kept, Size, done, ref output);
    }

    /// <summary>Appends the symbols of a window, whatever their lengths.</summary>
    /// <param name="planes">The planes of the symbols.</param>
    /// <param name="codes">The codes in the order of <see cref="ForWordsOfEight"/>; what is none has the value of a code without a symbol.</param>
    /// <param name="literals">In the same order, bytes that stand for themselves, and zeros in other places.</param>
    /// <param name="count">How many codes count; the others have no symbol.</param>
    /// <param name="output">Where the text goes.</param>
    /// <returns>As of <see cref="AppendShort"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Append(ref byte planes, Vector512<byte> codes, Vector512<byte> literals, int count, ref WindowOutputKernel output)
    {
        const int Size = sizeof(ulong);
        var isLow = Vector512.LessThan(codes, Vector512.Create((byte)0x80));
        var first = Lookup(ref planes, 0, codes, isLow) | literals;
        var second = Lookup(ref planes, 1, codes, isLow);
        var third = Lookup(ref planes, 2, codes, isLow);
        var fourth = Lookup(ref planes, 3, codes, isLow);
        var fifth = Lookup(ref planes, 4, codes, isLow);
        var sixth = Lookup(ref planes, 5, codes, isLow);
        var seventh = Lookup(ref planes, 6, codes, isLow);
        var eighth = Lookup(ref planes, 7, codes, isLow);
        var text = output;
        var done = 0;
        Join(Avx512BW.UnpackLow(first, second), Avx512BW.UnpackLow(third, fourth), out var low, out var high);
        Join(Avx512BW.UnpackLow(fifth, sixth), Avx512BW.UnpackLow(seventh, eighth), out var lowRest, out var highRest);
        var goesOn = text.Append(Avx512F.UnpackLow(low, lowRest).AsByte(), out var kept)
            && HasMore(Size, count, ref done) && text.Append(Avx512F.UnpackHigh(low, lowRest).AsByte(), out kept)
            && HasMore(Size, count, ref done) && text.Append(Avx512F.UnpackLow(high, highRest).AsByte(), out kept)
            && HasMore(Size, count, ref done) && text.Append(Avx512F.UnpackHigh(high, highRest).AsByte(), out kept)
            && HasMore(Size, count, ref done);
        if (goesOn)
        {
            Join(Avx512BW.UnpackHigh(first, second), Avx512BW.UnpackHigh(third, fourth), out low, out high);
            Join(Avx512BW.UnpackHigh(fifth, sixth), Avx512BW.UnpackHigh(seventh, eighth), out lowRest, out highRest);
            _ = text.Append(Avx512F.UnpackLow(low, lowRest).AsByte(), out kept)
                && HasMore(Size, count, ref done) && text.Append(Avx512F.UnpackHigh(low, lowRest).AsByte(), out kept)
                && HasMore(Size, count, ref done) && text.Append(Avx512F.UnpackLow(high, highRest).AsByte(), out kept)
                && HasMore(Size, count, ref done) && text.Append(Avx512F.UnpackHigh(high, highRest).AsByte(), out kept);
        }

        return Finish(text, kept, Size, done, ref output);
    }

    /// <summary>Whether codes remain behind those of a vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasMore(int wordSize, int count, ref int done)
    {
        done += Vector512<byte>.Count / wordSize;
        return count > done;
    }

    /// <summary>Joins pairs of bytes to words of four.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Join(Vector512<byte> front, Vector512<byte> back, out Vector512<uint> low, out Vector512<uint> high)
    {
        low = Avx512BW.UnpackLow(front.AsUInt16(), back.AsUInt16()).AsUInt32();
        high = Avx512BW.UnpackHigh(front.AsUInt16(), back.AsUInt16()).AsUInt32();
    }

    /// <summary>Keeps what was appended, up to the goal, and unless there was no room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Finish(WindowOutputKernel text, ulong kept, int wordSize, int done, ref WindowOutputKernel output)
    {
        var codes = 0;
        if (text.IsAtEnd)
        {
            if (text.IsFull)
            {
                return -1;
            }

            codes = done + text.BackToGoal(kept, wordSize);
        }

        output.Length = text.Length;
        return codes;
    }

    /// <summary>A byte of each code's symbol.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte planes, nuint place, Vector512<byte> codes, Vector512<byte> isLow)
    {
        var plane = place * SymbolPlanes.PlaneSize;
        var low = Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref planes, plane), codes, Vector512.LoadUnsafe(ref planes, plane + Window));
        var high = Avx512Vbmi.PermuteVar64x8x2(
            Vector512.LoadUnsafe(ref planes, plane + (2 * Window)), codes, Vector512.LoadUnsafe(ref planes, plane + (3 * Window)));
        return Vector512.ConditionalSelect(isLow, low, high);
    }
}
