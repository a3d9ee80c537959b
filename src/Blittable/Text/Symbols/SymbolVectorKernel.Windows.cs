using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Looks up a window of bytes in a table. Each table size is a type, so that the compiler generates code for it.</summary>
internal interface IWindowTable
{
    /// <summary>Looks up the bytes of a window.</summary>
    /// <param name="tables">Tables that start at a cache line.</param>
    /// <param name="offset">The start of a table.</param>
    /// <param name="index">The indices to look up.</param>
    static abstract Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index);
}

/// <summary>Represents a table of 128 bytes. The highest bit of an index is ignored.</summary>
internal readonly struct SmallWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup128(ref tables, offset, index);
}

/// <summary>Represents a table of 256 bytes.</summary>
internal readonly struct LargeWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup256(ref tables, offset, index);
}

/// <summary>Provides operations for kernels that compress a window of text at once.</summary>
internal static class WindowKernel
{
    public static bool IsSupported => Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    /// <summary>Looks up all positions of a text in the tables of a trie's first level. ASCII uses half of each table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LookupText(
        ref byte tables, nuint rowsOffset, nuint codesOffset, Vector512<byte> text, out Vector512<byte> rows, out Vector512<byte> codes)
    {
        if (text.ExtractMostSignificantBits() == 0)
        {
            rows = Lookup128(ref tables, rowsOffset, text);
            codes = Lookup128(ref tables, codesOffset, text);
        }
        else
        {
            rows = Lookup256(ref tables, rowsOffset, text);
            codes = Lookup256(ref tables, codesOffset, text);
        }
    }

    /// <summary>Looks up bytes in a table of 128 bytes. The offset of the table is a constant, so it takes no instruction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup128(ref byte tables, nuint offset, Vector512<byte> index) =>
        Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref tables, offset), index, Vector512.LoadUnsafe(ref tables, offset + 64));

    /// <summary>Looks up bytes in a table of 256 bytes. The offset of the table is a constant, so it takes no instruction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup256(ref byte tables, nuint offset, Vector512<byte> index)
    {
        var low = Lookup128(ref tables, offset, index);
        var high = Lookup128(ref tables, offset + 128, index);
        return Vector512.ConditionalSelect(Vector512.LessThan(index, Vector512.Create((byte)0x80)), low, high);
    }
}

/// <summary>Interleaves the lookups of a window with the steps of a walk over the previous window, or with nothing.</summary>
internal interface IWindowWalk
{
    /// <summary>Performs one of six steps, for bits 0 to 5 of the visit number.</summary>
    void Step(int bit);
}

/// <summary>Performs no walk, for the first window.</summary>
internal struct NoWalk : IWindowWalk
{
    public readonly void Step(int bit)
    {
    }
}

/// <summary>Walks over a window, which is a whole vector or the rest of a text, while the next window is matched. The latency of one hides
/// the latency of the other. The walk stays at the last position that does not lead to another position.</summary>
/// <remarks>Uses pointer doubling. The positions after 1, 2, 4, … symbols are known for all positions. The j-th visited position follows from the bits of
/// j, one bit per step.</remarks>
/// <param name="bits">The lanes whose visit number contains the bit of a step.</param>
/// <param name="ends">The position after the symbol at each position.</param>
/// <param name="limit">The number of positions in the window.</param>
/// <param name="entry">The start of the walk, in all lanes. Only the lowest six bits are used.</param>
internal struct FullWindowWalk(VisitBits bits, Vector512<byte> ends, int limit, Vector512<byte> entry) : IWindowWalk
{
    private readonly VisitBits _bits = bits;
    private readonly Vector512<byte> _ends = ends;
    private readonly Vector512<byte> _entry = entry;
    private Vector512<byte> _after = Vector512.ConditionalSelect(Vector512.LessThan(ends, Vector512.Create((byte)limit)), ends, Vector512<byte>.Indices);

    /// <summary>Gets the visited positions in order, after all steps. The remaining lanes repeat the last position.</summary>
    public Vector512<byte> Places { get; private set; } = entry;

    /// <summary>Gets the last position, in all lanes, after all steps.</summary>
    public readonly Vector512<byte> Last
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.PermuteVar64x8(_after, _entry);
    }

    /// <summary>Returns the position after the symbol at a position, in all lanes.</summary>
    /// <param name="last">The position, in all lanes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Vector512<byte> ExitOf(Vector512<byte> last) => Avx512Vbmi.PermuteVar64x8(_ends, last);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Step(int bit)
    {
        var hasBit = ~Vector512.Equals(_bits[bit], Vector512<byte>.Zero);
        Places = Vector512.ConditionalSelect(hasBit, Avx512Vbmi.PermuteVar64x8(_after, Places), Places);
        _after = Avx512Vbmi.PermuteVar64x8(_after, _after);
    }
}

/// <summary>Stores, for each bit of a visit number, a mask of the lanes whose number has the bit. The masks are loaded from memory, because the compiler
/// would recreate constant masks for every step.</summary>
/// <param name="tables">Six vectors.</param>
internal readonly struct VisitBits(ref byte tables)
{
    /// <summary>The masks.</summary>
    public static readonly AlignedBytes Tables = MakeTables();

    private readonly Vector512<byte> _first = Vector512.LoadUnsafe(ref tables, 0);
    private readonly Vector512<byte> _second = Vector512.LoadUnsafe(ref tables, 64);
    private readonly Vector512<byte> _third = Vector512.LoadUnsafe(ref tables, 128);
    private readonly Vector512<byte> _fourth = Vector512.LoadUnsafe(ref tables, 192);
    private readonly Vector512<byte> _fifth = Vector512.LoadUnsafe(ref tables, 256);
    private readonly Vector512<byte> _sixth = Vector512.LoadUnsafe(ref tables, 320);

    public Vector512<byte> this[int bit]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => bit switch
        {
            0 => _first,
            1 => _second,
            2 => _third,
            3 => _fourth,
            4 => _fifth,
            _ => _sixth,
        };
    }

    private static AlignedBytes MakeTables()
    {
        const int Bits = 6, Lanes = 1 << Bits;
        var tables = new AlignedBytes(Bits * Lanes);
        for (var i = 0; i < Bits * Lanes; i++)
        {
            tables.Span[i] = (byte)-(i % Lanes >> (i / Lanes) & 1);
        }

        return tables;
    }
}
