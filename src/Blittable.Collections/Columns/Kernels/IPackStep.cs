using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Transforms values before they are packed: a type parameter of the packing kernels.</summary>
internal interface IPackStep
{
    /// <summary>Transforms the value at a place.</summary>
    static abstract ulong Load(ref ulong value, ulong subtrahend);

    /// <summary>Transforms four values from a place on.</summary>
    static abstract Vector256<ulong> Load256(ref ulong value, Vector256<ulong> subtrahend);

    /// <summary>Transforms eight values from a place on.</summary>
    static abstract Vector512<ulong> Load512(ref ulong value, Vector512<ulong> subtrahend);
}
