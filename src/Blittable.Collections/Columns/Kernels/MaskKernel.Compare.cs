using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <content>Comparison of two columns, and of booleans.</content>
internal static partial class MaskKernel
{
    /// <summary>Computes the mask of rows whose first value is less than the second.</summary>
    public static void Less(ReadOnlySpan<long> left, ReadOnlySpan<long> right, Span<ulong> mask) => Compare(left, right, isLess: true, mask);

    /// <summary>Computes the mask of rows with two equal values.</summary>
    public static void Equal(ReadOnlySpan<long> left, ReadOnlySpan<long> right, Span<ulong> mask) => Compare(left, right, isLess: false, mask);

    /// <summary>Computes the mask of booleans between two bounds.</summary>
    /// <param name="booleans">The booleans. Only their lowest bits are used.</param>
    /// <param name="low">The lower bound.</param>
    /// <param name="high">The upper bound.</param>
    /// <param name="mask">Receives one bit per row.</param>
    public static void Between(ReadOnlySpan<byte> booleans, bool low, bool high, Span<ulong> mask)
    {
        ref var first = ref MemoryMarshal.GetReference(booleans);
        var (whenTrue, whenFalse) = (high ? ulong.MaxValue : 0, low ? 0 : ulong.MaxValue);
        for (var word = 0; word < Words(booleans.Length); word++)
        {
            var count = Math.Min(WordRows, booleans.Length - (word * WordRows));
            ref var at = ref Unsafe.Add(ref first, word * WordRows);
            var areTrue = count < WordRows || !Vector128.IsHardwareAccelerated ? TrueScalarWord(ref at, count) : TrueVector256Word(ref at);
            var rows = count < WordRows ? LowBits(count) : ulong.MaxValue;
            mask[word] = ((areTrue & whenTrue) | (~areTrue & whenFalse)) & rows;
        }
    }

    internal static ulong TrueScalarWord(ref byte booleans, int count)
    {
        ulong word = 0;
        for (var i = 0; i < count; i++)
        {
            word |= (ulong)(Unsafe.Add(ref booleans, i) & 1) << i;
        }

        return word;
    }

    internal static ulong TrueVector256Word(ref byte booleans)
    {
        // Shifting by seven bits moves the lowest bit of each byte to its highest bit.
        var lower = Vector256.LoadUnsafe(ref booleans).AsUInt16() << 7;
        var upper = Vector256.LoadUnsafe(ref booleans, (nuint)Vector256<byte>.Count).AsUInt16() << 7;
        return lower.AsByte().ExtractMostSignificantBits() | ((ulong)upper.AsByte().ExtractMostSignificantBits() << Vector256<byte>.Count);
    }

    private static void Compare(ReadOnlySpan<long> left, ReadOnlySpan<long> right, bool isLess, Span<ulong> mask)
    {
        ref var one = ref MemoryMarshal.GetReference(left);
        ref var other = ref MemoryMarshal.GetReference(right[..left.Length]);
        for (var word = 0; word < Words(left.Length); word++)
        {
            var count = Math.Min(WordRows, left.Length - (word * WordRows));
            ref var a = ref Unsafe.Add(ref one, word * WordRows);
            ref var b = ref Unsafe.Add(ref other, word * WordRows);
            mask[word] = count < WordRows ? CompareScalarWord(ref a, ref b, count, isLess)
                : Vector512.IsHardwareAccelerated ? CompareVector512Word(ref a, ref b, isLess)
                : Vector256.IsHardwareAccelerated ? CompareVector256Word(ref a, ref b, isLess)
                : CompareScalarWord(ref a, ref b, WordRows, isLess);
        }
    }

    internal static ulong CompareScalarWord(ref long left, ref long right, int count, bool isLess)
    {
        ulong word = 0;
        for (var i = 0; i < count; i++)
        {
            var (one, other) = (Unsafe.Add(ref left, i), Unsafe.Add(ref right, i));
            word |= ((isLess ? one < other : one == other) ? 1UL : 0) << i;
        }

        return word;
    }

    internal static ulong CompareVector256Word(ref long left, ref long right, bool isLess)
    {
        ulong word = 0;
        for (var i = 0; i < WordRows; i += Vector256<long>.Count)
        {
            var (one, other) = (Vector256.LoadUnsafe(ref left, (nuint)i), Vector256.LoadUnsafe(ref right, (nuint)i));
            var passes = isLess ? Vector256.LessThan(one, other) : Vector256.Equals(one, other);
            word |= (ulong)passes.ExtractMostSignificantBits() << i;
        }

        return word;
    }

    internal static ulong CompareVector512Word(ref long left, ref long right, bool isLess)
    {
        ulong word = 0;
        for (var i = 0; i < WordRows; i += Vector512<long>.Count)
        {
            var (one, other) = (Vector512.LoadUnsafe(ref left, (nuint)i), Vector512.LoadUnsafe(ref right, (nuint)i));
            var passes = isLess ? Vector512.LessThan(one, other) : Vector512.Equals(one, other);
            word |= passes.ExtractMostSignificantBits() << i;
        }

        return word;
    }
}
