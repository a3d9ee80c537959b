using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Measures runs of JSON white space: space, line feed, carriage return, tab.</summary>
internal static unsafe class WhitespaceKernel
{
    /// <summary>The number of bytes that one step examines.</summary>
    public const int Step = 64;

    /// <summary>Returns the number of white space bytes from <paramref name="p"/> on, up to 64.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Run(byte* p)
    {
        if (Vector512.IsHardwareAccelerated && Avx512BW.IsSupported)
        {
            // A byte is white space if it equals the table entry selected by its low four bits. For bytes above 0x7F the shuffle returns 0, which never
            // matches.
            var bytes = Vector512.Load(p);
            var table = Vector512.Create(
                0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF, 0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF,
                0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF, 0xFFFFFFFFFFFFFF20, 0xFFFF0DFFFF0A09FF).AsByte();
            return BitOperations.TrailingZeroCount(~Vector512.Equals(Avx512BW.Shuffle(table, bytes), bytes).ExtractMostSignificantBits());
        }

        return RunOfHalves(p);
    }

    /// <summary>Measures a run without vectors.</summary>
    public static int RunScalar(byte* p)
    {
        var length = 0;
        while (length < Step && p[length] is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
        {
            length++;
        }

        return length;
    }

    /// <summary>Measures a run with 256-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int RunOfHalves(byte* p)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return RunOfQuarters(p);
        }

        // Runs of half a step are rare, so the second half seldom needs to be examined.
        var others = Others(p);
        return others != 0
            ? BitOperations.TrailingZeroCount(others)
            : Vector256<byte>.Count + BitOperations.TrailingZeroCount(Others(p + Vector256<byte>.Count));
    }

    /// <summary>Measures a run with 128-bit vectors.</summary>
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
