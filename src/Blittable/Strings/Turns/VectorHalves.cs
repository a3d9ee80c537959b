using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>A vector of 32 bytes as two.</summary>
internal readonly struct VectorHalves(Vector128<byte> lower, Vector128<byte> upper)
{
    public readonly Vector128<byte> Lower = lower, Upper = upper;
}
