using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>The size of a table in which a window of bytes is looked up, so that the compiler makes code for each.</summary>
internal interface IWindowTable
{
    /// <summary>Looks up the places of a window.</summary>
    /// <param name="tables">Tables that begin at a cache line.</param>
    /// <param name="offset">Where one of them begins.</param>
    /// <param name="index">The indices to look up.</param>
    static abstract Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index);
}

/// <summary>A table of 128 bytes, of which an index that is greater finds those with its highest bit off.</summary>
internal readonly struct SmallWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup128(ref tables, offset, index);
}

/// <summary>A table of 256 bytes.</summary>
internal readonly struct LargeWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup256(ref tables, offset, index);
}

/// <summary>Holds what the kernels share that compress a window of text at once.</summary>
internal static class WindowKernel
{
    public static bool IsSupported => Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    /// <summary>Looks up all places of a text in the tables of a trie's first level, ASCII in half of each.</summary>
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

    /// <summary>Looks up a table of 128 bytes, which begins at an offset: a constant, so that it takes no instruction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup128(ref byte tables, nuint offset, Vector512<byte> index) =>
        Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref tables, offset), index, Vector512.LoadUnsafe(ref tables, offset + 64));

    /// <summary>The same of 256 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup256(ref byte tables, nuint offset, Vector512<byte> index)
    {
        var low = Lookup128(ref tables, offset, index);
        var high = Lookup128(ref tables, offset + 128, index);
        return Vector512.ConditionalSelect(Vector512.LessThan(index, Vector512.Create((byte)0x80)), low, high);
    }
}

/// <summary>Interleaves work with the lookups of a window: the steps of a walk over the previous window, or nothing.</summary>
internal interface IWindowWalk
{
    /// <summary>Six steps, for the bits 0 to 5 of a visit's number.</summary>
    void Step(int bit);
}

/// <summary>No walk: for the first window, which has none before it.</summary>
internal struct NoWalk : IWindowWalk
{
    public readonly void Step(int bit)
    {
    }
}

/// <summary>A walk over a window that is a whole vector, or what is left of a text, whose steps are taken while the next window is matched: what one
/// waits for leaves the processor to the other. It stays at the last place from which it does not lead to another.</summary>
/// <remarks>Pointer doubling: with the places after 1, 2, 4, … symbols known for all places, the j-th visited one is found from the bits of j, one bit
/// a step.</remarks>
/// <param name="bits">The lanes whose visit is reached by a step.</param>
/// <param name="ends">Where each place leads.</param>
/// <param name="limit">The places of the window.</param>
/// <param name="entry">Where the walk begins, in all lanes; of it the lowest six bits count.</param>
internal struct FullWindowWalk(VisitBits bits, Vector512<byte> ends, int limit, Vector512<byte> entry) : IWindowWalk
{
    private readonly VisitBits _bits = bits;
    private readonly Vector512<byte> _ends = ends;
    private readonly Vector512<byte> _entry = entry;
    private Vector512<byte> _after = Vector512.ConditionalSelect(Vector512.LessThan(ends, Vector512.Create((byte)limit)), ends, Vector512<byte>.Indices);

    /// <summary>The places that are visited, in order, when all steps have been taken; after them the last one again and again.</summary>
    public Vector512<byte> Places { get; private set; } = entry;

    /// <summary>The last place, in all lanes, when all steps have been taken.</summary>
    public readonly Vector512<byte> Last
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.PermuteVar64x8(_after, _entry);
    }

    /// <summary>Where a place leads, in all lanes.</summary>
    /// <param name="last">The place, in all lanes.</param>
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

/// <summary>For each bit of a visit's number which lanes, numbered from 0 on, have it: bytes of ones there. They come from memory, as the compiler
/// makes masks of constants anew for every step.</summary>
/// <param name="tables">Six vectors.</param>
internal readonly struct VisitBits(ref byte tables)
{
    /// <summary>The vectors.</summary>
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
