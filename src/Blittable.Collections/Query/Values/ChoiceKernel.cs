using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>Replaces the elements of the rows in a mask. The elements of other rows remain unchanged, so several masks combine several sources.</summary>
internal static class ChoiceKernel
{
    /// <summary>Replaces the elements of rows whose bit is set with the elements of another span.</summary>
    /// <param name="source">The elements to copy, one for each row.</param>
    /// <param name="mask">One bit per row.</param>
    /// <param name="target">The elements to replace.</param>
    public static void Copy(ReadOnlySpan<long> source, ReadOnlySpan<ulong> mask, Span<long> target)
    {
        source = source[..target.Length];
        var row = Vector128.IsHardwareAccelerated ? CopyVector256(source, mask[..MaskKernel.Words(target.Length)], target) : 0;
        CopyScalar(source, mask, target, row);
    }

    internal static void CopyScalar(ReadOnlySpan<long> source, ReadOnlySpan<ulong> mask, Span<long> target, int row)
    {
        for (; row < target.Length; row++)
        {
            target[row] = MaskKernel.IsSet(mask, row) ? source[row] : target[row];
        }
    }

    /// <summary>Replaces the elements of rows whose bit is set with a value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="mask">One bit per row.</param>
    /// <param name="target">The elements to replace.</param>
    public static void Fill(int value, ReadOnlySpan<ulong> mask, Span<int> target)
    {
        var row = Vector128.IsHardwareAccelerated ? FillVector256(value, mask[..MaskKernel.Words(target.Length)], target) : 0;
        FillScalar(value, mask, target, row);
    }

    internal static void FillScalar(int value, ReadOnlySpan<ulong> mask, Span<int> target, int row)
    {
        for (; row < target.Length; row++)
        {
            target[row] = MaskKernel.IsSet(mask, row) ? value : target[row];
        }
    }

    /// <summary>Sets the bits of rows whose code is not negative.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="mask">Receives one bit per row.</param>
    public static void SelectCodes(ReadOnlySpan<int> codes, Span<ulong> mask)
    {
        mask[..MaskKernel.Words(codes.Length)].Clear();
        var row = Vector128.IsHardwareAccelerated ? SelectCodesVector256(codes, mask) : 0;
        SelectCodesScalar(codes, mask, row);
    }

    internal static void SelectCodesScalar(ReadOnlySpan<int> codes, Span<ulong> mask, int row)
    {
        for (; row < codes.Length; row++)
        {
            mask[row >> 6] |= (codes[row] < 0 ? 0UL : 1) << row;
        }
    }

    /// <summary>Processes four rows at a time. Returns the first row not processed.</summary>
    internal static int CopyVector256(ReadOnlySpan<long> source, ReadOnlySpan<ulong> mask, Span<long> target)
    {
        var places = Vector256.Create(1L, 2, 4, 8);
        ref var from = ref MemoryMarshal.GetReference(source);
        ref var to = ref MemoryMarshal.GetReference(target);
        var rows = target.Length & -Vector256<long>.Count;
        for (var row = 0; row < rows; row += Vector256<long>.Count)
        {
            var bits = Vector256.Create((long)(mask[row >> 6] >> row));
            var isKept = Vector256.Equals(bits & places, Vector256<long>.Zero);
            Vector256.ConditionalSelect(isKept, Vector256.LoadUnsafe(ref to, (nuint)row), Vector256.LoadUnsafe(ref from, (nuint)row)).StoreUnsafe(ref to, (nuint)row);
        }

        return rows;
    }

    /// <summary>Processes eight rows at a time. Returns the first row not processed.</summary>
    internal static int FillVector256(int value, ReadOnlySpan<ulong> mask, Span<int> target)
    {
        var places = Vector256.Create(1, 2, 4, 8, 16, 32, 64, 128);
        var filled = Vector256.Create(value);
        ref var to = ref MemoryMarshal.GetReference(target);
        var rows = target.Length & -Vector256<int>.Count;
        for (var row = 0; row < rows; row += Vector256<int>.Count)
        {
            var bits = Vector256.Create((int)(mask[row >> 6] >> row));
            var isKept = Vector256.Equals(bits & places, Vector256<int>.Zero);
            Vector256.ConditionalSelect(isKept, Vector256.LoadUnsafe(ref to, (nuint)row), filled).StoreUnsafe(ref to, (nuint)row);
        }

        return rows;
    }

    /// <summary>Processes eight rows at a time. Returns the first row not processed.</summary>
    internal static int SelectCodesVector256(ReadOnlySpan<int> codes, Span<ulong> mask)
    {
        ref var from = ref MemoryMarshal.GetReference(codes);
        var rows = codes.Length & -Vector256<int>.Count;
        for (var row = 0; row < rows; row += Vector256<int>.Count)
        {
            var negative = Vector256.LoadUnsafe(ref from, (nuint)row).ExtractMostSignificantBits();
            mask[row >> 6] |= (ulong)(byte)~negative << row;
        }

        return rows;
    }
}
