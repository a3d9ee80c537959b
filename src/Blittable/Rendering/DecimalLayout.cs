using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

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

/// <summary>Divides the mantissa of a decimal by 10^scale with a multiplication, because a 64-bit division takes 40 or more cycles on many
/// processors.</summary>
/// <remarks>The reciprocals are computed as in Granlund and Montgomery, "Division by Invariant Integers using Multiplication" (1994), for 63-bit numbers: 2^(63
/// + l) / 10^scale, rounded up, where l is the number of bits of 10^scale. They are also exact for 2^63, because no 10^scale is a power of two.</remarks>
internal readonly struct DecimalDivisor
{
    /// <summary>The maximum scale.</summary>
    public const int MaxScale = 19;

    /// <summary>The maximum mantissa: the magnitude of the smallest 64-bit integer.</summary>
    private const ulong MaxMantissa = 1UL << 63;

    private readonly ulong _power;
    private readonly ulong _reciprocal;
    private readonly int _shift;

    /// <summary>Initializes a division by 10^<paramref name="scale"/>, for scales from 1 to <see cref="MaxScale"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DecimalDivisor(int scale)
    {
        _power = DigitWriterKernel.PowersOfTen[scale];
        _reciprocal = Reciprocals[scale - 1];
        _shift = BitOperations.Log2(_power);
    }

    private static ReadOnlySpan<ulong> Reciprocals =>
    [
        0xCCCCCCCCCCCCCCCD, 0xA3D70A3D70A3D70B, 0x83126E978D4FDF3C, 0xD1B71758E219652C, 0xA7C5AC471B478424,
        0x8637BD05AF6C69B6, 0xD6BF94D5E57A42BD, 0xABCC77118461CEFD, 0x89705F4136B4A598, 0xDBE6FECEBDEDD5BF,
        0xAFEBFF0BCB24AAFF, 0x8CBCCC096F5088CC, 0xE12E13424BB40E14, 0xB424DC35095CD810, 0x901D7CF73AB0ACDA,
        0xE69594BEC44DE15C, 0xB877AA3236A4B44A, 0x9392EE8E921D5D08, 0xEC1E4A7DB69561A6,
    ];

    /// <summary>Splits a mantissa, at most 2^63, into the digits before and after the decimal point.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Divide(ulong mantissa, out ulong fraction)
    {
        Debug.Assert(mantissa <= MaxMantissa);
        var high = Bmi2.X64.IsSupported ? Bmi2.X64.MultiplyNoFlags(mantissa, _reciprocal) : Math.BigMul(mantissa, _reciprocal, out _);
        var whole = high >> _shift;
        fraction = mantissa - (whole * _power);
        return whole;
    }
}
