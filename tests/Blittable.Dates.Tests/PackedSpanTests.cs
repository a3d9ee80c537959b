using System.Runtime.Intrinsics.X86;
using Blittable.Dates;
using Blittable.Tests.Dates;

namespace Blittable.Dates.Tests;

/// <summary>Compares packing and unpacking of spans with packing and unpacking of single dates.</summary>
[Trait(Category.Name, Category.Vector)]
public class PackedSpanTests
{
    private const int Count = 4_000;
    private const int BlockLength = 24;

    private static readonly (long First, long Last) _allYears = (-62_135_596_800, 253_402_300_799);
    private static readonly (long First, long Last) _bitpackYears = (946_684_800, 130_204_022_399);

    private delegate int WireWriter(ReadOnlySpan<Timestamp> values, Span<long> packed);

    private delegate int WireReader(ReadOnlySpan<long> packed, Span<Timestamp> values);

    [Fact]
    public void Spans_in_milliseconds_equal_single_dates()
    {
        var values = Instants(_allYears);
        var packed = new long[Count];
        EpochDate.Pack(values, packed);
        AssertPacked(values, packed, Count, value => EpochDate.Pack(value));
        var restored = new Timestamp[Count];
        EpochDate.Unpack(packed, restored);
        AssertUnpacked(packed, restored, Count, EpochDate.Unpack);
    }

    [Fact]
    public void Bitpacked_spans_equal_single_dates()
    {
        var values = Instants(_bitpackYears);
        var packed = new long[Count];
        BitpackDate.Pack(values, packed, 2047);
        AssertPacked(values, packed, Count, value => BitpackDate.Pack(value, 2047));
        var restored = new Timestamp[Count];
        BitpackDate.Unpack(packed, restored);
        AssertUnpacked(packed, restored, Count, BitpackDate.Unpack);
    }

    [Fact]
    public void Vectors_pack_like_single_dates()
    {
        Assert.SkipUnless(Avx2.IsSupported, "The processor lacks the vectors of this kernel.");
        WireWriter toEpoch = EpochKernel.Pack;
        WireWriter toFields = (values, packed) => BitpackKernel.Pack(values, packed, 1_234);
        var all = Instants(_allYears);
        Timestamp[] outOfSecond =
            [.. all.Select((value, index) => new Timestamp(value.UnixSeconds, index % 2 == 0 ? uint.MaxValue : 1_000_000_000u + (uint)index))];
        Timestamp[] far =
            [.. all.Select((_, index) => new Timestamp(index % 2 == 0 ? EpochDate.MaxSecond - index : index - EpochDate.MaxSecond, uint.MaxValue))];
        foreach (var values in (Timestamp[][])[all, outOfSecond, far])
        {
            AssertPacks(toEpoch, values, value => EpochDate.Pack(value));
        }

        AssertPacks(toFields, Instants(_bitpackYears), value => BitpackDate.Pack(value, 1_234));
        AssertPacks(toFields, EachDay(), value => BitpackDate.Pack(value, 1_234));
    }

    [Fact]
    public void Vectors_unpack_like_single_dates()
    {
        Assert.SkipUnless(Avx2.IsSupported, "The processor lacks the vectors of this kernel.");
        WireReader fromEpoch = EpochKernel.Unpack;
        WireReader fromFields = BitpackKernel.Unpack;
        var random = new Random(23);
        long[] whole = [.. Enumerable.Range(0, Count).Select(i => ((i - 2_000) * 1_000L) - (i % 3) + 1)];
        long[] far = [.. Enumerable.Range(0, Count).Select(i => random.NextInt64(-EpochKernel.MaxExact, EpochKernel.MaxExact + 1))];
        long[] farthest = [.. Enumerable.Range(0, Count).Select(i => i % 2 == 0 ? EpochKernel.MaxExact - i : i - EpochKernel.MaxExact)];
        foreach (var packed in (long[][])[whole, far, farthest, [.. Instants(_allYears).Select(value => EpochDate.Pack(value))]])
        {
            AssertUnpacks(fromEpoch, packed, EpochDate.Unpack);
        }

        AssertUnpacks(fromFields, [.. WithoutLeapDays(Instants(_bitpackYears)).Select(value => BitpackDate.Pack(value, 77))], BitpackDate.Unpack);
        AssertUnpacks(fromFields, [.. WithoutLeapDays(EachDay()).Select(value => BitpackDate.Pack(value))], BitpackDate.Unpack);
    }

    [Fact]
    public void A_date_that_cannot_be_packed_is_refused_at_its_index()
    {
        foreach (var bad in (Timestamp[])[new(EpochDate.MaxSecond + 1), new(-EpochDate.MaxSecond - 1), new(long.MaxValue), new(long.MinValue)])
        {
            AssertRefused(bad, new Timestamp(1), -1L, (values, packed) => EpochDate.Pack(values, packed));
        }

        Timestamp[] bads =
        [
            new(_bitpackYears.First - 1), new(_bitpackYears.Last + 1), new(long.MaxValue), new(long.MinValue),
            new(_bitpackYears.First, 1_000_000_000), new(_bitpackYears.First, uint.MaxValue),
        ];
        foreach (var bad in bads)
        {
            AssertRefused(bad, new Timestamp(_bitpackYears.First), -1L, (values, packed) => BitpackDate.Pack(values, packed));
        }

        Assert.Throws<BlittableException>(() => BitpackDate.Pack(Instants(_bitpackYears), new long[Count], 2048));
        Assert.Throws<BlittableException>(() => BitpackDate.Pack(Instants(_bitpackYears), new long[Count], -1));
    }

    [Fact]
    public void Fields_that_form_no_date_are_refused_at_their_index()
    {
        var good = BitpackDate.Pack(new Timestamp(1_600_000_000, 999_000_000));
        var day = BitpackDate.Pack(Timestamp.FromDateOnly(new DateOnly(2021, 1, 1)));
        long[] bads =
        [
            0, day - (1L << 30), day + (12L << 35), day + (30L << 35), day + (24L << 24), day + (60L << 17), day + (60L << 10),
            day + 1000, day + 1023, day | long.MinValue,
            .. Enumerable.Range(1, 12).Where(month => DateTime.DaysInMonth(2021, month) < 31)
                .Select(month => day + ((month - 1L) << 35) + ((long)DateTime.DaysInMonth(2021, month) << 30)),
        ];
        foreach (var bad in bads)
        {
            Assert.False(BitpackDate.TryUnpack(bad, out _));
            AssertRefused(bad, good, new Timestamp(-1), (packed, values) => BitpackDate.Unpack(packed, values));
        }
    }

    [Fact]
    public void Every_field_value_is_unpacked_or_refused_as_in_a_single_date()
    {
        var block = new long[8];
        var values = new Timestamp[8];
        foreach (var (shift, bits) in ((int, int)[])[(0, 10), (10, 7), (17, 7), (24, 6), (30, 5), (35, 5), (40, 12), (52, 12)])
        {
            var day = BitpackDate.Pack(Timestamp.FromDateOnly(new DateOnly(2021, 2, 1))) & ~(((1L << bits) - 1) << shift);
            for (var field = 0L; field < 1L << bits; field++)
            {
                Array.Fill(block, day | (field << shift));
                if (BitpackDate.TryUnpack(block[0], out var expected))
                {
                    BitpackDate.Unpack(block, values);
                    Assert.All(values, value => RandomDates.AssertSame(expected, value));
                }
                else
                {
                    Assert.Throws<BlittableException>(() => BitpackDate.Unpack(block, values));
                }
            }
        }
    }

    [Fact]
    public void Dates_that_vectors_do_not_support_are_unpacked_among_others()
    {
        var leapDay = BitpackDate.Pack(new Timestamp(1_709_164_800, 5_000_000), 9); // 2024-02-29
        var other = BitpackDate.Pack(new Timestamp(1_600_000_000), 9);
        for (var place = 0; place < BlockLength; place++)
        {
            AssertUnpacksOdd(place, leapDay, other, BitpackDate.Unpack, (packed, values) => BitpackDate.Unpack(packed, values));
            foreach (var far in (long[])[long.MinValue, long.MaxValue, EpochKernel.MaxExact + 1, -EpochKernel.MaxExact - 1])
            {
                AssertUnpacksOdd(place, far, -1, EpochDate.Unpack, (packed, values) => EpochDate.Unpack(packed, values));
            }
        }
    }

    private static void AssertUnpacksOdd(int place, long odd, long other, Func<long, Timestamp> single, Action<long[], Timestamp[]> unpack)
    {
        var packed = new long[BlockLength];
        Array.Fill(packed, other);
        packed[place] = odd;
        var values = new Timestamp[BlockLength];
        unpack(packed, values);
        AssertUnpacked(packed, values, BlockLength, single);
    }

    /// <summary>Puts the bad value at each index. Values before it are converted; destinations from its index on stay unchanged.</summary>
    private static void AssertRefused<TFrom, TTo>(TFrom bad, TFrom good, TTo untouched, Action<TFrom[], TTo[]> convert)
    {
        for (var place = 0; place < BlockLength; place++)
        {
            var from = new TFrom[BlockLength];
            var to = new TTo[BlockLength];
            Array.Fill(from, good);
            Array.Fill(to, untouched);
            from[place] = bad;
            Assert.Throws<BlittableException>(() => convert(from, to));
            Assert.All(to[..place], value => Assert.NotEqual(untouched, value));
            Assert.All(to[place..], value => Assert.Equal(untouched, value));
        }
    }

    private static void AssertPacks(WireWriter kernel, Timestamp[] values, Func<Timestamp, long> single)
    {
        for (var length = 0; length <= BlockLength; length++)
        {
            Assert.InRange(kernel(values.AsSpan(0, length), new long[length]), length & ~7, length);
        }

        var packed = new long[values.Length];
        var count = kernel(values, packed);
        Assert.InRange(count, values.Length - 7, values.Length);
        AssertPacked(values, packed, count, single);
    }

    private static void AssertUnpacks(WireReader kernel, long[] packed, Func<long, Timestamp> single)
    {
        for (var length = 0; length <= BlockLength; length++)
        {
            Assert.InRange(kernel(packed.AsSpan(0, length), new Timestamp[length]), length & ~7, length);
        }

        var values = new Timestamp[packed.Length];
        var count = kernel(packed, values);
        Assert.InRange(count, packed.Length - 7, packed.Length);
        AssertUnpacked(packed, values, count, single);
    }

    private static void AssertPacked(Timestamp[] values, long[] packed, int count, Func<Timestamp, long> single) =>
        Assert.Equal(values.Take(count).Select(single), packed.Take(count));

    private static void AssertUnpacked(long[] packed, Timestamp[] values, int count, Func<long, Timestamp> single) =>
        Assert.Equal(packed.Take(count).Select(single).Select(Parts), values.Take(count).Select(Parts));

    /// <summary>Returns all fields, because equality compares only the instants.</summary>
    private static (long, ulong) Parts(Timestamp value) => (value.UnixSeconds, value.Rest);

    /// <summary>Returns instants in a range, including both ends and seconds around 1970, with offsets, zones and the bounds of the nanoseconds.</summary>
    private static Timestamp[] Instants((long First, long Last) range)
    {
        var random = new Random(5);
        long[] edges = [.. ((long[])[range.First, range.Last, -86_401, -86_400, -1, 0, 1]).Where(second => second >= range.First && second <= range.Last)];
        return [.. Enumerable.Range(0, Count).Select(i => new Timestamp(
            i < 4 * edges.Length ? edges[i % edges.Length] : random.NextInt64(range.First, range.Last + 1),
            (i % 4) switch { 0 => 0, 1 => 999_999_999, 2 => 1_000_000u * (uint)random.Next(1_000), _ => (uint)random.Next(1_000_000_000) },
            (short)random.Next(-1439, 1440),
            (ushort)random.Next(480)))];
    }

    /// <summary>Returns a second of every day in the first 400 years and in the last 400 years.</summary>
    private static Timestamp[] EachDay() =>
        [.. Enumerable.Range(0, 146_097).Select(day => new Timestamp(_bitpackYears.First + (day * 86_400L) + 86_399, 999_999_999)),
            .. Enumerable.Range(0, 146_097).Select(day => new Timestamp(_bitpackYears.Last - (day * 86_400L)))];

    private static IEnumerable<Timestamp> WithoutLeapDays(IEnumerable<Timestamp> values) =>
        values.Where(value => BitpackDate.Pack(value) is var packed && (BitpackDate.Month(packed), BitpackDate.Day(packed)) != (2, 29));
}
