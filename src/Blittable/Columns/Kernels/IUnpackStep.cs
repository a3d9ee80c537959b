using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Columns;

/// <summary>What becomes of unpacked bits before they are stored. A type parameter, so that each kernel is compiled for each step and nothing is called.</summary>
internal interface IUnpackStep
{
    /// <summary>The value for packed bits; <paramref name="carry"/> is the value before it.</summary>
    static abstract ulong Apply(ulong packed, ulong addend, ulong carry);

    /// <summary>Four values; <paramref name="carry"/> holds the value before them in every lane.</summary>
    static abstract Vector256<ulong> Apply(Vector256<ulong> packed, Vector256<ulong> addend, Vector256<ulong> carry);

    /// <summary>Eight values; <paramref name="carry"/> holds the value before them in every lane.</summary>
    static abstract Vector512<ulong> Apply(Vector512<ulong> packed, Vector512<ulong> addend, Vector512<ulong> carry);

    /// <summary>The carry for the next four.</summary>
    static abstract Vector256<ulong> Carry(Vector256<ulong> values);

    /// <summary>The carry for the next eight.</summary>
    static abstract Vector512<ulong> Carry(Vector512<ulong> values);
}

/// <summary>Values are packed less a common amount.</summary>
internal readonly struct OffsetStep : IUnpackStep
{
    public static ulong Apply(ulong packed, ulong addend, ulong carry) => packed + addend;

    public static Vector256<ulong> Apply(Vector256<ulong> packed, Vector256<ulong> addend, Vector256<ulong> carry) => packed + addend;

    public static Vector512<ulong> Apply(Vector512<ulong> packed, Vector512<ulong> addend, Vector512<ulong> carry) => packed + addend;

    public static Vector256<ulong> Carry(Vector256<ulong> values) => values;

    public static Vector512<ulong> Carry(Vector512<ulong> values) => values;
}

/// <summary>Differences to the value before are packed, less the smallest of them.</summary>
internal readonly struct DeltaStep : IUnpackStep
{
    public static ulong Apply(ulong packed, ulong addend, ulong carry) => carry + addend + packed;

    /// <summary>A running sum in two steps: of pairs, then of the lower pair's total into the upper.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Apply(Vector256<ulong> packed, Vector256<ulong> addend, Vector256<ulong> carry)
    {
        var sum = packed + addend;
        sum += Vector256.Shuffle(sum, Vector256.Create(4UL, 0, 4, 2));
        return sum + Vector256.Shuffle(sum, Vector256.Create(4UL, 4, 1, 1)) + carry;
    }

    /// <summary>A running sum in three steps that shift zeros in from below.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Apply(Vector512<ulong> packed, Vector512<ulong> addend, Vector512<ulong> carry)
    {
        var zero = Vector512<ulong>.Zero;
        var sum = packed + addend;
        sum += Avx512F.AlignRight64(sum, zero, 7);
        sum += Avx512F.AlignRight64(sum, zero, 6);
        sum += Avx512F.AlignRight64(sum, zero, 4);
        return sum + carry;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Carry(Vector256<ulong> values) => Vector256.Shuffle(values, Vector256.Create(3UL, 3, 3, 3));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Carry(Vector512<ulong> values) => Avx512F.PermuteVar8x64(values, Vector512.Create(7UL));
}
