using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>What decoders have in common that find out by vectors what 32 codes are, and then take a word from a table for each.</summary>
internal static unsafe class CodeTurnKernel
{
    /// <summary>Codes of a turn.</summary>
    public const int Turn = 32;

    /// <summary>Codes that are decoded without asking whether the text has ended.</summary>
    public const int Eight = 8;

    /// <summary>Stores where each code is found in a table that has, from 256 on, a place for each verbatim byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StorePlaces(Vector256<byte> window, Vector256<byte> isLiteral, ushort* places)
    {
        var plane = isLiteral & Vector256<byte>.One;
        Avx2.UnpackLow(window, plane).AsUInt16().Store(places);
        Avx2.UnpackHigh(window, plane).AsUInt16().Store(places + (Turn / 2));
    }

    /// <summary>Where a code's place stands: interleaving works within halves of a vector, so that eights follow each other as first, third, second and fourth.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int PlaceOf(int code) => ((code & Eight) << 1) | ((code & (2 * Eight)) >> 1);

    /// <summary>Copies the codes that are left to where a vector can be loaded, and codes behind them that announce what is not there.</summary>
    /// <param name="codes">The byte before them, and the codes.</param>
    /// <param name="codesEnd">Where they end, less than a turn away.</param>
    /// <param name="copy">Where to.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void CopyLast(byte* codes, byte* codesEnd, byte* copy)
    {
        Vector256<byte>.AllBitsSet.Store(copy + 1);
        new ReadOnlySpan<byte>(codes, (int)(codesEnd - codes)).CopyTo(new Span<byte>(copy, Turn + 1));
    }

    /// <summary>Where each code of a turn is found in the tables.</summary>
    public struct TurnPlaces
    {
        public Vector256<ushort> Low, High;
    }
}
