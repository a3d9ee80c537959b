using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Which bytes are symbols of Smaz by themselves.</summary>
internal static class SmazSingleKernel
{
    /// <summary>Bytes that are looked at.</summary>
    public const int MaxLength = 64;

    private const int Lane = 16;

    /// <summary>By low nibble the high nibbles, a bit each, that make it such a byte; none of them is above 7.</summary>
    private static readonly Vector128<byte> Singles = FindSingles();

    /// <summary>Marks which of the first <see cref="MaxLength"/> bytes of a text have no code of their own.</summary>
    /// <param name="text">The text, at least one byte.</param>
    public static ulong Lacking(ReadOnlySpan<byte> text)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return LackingScalar(text);
        }

        ref var source = ref MemoryMarshal.GetReference(text);
        var length = Math.Min(text.Length, 4 * Lane);
        var lacking = length == 4 * Lane
            ? ByteMaskKernel.Of(
                IsLacking(Vector128.LoadUnsafe(ref source)),
                IsLacking(Vector128.LoadUnsafe(ref source, Lane)),
                IsLacking(Vector128.LoadUnsafe(ref source, 2 * Lane)),
                IsLacking(Vector128.LoadUnsafe(ref source, 3 * Lane)))
            : LackingOfFew(ref source, length);
        return lacking & (ulong.MaxValue >> ((4 * Lane) - length));
    }

    /// <summary>The scalar twin.</summary>
    public static ulong LackingScalar(ReadOnlySpan<byte> text)
    {
        ulong lacking = 0;
        for (var i = 0; i < Math.Min(text.Length, MaxLength); i++)
        {
            var isSingle = text[i] < 0x80 && (Singles[text[i] & 0x0F] >> (text[i] >> 4) & 1) != 0;
            lacking |= isSingle ? 0 : 1UL << i;
        }

        return lacking;
    }

    private static ulong LackingOfFew(ref byte source, int length)
    {
        var place = 0;
        ulong lacking = 0;
        for (; length - place > 2 * Lane; place += 2 * Lane)
        {
            var (first, second) = (Vector128.LoadUnsafe(ref source, (nuint)place), Vector128.LoadUnsafe(ref source, (nuint)(place + Lane)));
            lacking = ByteMaskKernel.Of(IsLacking(first), IsLacking(second));
        }

        source = ref Unsafe.Add(ref source, place);
        length -= place;
        var (lower, upper) = length <= Lane
            ? (PartKernel.Load128(ref source, length), Vector128<byte>.Zero)
            : (Vector128.LoadUnsafe(ref source), PartKernel.MoveDown(Vector128.LoadUnsafe(ref source, (nuint)(length - Lane)), (2 * Lane) - length));
        return lacking | ((ulong)ByteMaskKernel.Of(IsLacking(lower), IsLacking(upper)) << place);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> IsLacking(Vector128<byte> text)
    {
        var bits = Vector128.Create(0x8040201008040201, 0).AsByte();
        var nibbles = Vector128.ShuffleNative(Singles, text & Vector128.Create((byte)0x0F));
        return Vector128.Equals(nibbles & Vector128.ShuffleNative(bits, text >>> 4), Vector128<byte>.Zero);
    }

    private static Vector128<byte> FindSingles()
    {
        var singles = Vector128<byte>.Zero;
        foreach (var symbol in SmazCodebook.Symbols)
        {
            if (symbol.Length == 1)
            {
                var low = symbol.First & 0x0F;
                singles = singles.WithElement(low, (byte)(singles[low] | (1 << (symbol.First >> 4))));
            }
        }

        return singles;
    }
}
