using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Json;

/// <summary>How the digits of a decimal become its text: where the point goes, and which zeros behind it stay.</summary>
internal readonly struct DecimalLayout
{
    /// <summary>How many digits stand behind the point.</summary>
    public readonly int Scale;

    /// <summary>The lane of the last digit before the point, which is written even if it is 0.</summary>
    public readonly uint Ones;

    /// <summary>How many zeros at the end are left out at most; where no digit stays behind the point, it is left out as well.</summary>
    public readonly uint MostTrimmed;

    /// <summary>For each character the digit's lane; the first one, where there never is a digit but 0, for the point.</summary>
    public readonly Vector256<byte> Order;

    /// <summary>What makes a digit a character, and the 0 in the point's place a point.</summary>
    public readonly Vector256<byte> Characters;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DecimalLayout(int scale, int least)
    {
        Scale = scale;
        Ones = (uint)(Vector256<byte>.Count - 1 - scale);
        MostTrimmed = (uint)(scale - least);
        var lanes = Vector256<byte>.Indices;
        var point = Vector256.Create((byte)(Vector256<byte>.Count - 1 - scale));
        var isPoint = Vector256.Equals(lanes, point);
        Order = Vector256.AndNot(lanes - Vector256.LessThan(lanes, point), isPoint);
        Characters = Vector256.ConditionalSelect(isPoint, Vector256.Create((byte)'.'), Vector256.Create((byte)'0'));
    }
}
