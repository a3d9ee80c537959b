using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Rendering;

/// <summary>Represents the conversion of decimal digits to text: the position of the decimal point, and the number of trailing zeros to preserve.</summary>
internal readonly struct DecimalLayout
{
    /// <summary>The number of fraction digits computed at once if no permutation inserts the decimal point.</summary>
    public const int FractionDigits = 16;

    /// <summary>The limit below which the integer parts of two numbers must be for their digits to be computed together.</summary>
    private const uint PairedLimit = 10_000;

    /// <summary>The number of digits after the decimal point.</summary>
    public readonly int Scale;

    /// <summary>The lane of the last digit before the decimal point, which is written even if it is 0.</summary>
    public readonly uint Ones;

    /// <summary>The maximum number of trailing zeros to omit. If no digit remains after the decimal point, the point is also omitted.</summary>
    public readonly uint MostTrimmed;

    /// <summary>The lane of the digit for each character. The first lane, which always contains 0, is used for the decimal point.</summary>
    public readonly Vector256<byte> Order;

    /// <summary>Converts digits to characters, and the 0 in the position of the decimal point to a point.</summary>
    public readonly Vector256<byte> Characters;

    /// <summary>Separates the digits before the decimal point from those after it.</summary>
    public readonly DecimalDivisor Divisor;

    /// <summary>The factor that extends a fraction to <see cref="FractionDigits"/> digits.</summary>
    public readonly ulong ToFractionDigits;

    /// <summary><see cref="PairedLimit"/>; 0 if there is no fraction, or one of more than <see cref="FractionDigits"/> digits.</summary>
    public readonly uint WholeLimit;

    /// <summary>A bit mask of the decimal point (bit 0) and the fraction digits that are always written. Only the last such bit needs to be set.</summary>
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
