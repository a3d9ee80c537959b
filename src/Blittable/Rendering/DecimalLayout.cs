using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Rendering;

/// <summary>How the digits of a decimal become its text: where the point goes, and which zeros after it stay.</summary>
internal readonly struct DecimalLayout
{
    /// <summary>Digits of the fraction that are made at once where no permutation puts the point among them.</summary>
    public const int FractionDigits = 16;

    /// <summary>What stands before the point must be less than this for the digits of two numbers to be made together.</summary>
    private const uint PairedLimit = 10_000;

    /// <summary>How many digits stand after the point.</summary>
    public readonly int Scale;

    /// <summary>The lane of the last digit before the point, which is written even if it is 0.</summary>
    public readonly uint Ones;

    /// <summary>How many zeros at the end are left out at most; where no digit stays after the point, it is left out as well.</summary>
    public readonly uint MostTrimmed;

    /// <summary>For each character the digit's lane; the first one, where there never is a digit but 0, for the point.</summary>
    public readonly Vector256<byte> Order;

    /// <summary>Converts digits to characters, and the 0 in the point's place to a point.</summary>
    public readonly Vector256<byte> Characters;

    /// <summary>Splits the digits before the point from those after it.</summary>
    public readonly DecimalDivisor Divisor;

    /// <summary>What makes a fraction one of <see cref="FractionDigits"/>.</summary>
    public readonly ulong ToFractionDigits;

    /// <summary><see cref="PairedLimit"/>; 0 where there is no fraction, or one that is longer than <see cref="FractionDigits"/>.</summary>
    public readonly uint WholeLimit;

    /// <summary>The point and the digits after it that stay whatever they are: bit 0 for the point, and so on; only the last need be set.</summary>
    public readonly uint Stays;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DecimalLayout(int scale, int least)
    {
        Scale = scale;
        MostTrimmed = (uint)(scale - least);
        if (DecimalWriterKernel.IsPermuting)
        {
            Ones = (uint)(Vector256<byte>.Count - 1 - scale);
            var lanes = Vector256<byte>.Indices;
            var point = Vector256.Create((byte)(Vector256<byte>.Count - 1 - scale));
            var isPoint = Vector256.Equals(lanes, point);
            Order = Vector256.AndNot(lanes - Vector256.LessThan(lanes, point), isPoint);
            Characters = Vector256.ConditionalSelect(isPoint, Vector256.Create((byte)'.'), Vector256.Create((byte)'0'));
        }
        else if (scale is > 0 and <= FractionDigits)
        {
            Divisor = new DecimalDivisor(scale);
            ToFractionDigits = DigitWriterKernel.PowersOfTen[FractionDigits - scale];
            WholeLimit = PairedLimit;
            Stays = least != 0 ? 1u << least : 0;
        }
    }
}
