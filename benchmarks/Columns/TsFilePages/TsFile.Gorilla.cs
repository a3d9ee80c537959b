using System.Runtime.InteropServices;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Benchmarks.Columns;

/// <content>Encodes and decodes GORILLA with an end mark instead of a count.</content>
internal static partial class TsFile
{
    private const ulong IntegerMark64 = 0x8000_0000_0000_0000;
    private const ulong IntegerMark32 = 0x8000_0000;

    /// <summary>Java's canonical NaN.</summary>
    private const ulong DoubleMark = 0x7FF8_0000_0000_0000;
    private const ulong SingleMark = 0x7FC0_0000;

    /// <summary>Returns the maximum number of bytes of a number of values in GORILLA, including the end mark.</summary>
    public static int MaxGorillaSize(int values) => checked(GorillaCodec.MaxBytes(values + 1) + 1);

    /// <summary>Encodes 64-bit integers as GORILLA.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="BlittableException">A value is the end mark, <see cref="long.MinValue"/>.</exception>
    /// <exception cref="ArgumentException">The destination is shorter than the maximum size of the values.</exception>
    public static int EncodeGorilla(ReadOnlySpan<long> values, Span<byte> destination) =>
        Encode(MemoryMarshal.Cast<long, ulong>(values), IntegerMark64, 64, destination);

    /// <summary>Encodes doubles as GORILLA.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="BlittableException">A value is the end mark, the canonical NaN. Other NaNs are preserved.</exception>
    /// <exception cref="ArgumentException">The destination is shorter than the maximum size of the values.</exception>
    public static int EncodeGorilla(ReadOnlySpan<double> values, Span<byte> destination) =>
        Encode(MemoryMarshal.Cast<double, ulong>(values), DoubleMark, 64, destination);

    /// <summary>Encodes 32-bit integers as GORILLA.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="BlittableException">A value is the end mark, <see cref="int.MinValue"/>.</exception>
    /// <exception cref="ArgumentException">The destination is shorter than the maximum size of the values.</exception>
    public static int EncodeGorilla(ReadOnlySpan<int> values, Span<byte> destination) =>
        Encode(Widen(MemoryMarshal.Cast<int, uint>(values)), IntegerMark32, 32, destination);

    /// <summary>Encodes floats as GORILLA.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="BlittableException">A value is the end mark, the canonical NaN. Other NaNs are preserved.</exception>
    /// <exception cref="ArgumentException">The destination is shorter than the maximum size of the values.</exception>
    public static int EncodeGorilla(ReadOnlySpan<float> values, Span<byte> destination) =>
        Encode(Widen(MemoryMarshal.Cast<float, uint>(values)), SingleMark, 32, destination);

    /// <summary>Decodes 64-bit integers from GORILLA up to the end mark.</summary>
    /// <returns>The number of values read.</returns>
    /// <exception cref="BlittableException">The stream is damaged, has no end mark, or contains more values than fit.</exception>
    public static int DecodeGorilla(ReadOnlySpan<byte> source, Span<long> values) =>
        GorillaCodec.DecodeToMark64(source, IntegerMark64, MemoryMarshal.Cast<long, ulong>(values));

    /// <summary>Decodes doubles from GORILLA up to the end mark.</summary>
    /// <returns>The number of values read.</returns>
    /// <exception cref="BlittableException">The stream is damaged, has no end mark, or contains more values than fit.</exception>
    public static int DecodeGorilla(ReadOnlySpan<byte> source, Span<double> values) =>
        GorillaCodec.DecodeToMark64(source, DoubleMark, MemoryMarshal.Cast<double, ulong>(values));

    /// <summary>Decodes 32-bit integers from GORILLA up to the end mark.</summary>
    /// <returns>The number of values read.</returns>
    /// <exception cref="BlittableException">The stream is damaged, has no end mark, or contains more values than fit.</exception>
    public static int DecodeGorilla(ReadOnlySpan<byte> source, Span<int> values) =>
        Decode32(source, IntegerMark32, MemoryMarshal.Cast<int, uint>(values));

    /// <summary>Decodes floats from GORILLA up to the end mark.</summary>
    /// <returns>The number of values read.</returns>
    /// <exception cref="BlittableException">The stream is damaged, has no end mark, or contains more values than fit.</exception>
    public static int DecodeGorilla(ReadOnlySpan<byte> source, Span<float> values) =>
        Decode32(source, SingleMark, MemoryMarshal.Cast<float, uint>(values));

    private static int Encode(ReadOnlySpan<ulong> values, ulong mark, int bits, Span<byte> destination)
    {
        Require(destination, MaxGorillaSize(values.Length));
        var at = values.IndexOf(mark);
        if (at >= 0)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.NumberOutOfRange, $"Value {at} equals {mark:x}, the end marker of TsFile's GORILLA encoding.");
        }

        var marked = new ulong[values.Length + 1];
        values.CopyTo(marked);
        marked[^1] = mark;
        return GorillaCodec.EncodeMarked(marked, bits, destination);
    }

    private static int Decode32(ReadOnlySpan<byte> source, ulong mark, Span<uint> values)
    {
        var lanes = new ulong[values.Length];
        var count = GorillaCodec.DecodeToMark32(source, mark, lanes);
        for (var i = 0; i < count; i++)
        {
            values[i] = (uint)lanes[i];
        }

        return count;
    }

    private static ulong[] Widen(ReadOnlySpan<uint> values)
    {
        var lanes = new ulong[values.Length];
        for (var i = 0; i < values.Length; i++)
        {
            lanes[i] = values[i];
        }

        return lanes;
    }
}
