using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

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
