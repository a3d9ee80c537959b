using Blittable.Dates;
using Blittable.Layout;
using Blittable.Tests.Dates;

namespace Blittable.Dates.Tests;

[Trait(Category.Name, Category.Vector)]
public class DateCodecSpansTests
{
    public static TheoryData<DateSchema> Schemas => new(Enum.GetValues<DateSchema>());

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Columns_of_any_mixture_round_trip(DateSchema schema)
    {
        var random = new Random(13);
        for (var length = 0; length < 120; length++)
        {
            var values = RandomColumn(random, length);
            var bytes = new byte[values.Length * DateCodec.MaxLength];
            var offsets = new int[values.Length];
            var written = DateCodec.EncodeAll(schema, values, bytes, offsets);
            Assert.Equal(written, DateCodec.EncodeAll(schema, values, bytes, []));
            for (var i = 0; i < length; i++)
            {
                Assert.Equal(DateStatus.Ok, DateCodec.Decode(schema, bytes.AsSpan(offsets[i]), out var value, out _));
                RandomDates.AssertSame(values[i], value);
            }

            var decoded = new Timestamp[length];
            Assert.Equal(DateStatus.Ok, DateCodec.DecodeAll(schema, bytes.AsSpan(0, written), decoded, out var count, out var consumed));
            Assert.Equal((length, written), (count, consumed));
            for (var i = 0; i < length; i++)
            {
                RandomDates.AssertSame(values[i], decoded[i]);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Decoding_stops_if_the_destination_is_full_or_the_source_is_damaged(DateSchema schema)
    {
        var values = RandomColumn(new Random(14), 200);
        var bytes = new byte[values.Length * DateCodec.MaxLength];
        var offsets = new int[values.Length];
        var written = DateCodec.EncodeAll(schema, values, bytes, offsets);
        for (var stop = 0; stop < values.Length; stop += 7)
        {
            Assert.Equal(DateStatus.Ok, DateCodec.DecodeAll(schema, bytes.AsSpan(0, written), new Timestamp[stop], out var count, out var consumed));
            Assert.Equal((stop, offsets[stop]), (count, consumed));

            var damaged = bytes[..written];
            damaged[offsets[stop]] = 0xc0;
            Assert.Equal(DateStatus.Foreign, DateCodec.DecodeAll(schema, damaged, new Timestamp[values.Length], out count, out consumed));
            Assert.Equal((stop, offsets[stop]), (count, consumed));

            var cut = bytes[..(offsets[stop] + 1)];
            Assert.Equal(DateStatus.Truncated, DateCodec.DecodeAll(schema, cut, new Timestamp[values.Length], out count, out consumed));
            Assert.Equal((stop, offsets[stop]), (count, consumed));
        }
    }

    [Fact]
    public void Vectors_decode_a_run_of_days_up_to_its_last_date()
    {
        Assert.SkipUnless(Vector256Kernel.IsSupported, "The processor lacks the vectors of this kernel.");
        var random = new Random(16);
        for (var length = 0; length < 200; length++)
        {
            var values = RandomColumn(random, length);
            var bytes = new byte[values.Length * DateCodec.MaxLength];
            var source = bytes.AsSpan(0, DateCodec.EncodeAll(DateSchema.TntEpochDate, values, bytes, []));
            var run = 0;
            const long firstOfTwoBytes = 1_293_840_000 + (256 * 86_400);
            while (run < length
                && values[run] is { Nanoseconds: 0, UnixSeconds: >= firstOfTwoBytes and var seconds }
                && (seconds - firstOfTwoBytes) % 86_400 == 0)
            {
                run++;
            }

            var decoded = new Timestamp[length];
            var count = DateBatchKernel.DecodeDays(source, decoded, 3, 1_293_840_000);

            // The last records are left to the scalar code because a whole vector does not fit.
            Assert.InRange(count, Math.Min(run, Math.Max(0, ((source.Length - 64) / 6) - 2)), run);
            for (var i = 0; i < count; i++)
            {
                RandomDates.AssertSame(values[i], decoded[i]);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Runs_are_encoded_like_single_dates(DateSchema schema)
    {
        const long day = 86_400;
        var random = new Random(17);
        Span<byte> one = stackalloc byte[DateCodec.MaxLength];
        long[] ends =
        [
            0, day, 255 * day, 256 * day, 49_710 * day, 65_535 * day, 65_536 * day, 1L << 33, (1L << 39) / day * day,
            -day, long.MinValue, long.MaxValue,
        ];
        for (var length = 0; length < 200; length++)
        {
            var values = RandomRuns(random, length);
            for (var i = 0; i < length / 30; i++)
            {
                values[random.Next(length)] = new(unchecked(ends[random.Next(ends.Length)] + (random.Next(2) * 1_293_840_000L)));
            }

            var expected = new List<byte>();
            var expectedOffsets = new List<int>();
            foreach (var value in values)
            {
                expectedOffsets.Add(expected.Count);
                expected.AddRange(one[..DateCodec.Encode(schema, value, one)]);
            }

            // Exactly the required room.
            var bytes = new byte[expected.Count];
            var offsets = new int[length];
            Assert.Equal(bytes.Length, DateCodec.EncodeAll(schema, values, bytes, offsets));
            Assert.Equal(expected, bytes);
            Assert.Equal(expectedOffsets, offsets);
            bytes.AsSpan().Clear();
            Assert.Equal(bytes.Length, DateCodec.EncodeAll(schema, values, bytes, []));
            Assert.Equal(expected, bytes);
        }
    }

    [Fact]
    public void Vectors_encode_seconds_and_records_in_any_order_like_single_dates()
    {
        Assert.SkipUnless(System.Runtime.Intrinsics.X86.Avx2.IsSupported, "The processor lacks AVX2.");
        var random = new Random(18);
        for (var length = 0; length < 100; length++)
        {
            Timestamp[] values = [.. Enumerable.Range(0, length).Select(_ => new Timestamp(random.Next(), random.Next(2) == 0 ? 0 : 1u << random.Next(32), 0))];
            var bytes = new byte[length * DateCodec.MaxLength];
            var offsets = new int[length];
            var (count, end) = DateKernel.EncodeRun<RawNonZeroSchema>(values, bytes, 0, offsets, 3);
            Assert.Equal(length, count);
            var expected = bytes[..end];

            var actual = new byte[bytes.Length + 64];
            var actualOffsets = new int[length];
            var (done, actualEnd) = DateBatchKernel.EncodeRecords<RawNonZeroSchema>(values, actual, 0, actualOffsets, 3);
            Assert.InRange(done, length - 7, length);
            Assert.Equal(done == length ? expected.Length : offsets[done], actualEnd);
            Assert.Equal(expected[..actualEnd], actual[..actualEnd]);
            Assert.Equal(offsets[..done], actualOffsets[..done]);

            // No room for a vector: nothing is written.
            Assert.Equal((0, 0), DateBatchKernel.EncodeRecords<RawNonZeroSchema>(values, new byte[63], 0, actualOffsets, 3));
        }
    }

    [Fact]
    public void Every_kernel_encodes_fields_alike_and_stays_inside_the_destination()
    {
        AssertKernels<MpFullSchema>();
        AssertKernels<MpNonZeroSchema>();
        AssertKernels<MpDateSchema>();
        AssertKernels<TntEpochSchema>();
        AssertKernels<TntEpochDateSchema>();

        static void AssertKernels<TSchema>()
            where TSchema : struct, IDateSchema<TSchema>
        {
            const byte untouched = 0xA5;
            const long epoch = 1_293_840_000;
            var random = new Random(19);
            Encoder[] encoders =
            [
                .. DateBatchKernel.HasFields512 ? [DateBatchKernel.EncodeFields512<TSchema>] : Array.Empty<Encoder>(),
                .. DateBatchKernel.HasFields256 ? [DateBatchKernel.EncodeFields256<TSchema>] : Array.Empty<Encoder>(),
            ];
            for (var length = 0; length < 150; length++)
            {
                var values = RandomRuns(random, length);
                if (length % 3 == 0 && length > 0)
                {
                    // The vectors do not support this date: they stop before it.
                    values[random.Next(length)] = new(random.Next(2) == 0 ? epoch + (1L << 40) : epoch - 1);
                }

                var bytes = new byte[length * DateCodec.MaxLength];
                var offsets = new int[length + 1];
                for (var i = 0; i < length; i++)
                {
                    offsets[i + 1] = offsets[i] + DateCodec.Encode<TSchema>(values[i], bytes.AsSpan(offsets[i]));
                }

                foreach (var encoder in encoders)
                {
                    var actual = new byte[bytes.Length + 64];
                    actual.AsSpan().Fill(untouched);
                    var actualOffsets = new int[length];
                    var (done, end) = encoder(values, actual.AsSpan(0, bytes.Length), 0, actualOffsets, 3);
                    Assert.Equal(offsets[done], end);
                    Assert.Equal(bytes[..end], actual[..end]);
                    Assert.Equal(offsets[..done], actualOffsets[..done]);
                    Assert.Equal(-1, actual.AsSpan(bytes.Length).IndexOfAnyExcept(untouched));
                }
            }
        }
    }

    [Fact]
    public void A_destination_that_is_too_short_is_an_argument_error()
    {
        Assert.Throws<ArgumentException>(() => DateCodec.EncodeAll(DateSchema.MpFull, new Timestamp[2], new byte[64], new int[1]));
        Assert.Throws<ArgumentException>(() => DateCodec.EncodeAll(DateSchema.MpFull, new Timestamp[2], new byte[11], new int[2]));
    }

    private delegate (int Count, int End) Encoder(ReadOnlySpan<Timestamp> values, Span<byte> destination, int start, Span<int> offsets, sbyte type);

    /// <summary>Runs of days, of seconds, and of records with fields of any length.</summary>
    private static Timestamp[] RandomRuns(Random random, int length)
    {
        var values = new Timestamp[length];
        for (var i = 0; i < length;)
        {
            var shape = random.Next(4);
            for (var run = random.Next(1, 30); run > 0 && i < length; run--, i++)
            {
                var seconds = RandomBits(random, 32);
                values[i] = shape switch
                {
                    0 => new(1_293_840_000 + (random.Next(200, 4_000) * 86_400L)),
                    1 => new(1_293_840_000 + seconds),
                    2 => new(seconds, RandomBits(random, 32), (short)RandomBits(random, 16), (ushort)RandomBits(random, 16)),
                    _ => new(1_634_286_411 + random.Next(512), (uint)random.Next(), (short)random.Next(-1024, 1024), (ushort)random.Next(480)),
                };
            }
        }

        return values;

        static uint RandomBits(Random random, int most)
        {
            var bits = random.Next(most + 1);
            return bits == 0 ? 0 : (uint)random.NextInt64(1L << (bits - 1), 1L << bits);
        }
    }

    /// <summary>Mostly days, like a column of dates, interrupted by all other kinds.</summary>
    private static Timestamp[] RandomColumn(Random random, int length) =>
    [
        .. Enumerable.Range(0, length).Select(_ => random.Next(20) switch
        {
            0 => RandomDates.Next(random),
            1 => new Timestamp(1_293_840_000 + (random.Next(300) * 86_400L)),
            _ => new Timestamp(1_293_840_000 + (random.Next(256, 4_000) * 86_400L)),
        }),
    ];
}
