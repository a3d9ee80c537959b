using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using Blittable.Columns;
using Blittable.Text;

namespace Blittable.Collections.Query.Values;

/// <content>Arm64 kernels, which use the table lookup instruction for up to four vectors.</content>
internal static partial class CodeKernel
{
    /// <summary>Processes 64 codes at a time, 16 per vector, each of which selects its bit from one of 32 bytes. Returns the first row not processed.</summary>
    internal static int SelectArm64(ReadOnlySpan<int> codes, ReadOnlySpan<byte> matches, Span<ulong> mask)
    {
        Span<byte> bits = stackalloc byte[MostInBits / 8];
        bits.Clear();
        for (var place = 0; place < matches.Length; place++)
        {
            bits[place >> 3] |= (byte)(matches[place] << (place & 7));
        }

        var table = (Vector128.Create<byte>(bits), Vector128.Create<byte>(bits[Vector128<byte>.Count..]));
        var words = mask[..(codes.Length / MaskKernel.WordRows)];
        ref var code = ref MemoryMarshal.GetReference(codes);
        for (var word = 0; word < words.Length; word++)
        {
            var row = (nuint)(word * MaskKernel.WordRows);
            words[word] = ByteMaskKernel.Of(
                Found(table, ref code, row), Found(table, ref code, row + 16), Found(table, ref code, row + 32), Found(table, ref code, row + 48));
        }

        return words.Length * MaskKernel.WordRows;
    }

    /// <summary>Processes four codes at a time, whose bytes are looked up in the table. Returns the first row not processed.</summary>
    internal static int MapArm64(ReadOnlySpan<int> codes, ReadOnlySpan<int> table, Span<int> values)
    {
        Span<int> all = stackalloc int[MostInRegister];
        all.Clear();
        table.CopyTo(all);
        var places = (
            Vector128.Create<int>(all).AsByte(), Vector128.Create<int>(all[4..]).AsByte(),
            Vector128.Create<int>(all[8..]).AsByte(), Vector128.Create<int>(all[12..]).AsByte());
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var target = ref MemoryMarshal.GetReference(values[..codes.Length]);
        var row = 0;
        for (; row <= codes.Length - Vector128<int>.Count; row += Vector128<int>.Count)
        {
            var place = Vector128.LoadUnsafe(ref source, (nuint)row) + Vector128<int>.One;
            var bytes = (place * 0x04040404) + Vector128.Create(0x03020100);
            AdvSimd.Arm64.VectorTableLookup(places, bytes.AsByte()).AsInt32().StoreUnsafe(ref target, (nuint)row);
        }

        return row;
    }

    /// <summary>Converts 16 codes to bytes of all ones if they match, or all zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Found((Vector128<byte> Lower, Vector128<byte> Upper) table, ref int code, nuint row)
    {
        // The lowest bytes of the codes, plus one, so -1 becomes 0.
        var lower = AdvSimd.Arm64.UnzipEven(Vector128.LoadUnsafe(ref code, row).AsInt16(), Vector128.LoadUnsafe(ref code, row + 4).AsInt16());
        var upper = AdvSimd.Arm64.UnzipEven(Vector128.LoadUnsafe(ref code, row + 8).AsInt16(), Vector128.LoadUnsafe(ref code, row + 12).AsInt16());
        var place = AdvSimd.Arm64.UnzipEven(lower.AsByte(), upper.AsByte()) + Vector128<byte>.One;
        var bit = AdvSimd.Arm64.VectorTableLookup(Vector128.Create(0x8040201008040201UL).AsByte(), place & Vector128.Create((byte)7));
        return AdvSimd.CompareTest(AdvSimd.Arm64.VectorTableLookup(table, place >>> 3), bit);
    }
}
