using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Transforms unpacked bits before they are stored. A type parameter, so kernels are specialized for each step without calls.</summary>
/// <remarks>Running sums are computed within a vector before the carry is added, so consecutive vectors only depend on each other through one
/// addition.</remarks>
internal interface IUnpackStep
{
    /// <summary>Converts packed bits to a value. <paramref name="carry"/> is the previous value.</summary>
    static abstract ulong Apply(ulong packed, ulong addend, ulong carry);

    /// <summary>Converts four values, without the carry.</summary>
    static abstract Vector256<ulong> Scan(Vector256<ulong> packed, Vector256<ulong> addend);

    /// <summary>Converts eight values, without the carry.</summary>
    static abstract Vector512<ulong> Scan(Vector512<ulong> packed, Vector512<ulong> addend);

    /// <summary>Adds the carry, which has the previous value in every lane.</summary>
    static abstract Vector256<ulong> Add(Vector256<ulong> scanned, Vector256<ulong> carry);

    /// <summary>Adds the carry, which has the previous value in every lane.</summary>
    static abstract Vector512<ulong> Add(Vector512<ulong> scanned, Vector512<ulong> carry);

    /// <summary>Computes the carry for the next four values.</summary>
    static abstract Vector256<ulong> Advance(Vector256<ulong> carry, Vector256<ulong> scanned);

    /// <summary>Computes the carry for the next eight values.</summary>
    static abstract Vector512<ulong> Advance(Vector512<ulong> carry, Vector512<ulong> scanned);
}
