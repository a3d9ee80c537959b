using System.Buffers.Text;
using System.Text;
using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Measures whole spans: encoding and decoding columns, fields of packed dates, texts, and the forms in which documents store dates.</summary>
internal static class SpanCells
{
    private const string OneByOneName = "one by one";
    private const string SpanName = "span";

    /// <summary>Represents a cell of spans. A cell that uses vectors is also run without AVX2.</summary>
    public readonly record struct SpanCell(string Group, string Name, Func<Work> Prepare, bool IsBaseline = false, bool IsVector = true);

    public static IEnumerable<SpanCell> All(IEnumerable<(DateSchema Schema, string Name)> schemas)
    {
        foreach (var pair in schemas)
        {
            var (schema, name) = pair;
            foreach (var workload in DateWorkload.Names)
            {
                var group = $"encode all {workload} {name}";
                if (ReferenceProgram.Libraries.Count > 0)
                {
                    yield return new(group, ReferenceProgram.CellName, () => ReferenceProgram.Encode(pair, DateWorkload.Get(workload)), IsVector: false);
                }

                yield return new(
                    group, OneByOneName, () => DateProgram.EncodeOneByOne(schema, DatesSuite.OwnLayout, DateWorkload.Get(workload)), IsBaseline: true, IsVector: false);
                yield return new(group, "EncodeAll", () => DateProgram.Encode(schema, DatesSuite.OwnLayout, DateWorkload.Get(workload)));

                group = $"decode all {workload} {name}";
                if (ReferenceProgram.Libraries.Count > 0)
                {
                    yield return new(group, ReferenceProgram.CellName, () => ReferenceProgram.Decode(pair, DateWorkload.Get(workload)), IsVector: false);
                }

                yield return new(group, "copy of the bytes", () => Copy(schema, workload), IsVector: false);
                yield return new(group, OneByOneName, () => DecodeOneByOne(schema, workload), IsBaseline: true, IsVector: false);
                yield return new(group, "DecodeAll", () => DecodeAll(schema, workload));
            }
        }

        foreach (var text in (string[])[
            "2021-06-15", "2021-06-15T12:34:56Z", "2021-06-15T12:34:56.789Z", "2021-06-15T12:34:56.7890123+03:00", "2021-06-15T12:34:56.789012345+03:00"])
        {
            var group = "parse " + text;
            if (text.Contains("0123+", StringComparison.Ordinal))
            {
                yield return new(group, "Utf8Parser", () => ParseByFramework(text), IsBaseline: true, IsVector: false);
            }

            yield return new(group, "Iso8601", () => Parse(text));
            yield return new(group, "to a stored record", () => ParseToRaw(text));
        }

        yield return new(
            "year of packed dates",
            "Bitpack",
            () => Years((values, packed) => BitpackDate.Pack(values, packed), (packed, years) => BitpackDate.Extract(DateField.Year, packed, years)));
        yield return new(
            "year of packed dates",
            "Epoch",
            () => Years((values, packed) => EpochDate.Pack(values, packed), (packed, years) => EpochDate.Extract(DateField.Year, packed, years)));
        foreach (var (group, name, run) in Conversions())
        {
            yield return new(group, name, () => Convert(run), IsBaseline: name == OneByOneName, IsVector: name == SpanName);
        }

        yield return new("stored TPCH_1COLUMN", "tag and payload", StoreCompact);
    }

    private static Work Copy(DateSchema schema, string workload)
    {
        var encoded = Encoded(schema, workload, out var values);
        var copy = new byte[encoded.Length];
        return new Work(() => encoded.AsSpan().CopyTo(copy), encoded.Length, values.Length);
    }

    private static Work DecodeAll(DateSchema schema, string workload)
    {
        var encoded = Encoded(schema, workload, out var values);
        return new Work(() => Check(DateCodec.DecodeAll(schema, encoded, values, out _, out _)), encoded.Length, values.Length);
    }

    private static Work DecodeOneByOne(DateSchema schema, string workload)
    {
        var encoded = Encoded(schema, workload, out var values);
        Action run = schema switch
        {
            DateSchema.MpFull => () => OneByOne<MpFullSchema>(encoded, values),
            DateSchema.MpNonZero => () => OneByOne<MpNonZeroSchema>(encoded, values),
            DateSchema.RawFull => () => OneByOne<RawFullSchema>(encoded, values),
            DateSchema.RawNonZero => () => OneByOne<RawNonZeroSchema>(encoded, values),
            DateSchema.TntEpoch => () => OneByOne<TntEpochSchema>(encoded, values),
            DateSchema.MpDate => () => OneByOne<MpDateSchema>(encoded, values),
            _ => () => OneByOne<TntEpochDateSchema>(encoded, values),
        };
        return new Work(run, encoded.Length, values.Length);
    }

    private static void OneByOne<TSchema>(ReadOnlySpan<byte> source, Span<Timestamp> values)
        where TSchema : struct, IDateSchema<TSchema>
    {
        for (var i = 0; i < values.Length; i++)
        {
            Check(DateCodec.Decode<TSchema>(source, out var value, out var consumed));
            values[i] = value;
            source = source[consumed..];
        }
    }

    private static void Check(DateStatus status)
    {
        if (status != DateStatus.Ok)
        {
            throw new InvalidDataException("An encoded record cannot be decoded.");
        }
    }

    private static byte[] Encoded(DateSchema schema, string workload, out Timestamp[] values)
    {
        values = DateWorkload.Get(workload);
        var bytes = new byte[values.Length * DateCodec.MaxLength];
        return bytes[..DateCodec.EncodeAll(schema, values, bytes, [])];
    }

    /// <summary>Measures 4,096 dates, so that dates and years stay in the first-level cache.</summary>
    private static Work Years(Action<Timestamp[], long[]> pack, Action<long[], int[]> extract)
    {
        var values = DateWorkload.Get("TPCH_1COLUMN")[..4_096];
        var packed = new long[values.Length];
        var years = new int[values.Length];
        pack(values, packed);
        return new Work(() => extract(packed, years), 0, values.Length);
    }

    /// <summary>Returns functions that pack and unpack whole spans, one by one and with vectors.</summary>
    private static IEnumerable<(string Group, string Name, Action<Timestamp[], long[], long[]> Run)> Conversions()
    {
        const string packEpoch = "pack dates: Epoch";
        yield return (packEpoch, OneByOneName, (values, epoch, _) => PackEach(values, epoch));
        yield return (packEpoch, SpanName, (values, epoch, _) => EpochDate.Pack(values, epoch));

        const string unpackEpoch = "unpack dates: Epoch";
        yield return (unpackEpoch, OneByOneName, (values, epoch, _) => UnpackEach(epoch, values));
        yield return (unpackEpoch, SpanName, (values, epoch, _) => EpochDate.Unpack(epoch, values));

        const string packFields = "pack dates: Bitpack";
        yield return (packFields, OneByOneName, (values, _, fields) => PackFieldsOfEach(values, fields));
        yield return (packFields, SpanName, (values, _, fields) => BitpackDate.Pack(values, fields));

        const string unpackFields = "unpack dates: Bitpack";
        yield return (unpackFields, OneByOneName, (values, _, fields) => UnpackFieldsOfEach(fields, values));
        yield return (unpackFields, SpanName, (values, _, fields) => BitpackDate.Unpack(fields, values));
    }

    /// <summary>Measures 1,024 dates, so that dates and packed forms stay in the first-level cache.</summary>
    private static Work Convert(Action<Timestamp[], long[], long[]> run)
    {
        var values = DateWorkload.Get("TPCH_1COLUMN")[..1_024];
        var epoch = new long[values.Length];
        var fields = new long[values.Length];
        EpochDate.Pack(values, epoch);
        BitpackDate.Pack(values, fields);
        return new Work(() => run(values, epoch, fields), 0, values.Length);
    }

    private static void PackEach(Timestamp[] values, Span<long> packed)
    {
        for (var i = 0; i < values.Length; i++)
        {
            packed[i] = EpochDate.Pack(values[i]);
        }
    }

    private static void UnpackEach(long[] packed, Span<Timestamp> values)
    {
        for (var i = 0; i < packed.Length; i++)
        {
            values[i] = EpochDate.Unpack(packed[i]);
        }
    }

    private static void PackFieldsOfEach(Timestamp[] values, Span<long> packed)
    {
        for (var i = 0; i < values.Length; i++)
        {
            packed[i] = BitpackDate.Pack(values[i]);
        }
    }

    private static void UnpackFieldsOfEach(long[] packed, Span<Timestamp> values)
    {
        for (var i = 0; i < packed.Length; i++)
        {
            values[i] = BitpackDate.Unpack(packed[i]);
        }
    }

    private static Work Parse(string text)
    {
        var texts = Texts(text);
        return new Work(
            () =>
            {
                foreach (var bytes in texts)
                {
                    if (!Iso8601.TryParse(bytes.AsSpan(), out _, out _))
                    {
                        throw new InvalidDataException(text);
                    }
                }
            },
            text.Length * texts.Length,
            texts.Length);
    }

    private static Work ParseToRaw(string text)
    {
        var texts = Texts(text);
        var record = new byte[RawStoredDate.MaxLength];
        return new Work(
            () =>
            {
                foreach (var bytes in texts)
                {
                    if (!RawStoredDate.TryParse(ref bytes[0], bytes.Length, record, out _, out _))
                    {
                        throw new InvalidDataException(text);
                    }
                }
            },
            text.Length * texts.Length,
            texts.Length);
    }

    private static Work ParseByFramework(string text)
    {
        var texts = Texts(text);
        return new Work(
            () =>
            {
                foreach (var bytes in texts)
                {
                    if (!Utf8Parser.TryParse(bytes, out DateTimeOffset _, out _, 'O'))
                    {
                        throw new InvalidDataException(text);
                    }
                }
            },
            text.Length * texts.Length,
            texts.Length);
    }

    /// <summary>Returns distinct dates in the format of the pattern.</summary>
    private static byte[][] Texts(string pattern)
    {
        if (!Iso8601.TryParse(pattern, out var value, out var form))
        {
            throw new ArgumentException($"'{pattern}' is not a date.");
        }

        return [.. Enumerable.Range(0, 1_000).Select(i =>
        {
            var text = new byte[pattern.Length];
            Iso8601.Format(new Timestamp(value.UnixSeconds + (i * 86_461L), value.Nanoseconds, value.OffsetMinutes), form, text);
            return text;
        })];
    }

    /// <summary>Measures the cost of a date column in a disk-mode document, starting from the texts.</summary>
    private static Work StoreCompact()
    {
        byte[][] texts = [.. DateWorkload.Get("TPCH_1COLUMN").Select(value => Encoding.ASCII.GetBytes(value.ToDateOnly().ToString("O", null)))];
        var payload = new byte[CompactStoredDate.MaxLength];
        return new Work(() => Store(), texts.Sum(text => (long)text.Length), texts.Length)
        {
            Facts = DatesSuite.SizeFact(1 + ((double)Store() / texts.Length)),
        };

        long Store()
        {
            long bytes = 0;
            foreach (var text in texts)
            {
                CompactStoredDate.TryParse(ref text[0], text.Length, payload, out var written, out _);
                bytes += written;
            }

            return bytes;
        }
    }
}
