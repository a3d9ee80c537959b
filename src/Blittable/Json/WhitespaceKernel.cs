using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Measures runs of JSON's white space: space, line feed, carriage return, tab.</summary>
internal static unsafe class WhitespaceKernel
{
    /// <summary>Bytes that one step looks at.</summary>
    public const int Step = 64;

    /// <summary>Bytes of white space from <paramref name="p"/> on, of the 64 there: all of them may be.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Run(byte* p)
    {
        if (Vector512.IsHardwareAccelerated && Avx512BW.IsSupported)
        {
            // A byte is white space if the table has it at its low four bits; above 0x7F the shuffle gives 0, which the table has nowhere.
            var bytes = Vector512.Load(p);
            var table = Vector512.Create(
                0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF, 0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF,
                0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF, 0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF).AsByte();
            return BitOperations.TrailingZeroCount(~Vector512.Equals(Avx512BW.Shuffle(table, bytes), bytes).ExtractMostSignificantBits());
        }

        return RunOfHalves(p);
    }

    /// <summary>The scalar twin of the vector paths.</summary>
    public static int RunScalar(byte* p)
    {
        var length = 0;
        while (length < Step && p[length] is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
        {
            length++;
        }

        return length;
    }

    /// <summary>The twin of the 512-bit path for machines with vectors of 256 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int RunOfHalves(byte* p)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return RunOfQuarters(p);
        }

        // Runs of half a step are rare: more often than not the second half need not be looked at.
        var others = Others(p);
        return others != 0
            ? BitOperations.TrailingZeroCount(others)
            : Vector256<byte>.Count + BitOperations.TrailingZeroCount(Others(p + Vector256<byte>.Count));
    }

    /// <summary>The twin for machines with vectors of 128 bits.</summary>
    public static int RunOfQuarters(byte* p)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return RunScalar(p);
        }

        for (var length = 0; length < Step; length += Vector128<byte>.Count)
        {
            var bytes = Vector128.Load(p + length);
            var isSpace = Vector128.Equals(bytes, Vector128.Create((byte)' '))
                | Vector128.Equals(bytes, Vector128.Create((byte)'\n'))
                | Vector128.Equals(bytes, Vector128.Create((byte)'\r'))
                | Vector128.Equals(bytes, Vector128.Create((byte)'\t'));
            if (isSpace != Vector128<byte>.AllBitsSet)
            {
                return length + ByteMaskKernel.FirstOf(~isSpace);
            }
        }

        return Step;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Others(byte* p)
    {
        var bytes = Vector256.Load(p);
        if (Avx2.IsSupported)
        {
            var table = Vector256.Create(0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF, 0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF).AsByte();
            return ~Vector256.Equals(Avx2.Shuffle(table, bytes), bytes).ExtractMostSignificantBits();
        }

        return ~(Vector256.Equals(bytes, Vector256.Create((byte)' '))
            | Vector256.Equals(bytes, Vector256.Create((byte)'\n'))
            | Vector256.Equals(bytes, Vector256.Create((byte)'\r'))
            | Vector256.Equals(bytes, Vector256.Create((byte)'\t'))).ExtractMostSignificantBits();
    }
}
