using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Transforms values before they are packed. A type parameter of the packing kernels.</summary>
internal interface IPackStep
{
    /// <summary>Transforms one value.</summary>
    static abstract ulong Load(ref ulong value, ulong subtrahend);

    /// <summary>Transforms four consecutive values.</summary>
    static abstract Vector256<ulong> Load256(ref ulong value, Vector256<ulong> subtrahend);

    /// <summary>Transforms eight consecutive values.</summary>
    static abstract Vector512<ulong> Load512(ref ulong value, Vector512<ulong> subtrahend);
}
