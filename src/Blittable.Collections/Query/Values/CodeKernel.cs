using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <summary>Maps and selects rows by the codes of their strings.</summary>
internal static partial class CodeKernel
{
    /// <summary>The maximum size of a table that <see cref="Map"/> looks up in registers.</summary>
    public const int MostInRegister = 16;

    /// <summary>Gets a value that indicates whether to use vectors of 16 codes: only if .NET does not report that they are throttled.</summary>
    private static bool Has512 => Vector512.IsHardwareAccelerated && Avx512F.IsSupported;

    /// <summary>The maximum size of a table whose bits <see cref="Select"/> keeps in registers.</summary>
    private const int MostInBits = 256;

    /// <summary>Sets the bits of rows whose string matches.</summary>
    /// <param name="codes">The code of each row, -1 for null.</param>
    /// <param name="matches">0 or 1 for null, followed by 0 or 1 for each code.</param>
    /// <param name="mask">Receives one bit per row.</param>
    public static void Select(ReadOnlySpan<int> codes, ReadOnlySpan<byte> matches, Span<ulong> mask)
    {
        var row = matches.Length > MostInBits ? 0
            : Avx2.IsSupported ? SelectVector256(codes, matches, mask)
            : AdvSimd.Arm64.IsSupported ? SelectArm64(codes, matches, mask)
            : 0;
        SelectScalar(codes[row..], matches, mask[(row >> 6)..]);
    }

    internal static void SelectScalar(ReadOnlySpan<int> codes, ReadOnlySpan<byte> matches, Span<ulong> mask)
    {
        for (var word = 0; word < MaskKernel.Words(codes.Length); word++)
        {
            ulong bits = 0;
            var rows = codes.Slice(word * MaskKernel.WordRows, Math.Min(MaskKernel.WordRows, codes.Length - (word * MaskKernel.WordRows)));
            for (var i = 0; i < rows.Length; i++)
            {
                bits |= (ulong)matches[rows[i] + 1] << i;
            }

            mask[word] = bits;
        }
    }

    /// <summary>Processes 64 codes at a time, eight per vector, each of which selects its bit from one of eight words. Returns the first row not
    /// processed.</summary>
    internal static int SelectVector256(ReadOnlySpan<int> codes, ReadOnlySpan<byte> matches, Span<ulong> mask)
    {
        Span<uint> bits = stackalloc uint[Vector256<uint>.Count];
        bits.Clear();
        for (var place = 0; place < matches.Length; place++)
        {
            bits[place >> 5] |= (uint)matches[place] << place;
        }

        var table = Vector256.Create<uint>(bits);
        var words = mask[..(codes.Length / MaskKernel.WordRows)];
        ref var code = ref MemoryMarshal.GetReference(codes);
        for (var word = 0; word < words.Length; word++)
        {
            ulong found = 0;
            for (var i = 0; i < MaskKernel.WordRows; i += Vector256<int>.Count)
            {
                var place = (Vector256.LoadUnsafe(ref code, (nuint)((word * MaskKernel.WordRows) + i)) + Vector256<int>.One).AsUInt32();
                var chosen = Avx2.PermuteVar8x32(table, place >>> 5);

                // Shift the bit to the top of its word.
                var top = Avx2.ShiftLeftLogicalVariable(chosen, Vector256.AndNot(Vector256.Create(31U), place));
                found |= (ulong)top.ExtractMostSignificantBits() << i;
            }

            words[word] = found;
        }

        return words.Length * MaskKernel.WordRows;
    }

    /// <summary>Computes the distances of integers from the smallest one, plus one.</summary>
    /// <param name="values">The integers.</param>
    /// <param name="least">The smallest possible integer.</param>
    /// <param name="span">The number of possible integers.</param>
    /// <param name="distances">Receives one distance for each integer.</param>
    /// <returns>False if an integer is not possible; the distances are then undefined.</returns>
    public static bool TryDistances(ReadOnlySpan<long> values, long least, int span, Span<int> distances)
    {
        var row = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            ref var source = ref MemoryMarshal.GetReference(values);
            ref var target = ref MemoryMarshal.GetReference(distances[..values.Length]);
            var (first, last) = (Vector256.Create(least), Vector256.Create(span - 1L));
            var outside = Vector256<long>.Zero;
            for (; row <= values.Length - Vector256<int>.Count; row += Vector256<int>.Count)
            {
                var lower = Vector256.LoadUnsafe(ref source, (nuint)row) - first;
                var upper = Vector256.LoadUnsafe(ref source, (nuint)(row + Vector256<long>.Count)) - first;

                // Negative distances, and distances beyond the last, set the sign bit.
                outside |= lower | (last - lower) | upper | (last - upper);
                (Vector256Kernel.Narrow(lower, upper) + Vector256<int>.One).StoreUnsafe(ref target, (nuint)row);
            }

            if (outside.ExtractMostSignificantBits() != 0)
            {
                return false;
            }
        }

        return TryDistancesScalar(values[row..], least, span, distances[row..]);
    }

    internal static bool TryDistancesScalar(ReadOnlySpan<long> values, long least, int span, Span<int> distances)
    {
        for (var row = 0; row < values.Length; row++)
        {
            var distance = values[row] - least;
            if ((ulong)distance >= (ulong)span)
            {
                return false;
            }

            distances[row] = (int)distance + 1;
        }

        return true;
    }

    /// <summary>Replaces booleans with one of two values.</summary>
    /// <param name="booleans">The booleans. Only their lowest bits are used.</param>
    /// <param name="whenFalse">The value for false.</param>
    /// <param name="whenTrue">The value for true.</param>
    /// <param name="values">Receives one value for each boolean.</param>
    public static void Choose(ReadOnlySpan<byte> booleans, int whenFalse, int whenTrue, Span<int> values)
    {
        var row = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            ref var source = ref MemoryMarshal.GetReference(booleans);
            ref var target = ref MemoryMarshal.GetReference(values[..booleans.Length]);
            for (; row <= booleans.Length - Vector128<byte>.Count; row += Vector128<byte>.Count)
            {
                var (lower, upper) = Vector128.Widen(Vector128.LoadUnsafe(ref source, (nuint)row) & Vector128<byte>.One);
                Store(Vector128.WidenLower(lower), ref target, row);
                Store(Vector128.WidenUpper(lower), ref target, row + 4);
                Store(Vector128.WidenLower(upper), ref target, row + 8);
                Store(Vector128.WidenUpper(upper), ref target, row + 12);
            }
        }

        ChooseScalar(booleans[row..], whenFalse, whenTrue, values[row..]);

        void Store(Vector128<uint> bits, ref int first, int at)
        {
            var isTrue = Vector128<int>.Zero - bits.AsInt32();
            (Vector128.Create(whenFalse) ^ (Vector128.Create(whenFalse ^ whenTrue) & isTrue)).StoreUnsafe(ref first, (nuint)at);
        }
    }

    internal static void ChooseScalar(ReadOnlySpan<byte> booleans, int whenFalse, int whenTrue, Span<int> values)
    {
        for (var row = 0; row < booleans.Length; row++)
        {
            values[row] = (booleans[row] & 1) == 0 ? whenFalse : whenTrue;
        }
    }

    /// <summary>Replaces codes with the values in a table.</summary>
    /// <param name="codes">The codes, starting at -1.</param>
    /// <param name="table">The values for -1, 0, 1 and so on.</param>
    /// <param name="values">Receives one value for each code.</param>
    public static void Map(ReadOnlySpan<int> codes, ReadOnlySpan<int> table, Span<int> values)
    {
        var row = table.Length > MostInRegister ? 0
            : Has512 ? MapVector512(codes, table, values)
            : Avx2.IsSupported ? MapVector256(codes, table, values)
            : AdvSimd.Arm64.IsSupported ? MapArm64(codes, table, values)
            : 0;
        MapScalar(codes[row..], table, values[row..]);
    }

    /// <summary>Sets the codes of rows whose bit is not set to 0.</summary>
    public static void Keep(Span<int> codes, ReadOnlySpan<ulong> mask)
    {
        var row = Has512 ? KeepVector512(codes, mask) : Vector128.IsHardwareAccelerated ? KeepVector256(codes, mask) : 0;
        KeepScalar(codes, mask, row);
    }

    internal static void KeepScalar(Span<int> codes, ReadOnlySpan<ulong> mask, int row)
    {
        for (; row < codes.Length; row++)
        {
            codes[row] &= -(int)((mask[row >> 6] >> row) & 1);
        }
    }

    /// <summary>Processes 16 codes at a time. Returns the first row not processed.</summary>
    internal static int KeepVector512(Span<int> codes, ReadOnlySpan<ulong> mask)
    {
        var places = Avx512F.ShiftLeftLogicalVariable(Vector512<int>.One, Vector512<uint>.Indices);
        ref var first = ref MemoryMarshal.GetReference(codes);
        var row = 0;
        for (; row <= codes.Length - Vector512<int>.Count; row += Vector512<int>.Count)
        {
            var bits = Vector512.Create((int)(mask[row >> 6] >> row));
            var kept = ~Vector512.Equals(bits & places, Vector512<int>.Zero);
            (Vector512.LoadUnsafe(ref first, (nuint)row) & kept).StoreUnsafe(ref first, (nuint)row);
        }

        return row;
    }

    /// <summary>Processes eight codes at a time. Returns the first row not processed.</summary>
    internal static int KeepVector256(Span<int> codes, ReadOnlySpan<ulong> mask)
    {
        var places = Vector256.Create(1, 2, 4, 8, 16, 32, 64, 128);
        ref var first = ref MemoryMarshal.GetReference(codes);
        var row = 0;
        for (; row <= codes.Length - Vector256<int>.Count; row += Vector256<int>.Count)
        {
            var bits = Vector256.Create((int)(mask[row >> 6] >> row));
            var kept = Vector256.Equals(bits & places, places);
            (Vector256.LoadUnsafe(ref first, (nuint)row) & kept).StoreUnsafe(ref first, (nuint)row);
        }

        return row;
    }

    /// <summary>Adds 1 to each code.</summary>
    public static void Increment(Span<int> codes)
    {
        ref var first = ref MemoryMarshal.GetReference(codes);
        var i = 0;
        for (; i <= codes.Length - Vector<int>.Count; i += Vector<int>.Count)
        {
            (Vector.LoadUnsafe(ref first, (nuint)i) + Vector<int>.One).StoreUnsafe(ref first, (nuint)i);
        }

        for (; i < codes.Length; i++)
        {
            codes[i]++;
        }
    }

    internal static void MapScalar(ReadOnlySpan<int> codes, ReadOnlySpan<int> table, Span<int> values)
    {
        for (var row = 0; row < codes.Length; row++)
        {
            values[row] = table[codes[row] + 1];
        }
    }

    /// <summary>Processes 16 codes at a time. Returns the first row not processed.</summary>
    internal static int MapVector512(ReadOnlySpan<int> codes, ReadOnlySpan<int> table, Span<int> values)
    {
        Span<int> all = stackalloc int[MostInRegister];
        all.Clear();
        table.CopyTo(all);
        var places = Vector512.Create<int>(all);
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var target = ref MemoryMarshal.GetReference(values[..codes.Length]);
        var row = 0;
        for (; row <= codes.Length - Vector512<int>.Count; row += Vector512<int>.Count)
        {
            var place = Vector512.LoadUnsafe(ref source, (nuint)row) + Vector512<int>.One;
            Avx512F.PermuteVar16x32(places, place).StoreUnsafe(ref target, (nuint)row);
        }

        return row;
    }

    /// <summary>Processes eight codes at a time, looking up each in both halves of the table. Returns the first row not processed.</summary>
    internal static int MapVector256(ReadOnlySpan<int> codes, ReadOnlySpan<int> table, Span<int> values)
    {
        Span<int> all = stackalloc int[MostInRegister];
        all.Clear();
        table.CopyTo(all);
        var low = Vector256.Create<int>(all);
        var high = Vector256.Create<int>(all[Vector256<int>.Count..]);
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var target = ref MemoryMarshal.GetReference(values[..codes.Length]);
        var row = 0;
        for (; row <= codes.Length - Vector256<int>.Count; row += Vector256<int>.Count)
        {
            var place = Vector256.LoadUnsafe(ref source, (nuint)row) + Vector256<int>.One;
            var isHigh = Vector256.GreaterThan(place, Vector256.Create(Vector256<int>.Count - 1));
            Vector256.ConditionalSelect(isHigh, Avx2.PermuteVar8x32(high, place), Avx2.PermuteVar8x32(low, place)).StoreUnsafe(ref target, (nuint)row);
        }

        return row;
    }
}
