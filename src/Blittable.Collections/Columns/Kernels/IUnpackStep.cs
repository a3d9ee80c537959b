using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Transforms unpacked bits before they are stored. A type parameter, so that each kernel is compiled for each step and nothing is
/// called.</summary>
/// <remarks>Running sums are taken within a vector first and the carry is added after, so that from one vector to the next only one addition has to
/// wait.</remarks>
internal interface IUnpackStep
{
    /// <summary>The value for packed bits; <paramref name="carry"/> is the value before it.</summary>
    static abstract ulong Apply(ulong packed, ulong addend, ulong carry);

    /// <summary>Four values but for the carry.</summary>
    static abstract Vector256<ulong> Scan(Vector256<ulong> packed, Vector256<ulong> addend);

    /// <summary>Eight values but for the carry.</summary>
    static abstract Vector512<ulong> Scan(Vector512<ulong> packed, Vector512<ulong> addend);

    /// <summary>The values, given the value before them in every lane of the carry.</summary>
    static abstract Vector256<ulong> Add(Vector256<ulong> scanned, Vector256<ulong> carry);

    /// <summary>The values, given the value before them in every lane of the carry.</summary>
    static abstract Vector512<ulong> Add(Vector512<ulong> scanned, Vector512<ulong> carry);

    /// <summary>The carry for the next four.</summary>
    static abstract Vector256<ulong> Advance(Vector256<ulong> carry, Vector256<ulong> scanned);

    /// <summary>The carry for the next eight.</summary>
    static abstract Vector512<ulong> Advance(Vector512<ulong> carry, Vector512<ulong> scanned);
}
