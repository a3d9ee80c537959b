using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Adds a common base to packed values.</summary>
internal readonly struct OffsetStep : IUnpackStep
{
    public static ulong Apply(ulong packed, ulong addend, ulong carry) => packed + addend;

    public static Vector256<ulong> Scan(Vector256<ulong> packed, Vector256<ulong> addend) => packed + addend;

    public static Vector512<ulong> Scan(Vector512<ulong> packed, Vector512<ulong> addend) => packed + addend;

    public static Vector256<ulong> Add(Vector256<ulong> scanned, Vector256<ulong> carry) => scanned;

    public static Vector512<ulong> Add(Vector512<ulong> scanned, Vector512<ulong> carry) => scanned;

    public static Vector256<ulong> Advance(Vector256<ulong> carry, Vector256<ulong> scanned) => carry;

    public static Vector512<ulong> Advance(Vector512<ulong> carry, Vector512<ulong> scanned) => carry;
}
