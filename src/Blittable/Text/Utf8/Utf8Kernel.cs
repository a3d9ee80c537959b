using System.Runtime.CompilerServices;

namespace Blittable.Text;

/// <summary>Validates UTF-8 by table lookup, a vector at a time. One implementation for all vector widths.</summary>
/// <remarks>
/// The algorithm is by Keiser and Lemire (Validating UTF-8 In Less Than One Instruction Per Byte, 2021). All errors except for a missing third
/// or fourth byte are visible in twelve bits: the previous byte and the upper half of the current byte. Three tables, one for each
/// four bits, specify the errors that are possible with these bits. An error exists if all three agree. The last bit, two consecutive
/// continuation bytes, is not an error, but must be set exactly after the lead bytes of long sequences.
/// </remarks>
internal static class Utf8Kernel<TVector, TOperations>
    where TVector : struct
    where TOperations : struct, IUtf8Vector<TVector>
{
    private const byte TooShort = 0x01;
    private const byte TooLong = 0x02;
    private const byte OverlongOf3 = 0x04;
    private const byte TooLarge = 0x08;
    private const byte Surrogate = 0x10;
    private const byte OverlongOf2 = 0x20;
    private const byte TooLargeOrOverlongOf4 = 0x40;
    private const byte TwoContinuations = 0x80;

    /// <summary>The errors that do not depend on the lower half of the first byte.</summary>
    private const byte AnyLow = TooShort | TooLong | TwoContinuations;

    private static ReadOnlySpan<byte> FirstHigh =>
    [
        TooLong, TooLong, TooLong, TooLong, TooLong, TooLong, TooLong, TooLong,
        TwoContinuations, TwoContinuations, TwoContinuations, TwoContinuations,
        TooShort | OverlongOf2, TooShort, TooShort | OverlongOf3 | Surrogate, TooShort | TooLarge | TooLargeOrOverlongOf4,
    ];

    private static ReadOnlySpan<byte> FirstLow =>
    [
        AnyLow | OverlongOf2 | OverlongOf3 | TooLargeOrOverlongOf4, AnyLow | OverlongOf2, AnyLow, AnyLow,
        AnyLow | TooLarge, AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4 | Surrogate,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
    ];

    private static ReadOnlySpan<byte> SecondHigh =>
    [
        TooShort, TooShort, TooShort, TooShort, TooShort, TooShort, TooShort, TooShort,
        TooLong | OverlongOf2 | TwoContinuations | OverlongOf3 | TooLargeOrOverlongOf4,
        TooLong | OverlongOf2 | TwoContinuations | OverlongOf3 | TooLarge,
        TooLong | OverlongOf2 | TwoContinuations | Surrogate | TooLarge,
        TooLong | OverlongOf2 | TwoContinuations | Surrogate | TooLarge,
        TooShort, TooShort, TooShort, TooShort,
    ];

    public static bool IsValid(ref byte text, nuint length)
    {
        var width = (nuint)TOperations.Width;
        TVector previous = default, open = default, faults = default;
        nuint i = 0;
        for (; length - i >= 4 * width && length >= 4 * width; i += 4 * width)
        {
            var a = TOperations.Load(ref Unsafe.Add(ref text, i));
            var b = TOperations.Load(ref Unsafe.Add(ref text, i + width));
            var c = TOperations.Load(ref Unsafe.Add(ref text, i + 2 * width));
            var d = TOperations.Load(ref Unsafe.Add(ref text, i + 3 * width));
            if (TOperations.IsAscii(TOperations.Or(TOperations.Or(a, b), TOperations.Or(c, d))))
            {
                faults = TOperations.Or(faults, open);
                open = default;
            }
            else
            {
                faults = TOperations.Or(faults, TOperations.Or(
                    TOperations.Or(Faults(previous, a), Faults(a, b)),
                    TOperations.Or(Faults(b, c), Faults(c, d))));
                open = TOperations.OpenSequences(d);
            }

            previous = d;
        }

        for (; length - i >= width; i += width)
        {
            var next = TOperations.Load(ref Unsafe.Add(ref text, i));
            faults = TOperations.Or(faults, Faults(previous, next));
            open = TOperations.OpenSequences(next);
            previous = next;
        }

        if (i < length)
        {
            // The zeros after the last byte reveal an incomplete sequence.
            open = Faults(previous, TOperations.LoadPart(ref Unsafe.Add(ref text, i), (int)(length - i)));
        }

        return TOperations.IsZero(TOperations.Or(faults, open));
    }

    /// <summary>Returns zero bytes at positions where <paramref name="current"/> is a valid continuation of <paramref name="previous"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Faults(TVector previous, TVector current)
    {
        var before = TOperations.MoveUp(previous, current, 15);
        var faults = TOperations.And(
            TOperations.And(
                TOperations.LookUp(TOperations.Table(FirstHigh), TOperations.UpperHalves(before)),
                TOperations.LookUp(TOperations.Table(FirstLow), TOperations.And(before, TOperations.Broadcast(0x0F)))),
            TOperations.LookUp(TOperations.Table(SecondHigh), TOperations.UpperHalves(current)));

        // Set the top bit if the byte two positions back is the lead byte of a three- or four-byte sequence (0xE0 or more).
        // Also set it if the byte three positions back is the lead byte of a four-byte sequence (0xF0 or more).
        var third = TOperations.SubtractSaturate(TOperations.MoveUp(previous, current, 14), TOperations.Broadcast(0xE0 - 0x80));
        var fourth = TOperations.SubtractSaturate(TOperations.MoveUp(previous, current, 13), TOperations.Broadcast(0xF0 - 0x80));
        return TOperations.Xor(TOperations.And(TOperations.Or(third, fourth), TOperations.Broadcast(0x80)), faults);
    }
}
