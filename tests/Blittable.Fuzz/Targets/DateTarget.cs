using Blittable.Dates;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>Encoded dates: batch decoding, encoding, searching and packing must equal single calls.</summary>
/// <remarks>The first byte of an input chooses the schema, the second byte the extension type. The rest are records.</remarks>
internal sealed class DateTarget : FuzzTarget
{
    private const int Head = 2, MaxDates = 200;

    private static readonly DateSchema[] Schemas = Enum.GetValues<DateSchema>();

    public override string Name => "dates";

    public override byte[] Make(FuzzRandom random)
    {
        var schema = random.Next(Schemas.Length);
        var type = random.OneIn(3) ? (byte)random.Next(256) : (byte)DateCodec.DefaultExtensionType;
        var output = new byte[Head + (MaxDates * DateCodec.MaxLength)];
        (output[0], output[1]) = ((byte)schema, type);
        var length = Head;
        var isRegular = random.OneIn(2);
        for (var dates = random.Next(random.OneIn(4) ? MaxDates : 20); dates > 0; dates--)
        {
            length += DateCodec.Encode(Schemas[schema], Date(random, isRegular), output.AsSpan(length), (sbyte)type);
        }

        var bytes = output[..length];
        if (random.OneIn(3))
        {
            return bytes;
        }

        return [.. bytes.AsSpan(0, Head), .. ByteMutator.Mutate(random, bytes.AsSpan(Head), bytes.AsSpan(Head))];
    }

    public override string Run(Memory<byte> input)
    {
        if (input.Length < Head)
        {
            return "short";
        }

        var schema = Schemas[input.Span[0] % Schemas.Length];
        var type = (sbyte)input.Span[1];
        var source = input.Span[Head..];
        var dates = new Timestamp[MaxDates + 1];
        var status = DateCodec.DecodeAll(schema, source, dates, out var count, out var consumed, type);
        RequireSameDecoded(schema, type, source, dates.AsSpan(0, count), status, consumed);
        RequireSameEncoded(schema, type, dates.AsSpan(0, count));
        RequireSamePacked(dates.AsSpan(0, count));
        return status.ToString();
    }

    private static Timestamp Date(FuzzRandom random, bool isRegular)
    {
        if (isRegular)
        {
            return new(1_700_000_000 + random.Next(1_000_000), (uint)random.Next(1000) * 1_000_000);
        }

        // Any number of bits of seconds, so that all widths occur, inside and outside the years 0001 to 9999.
        var seconds = (long)random.Next64() >> random.Next(random.OneIn(8) ? 64 : 20, 64);
        return new(seconds, random.OneIn(2) ? 0 : (uint)random.Next(1_000_000_000), random.OneIn(2) ? (short)0 : (short)random.Next(-1439, 1440), (ushort)(random.OneIn(2) ? 0 : random.Next(480)));
    }

    private static void RequireSameDecoded(
        DateSchema schema, sbyte type, ReadOnlySpan<byte> source, ReadOnlySpan<Timestamp> dates, DateStatus status, int consumed)
    {
        var position = 0;
        foreach (var date in dates)
        {
            var single = DateCodec.Decode(schema, source[position..], type, out var value, out var length);
            if (single != DateStatus.Ok || !IsSame(value, date) || length <= 0)
            {
                throw new FuzzFailure($"{schema}: the record at {position} is {value} ({single}) alone and {date} in the batch.");
            }

            position += length;
        }

        var next = position == source.Length || dates.Length == MaxDates + 1 ? DateStatus.Ok : DateCodec.Decode(schema, source[position..], type, out _, out _);
        if (next != status || position != consumed)
        {
            throw new FuzzFailure($"{schema}: the batch ends with {status} at {consumed}, single calls with {next} at {position}.");
        }
    }

    private static void RequireSameEncoded(DateSchema schema, sbyte type, ReadOnlySpan<Timestamp> dates)
    {
        Span<byte> batch = new byte[dates.Length * DateCodec.MaxLength];
        Span<byte> single = stackalloc byte[DateCodec.MaxLength];
        Span<int> offsets = new int[dates.Length];
        var written = DateCodec.EncodeAll(schema, dates, batch, offsets, type);
        var position = 0;
        for (var i = 0; i < dates.Length; i++)
        {
            var length = DateCodec.Encode(schema, dates[i], single, type);
            if (offsets[i] != position || !batch.Slice(position, length).SequenceEqual(single[..length]))
            {
                throw new FuzzFailure($"{schema}: date {i}, {dates[i]}, is encoded in another way in the batch.");
            }

            position += length;
        }

        if (position != written)
        {
            throw new FuzzFailure($"{schema}: {written} bytes in the batch, {position} by single calls.");
        }
    }

    private static void RequireSamePacked(ReadOnlySpan<Timestamp> dates)
    {
        Span<long> packed = new long[dates.Length];
        Span<Timestamp> unpacked = new Timestamp[dates.Length];
        try
        {
            EpochDate.Pack(dates, packed);
            EpochDate.Unpack(packed, unpacked);
            for (var i = 0; i < dates.Length; i++)
            {
                if (packed[i] != EpochDate.Pack(dates[i]) || !IsSame(unpacked[i], EpochDate.Unpack(packed[i])))
                {
                    throw new FuzzFailure($"The milliseconds of {dates[i]} differ.");
                }
            }
        }
        catch (BlittableException)
        {
        }

        var isPackable = true;
        for (var i = 0; i < dates.Length; i++)
        {
            isPackable &= BitpackDate.TryPack(dates[i], 1, out packed[i]);
        }

        try
        {
            Span<long> batch = new long[dates.Length];
            BitpackDate.Pack(dates, batch, 1);
            if (!isPackable || !batch.SequenceEqual(packed))
            {
                throw new FuzzFailure("A batch of packed dates differs from single ones.");
            }

            BitpackDate.Unpack(batch, unpacked);
            for (var i = 0; i < dates.Length; i++)
            {
                if (!IsSame(unpacked[i], BitpackDate.Unpack(batch[i])))
                {
                    throw new FuzzFailure($"The packed date {batch[i]:x} differs.");
                }
            }
        }
        catch (BlittableException) when (!isPackable)
        {
        }
    }

    private static bool IsSame(in Timestamp left, in Timestamp right) =>
        left == right && left.OffsetMinutes == right.OffsetMinutes && left.ZoneIndex == right.ZoneIndex;
}
