using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Scalars;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Tests;

/// <summary>Creates columns of every Arrow type, with the expected JSON of each value recorded as it is drawn.</summary>
internal sealed partial class RandomColumns(Random random, bool forParquet)
{
    private const int MaxDepth = 3;

    private static readonly JsonSerializerOptions s_json = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Creates a column.</summary>
    /// <param name="count">The number of rows.</param>
    /// <param name="depth">The number of enclosing types.</param>
    public RandomColumn Next(int count, int depth = 0)
    {
        var scalars = forParquet ? 22 : 25;
        var kind = random.Next(scalars + (depth < MaxDepth ? (forParquet ? 6 : 12) : 0));
        return kind < scalars ? Scalar(kind, count) : Nested(kind - scalars, count, depth + 1);
    }

    private RandomColumn Scalar(int kind, int count) => kind switch
    {
        0 => Booleans(count),
        1 => Fixed(Int8Type.Default, count, () => (sbyte)random.Next(256), Text),
        2 => Fixed(UInt16Type.Default, count, () => (ushort)random.Next(65536), Text),
        3 => Fixed(Int32Type.Default, count, () => random.Next() - (random.Next(2) * random.Next()), Text),
        4 => Fixed(Int64Type.Default, count, () => random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64), Text),
        5 => Fixed(UInt64Type.Default, count, () => (ulong)random.NextInt64() << random.Next(2), Text),
        6 => Fixed(HalfFloatType.Default, count, () => BitConverter.UInt16BitsToHalf((ushort)random.Next(65536)), value => Float(Half.IsFinite(value), value)),
        7 => Fixed(FloatType.Default, count, () => BitConverter.Int32BitsToSingle(random.Next() << random.Next(2)), value => Float(float.IsFinite(value), value)),
        8 => Fixed(DoubleType.Default, count, () => random.Next(3) == 0 ? random.Next(100) / 8.0 : BitConverter.Int64BitsToDouble(random.NextInt64() << random.Next(2)), value => Float(double.IsFinite(value), value)),
        9 => Decimals(new Decimal128Type(38, random.Next(0, 38)), 16, 38, count),
        10 => Decimals(new Decimal256Type(76, random.Next(0, 76)), 32, 76, count),
        11 => Texts(StringType.Default, count),
        12 => Bytes(BinaryType.Default, count),
        13 => FixedBytes(count, random.Next(1, 20)),
        14 => Fixed(Date32Type.Default, count, () => random.Next(-719_162, 2_932_896), value => Quote(new DateOnly(1970, 1, 1).AddDays(value).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture))),
        15 => Instants(count),
        16 => Times(count),
        17 => Texts(LargeStringType.Default, count),
        18 => Json(count),
        19 => Guids(count),
        20 or 21 => Rare(count),
        22 => Fixed(new IntervalType(IntervalUnit.MonthDayNanosecond), count, NextInterval, IntervalText),
        23 => new RandomColumn(NullType.Default, new ArrayData(NullType.Default, count, count, 0, System.Array.Empty<ArrowBuffer>()), [.. Enumerable.Repeat("null", count)]),
        _ => random.Next(2) == 0 ? Decimals(new Decimal32Type(9, random.Next(9)), 4, 9, count) : Decimals(new Decimal64Type(18, random.Next(18)), 8, 18, count),
    };

    private RandomColumn Nested(int kind, int count, int depth) => kind switch
    {
        0 => Struct(count, depth),
        1 => List(count, depth, (field, offsets) => (new ListType(field), [Buffer(offsets.Select(offset => (int)offset))])),
        2 => List(count, depth, (field, offsets) => (new LargeListType(field), [Buffer(offsets)])),
        3 when forParquet && depth > 1 => List(count, depth, (field, offsets) => (new ListType(field), [Buffer(offsets.Select(offset => (int)offset))])),
        3 => FixedList(count, depth),
        4 => Map(count, depth),
        // The Arrow file writer does not find dictionaries inside all other types.
        5 when forParquet || depth == 1 => Dictionary(count),
        6 => List(count, depth, (field, offsets) => (new ListViewType(field), [Buffer(offsets[..^1].Select(offset => (int)offset)), Buffer(offsets.Zip(offsets.Skip(1), (a, b) => (int)(b - a)))])),
        7 => Union(count, depth, isDense: true),
        8 => Union(count, depth, isDense: false),
        9 => Runs(count, depth),
        10 => List(count, depth, (field, offsets) => (new LargeListViewType(field), [Buffer(offsets[..^1]), Buffer(offsets.Zip(offsets.Skip(1), (a, b) => b - a))])),
        _ => Views(count),
    };

    private bool[] Valid(int count)
    {
        var share = random.Next(4);
        return [.. Enumerable.Range(0, count).Select(_ => share == 0 || random.Next(4) >= share)];
    }

    private RandomColumn Fixed<T>(IArrowType type, int count, Func<T> next, Func<T, string> json)
        where T : struct
    {
        var valid = Valid(count);
        var values = Enumerable.Range(0, count).Select(_ => next()).ToArray();
        return Of(type, valid, [Buffer(values)], values.Select(json));
    }

    private RandomColumn Booleans(int count)
    {
        var valid = Valid(count);
        var values = Enumerable.Range(0, count).Select(_ => random.Next(2) == 0).ToArray();
        return Of(BooleanType.Default, valid, [Bitmap(values)], values.Select(value => value ? "true" : "false"));
    }

    private RandomColumn Decimals(FixedSizeBinaryType type, int width, int digits, int count)
    {
        var scale = type switch { Decimal32Type t => t.Scale, Decimal64Type t => t.Scale, Decimal128Type t => t.Scale, var t => ((Decimal256Type)t).Scale };
        var valid = Valid(count);
        var values = Enumerable.Range(0, count).Select(_ => NextInteger(random.Next(1, digits + 1))).ToArray();
        var bytes = new byte[count * width];
        for (var i = 0; i < count; i++)
        {
            bytes.AsSpan(i * width, width).Fill(values[i].Sign < 0 ? (byte)0xFF : (byte)0);
            values[i].TryWriteBytes(bytes.AsSpan(i * width, width), out _);
        }

        return Of(type, valid, [Buffer(bytes)], values.Select(value =>
        {
            var text = BigInteger.Abs(value).ToString(CultureInfo.InvariantCulture).PadLeft(scale + 1, '0');
            return (value.Sign < 0 ? "-" : "") + (scale == 0 ? text : text.Insert(text.Length - scale, "."));
        }));
    }

    private BigInteger NextInteger(int digits)
    {
        var text = string.Concat(Enumerable.Range(0, digits).Select(_ => (char)('0' + random.Next(10))));
        var value = BigInteger.Parse(text, CultureInfo.InvariantCulture);
        return random.Next(2) == 0 ? value : -value;
    }

    private RandomColumn Texts(IArrowType type, int count) => Bytes(type, count, () => Encoding.UTF8.GetBytes(NextText()), bytes => Quote(Encoding.UTF8.GetString(bytes)));

    private RandomColumn Bytes(IArrowType type, int count) => Bytes(type, count, NextBytes, bytes => Quote(Convert.ToBase64String(bytes)));

    private RandomColumn Bytes(IArrowType type, int count, Func<byte[]> next, Func<byte[], string> json) => Bytes(type, Valid(count), next, json);

    private static RandomColumn Bytes(IArrowType type, bool[] valid, Func<byte[]> next, Func<byte[], string> json)
    {
        var values = valid.Select(isValid => isValid ? next() : []).ToArray();
        var offsets = Offsets(values.Select(value => (long)value.Length));
        var buffers = type is LargeStringType or LargeBinaryType ? Buffer(offsets) : Buffer(offsets.Select(offset => (int)offset));
        return Of(type, valid, [buffers, Buffer(values.SelectMany(value => value))], values.Select(json));
    }

    private RandomColumn Json(int count)
    {
        var column = Bytes(StringType.Default, count, () => Encoding.UTF8.GetBytes(random.Next(3) switch { 0 => """{"a":[1,null,"x"]}""", 1 => "12.50", _ => Quote(NextText()) }), Encoding.UTF8.GetString);
        return column with { Metadata = new Dictionary<string, string> { ["ARROW:extension:name"] = "arrow.json", ["ARROW:extension:metadata"] = "" } };
    }

    private RandomColumn FixedBytes(int count, int width)
    {
        var valid = Valid(count);
        var bytes = new byte[count * width];
        random.NextBytes(bytes);
        return Of(new FixedSizeBinaryType(width), valid, [Buffer(bytes)], Enumerable.Range(0, count).Select(i => Quote(Convert.ToBase64String(bytes, i * width, width))));
    }

    private RandomColumn Guids(int count)
    {
        var column = FixedBytes(count, 16);
        var json = column.Json.Select(text => text == "null" ? text : Quote(new Guid(Convert.FromBase64String(text.Trim('"')), bigEndian: true).ToString()));
        return column with { Json = [.. json], Metadata = new Dictionary<string, string> { ["ARROW:extension:name"] = "arrow.uuid", ["ARROW:extension:metadata"] = "" } };
    }

    private RandomColumn Instants(int count)
    {
        // Parquet has no seconds, so they are stored as milliseconds.
        var unit = (TimeUnit)random.Next(forParquet ? 1 : 0, 4);
        var digits = 3 * (int)unit;
        var zone = random.Next(3) switch { 0 => null, 1 => "UTC", _ => "Europe/Oslo" };
        var scale = (long)Math.Pow(10, digits);
        var most = unit == TimeUnit.Nanosecond ? 9_000_000_000 : 62_000_000_000;
        return Fixed(new TimestampType(unit, zone), count, () => (random.NextInt64(-most, most) * scale) + random.NextInt64(scale), value =>
        {
            var (seconds, rest) = ((long)BigInteger.Divide(value - (((value % scale) + scale) % scale), scale), ((value % scale) + scale) % scale);
            var text = DateTime.UnixEpoch.AddSeconds(seconds).ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture);
            return Quote(text + (digits == 0 ? "" : "." + rest.ToString(CultureInfo.InvariantCulture).PadLeft(digits, '0')) + (zone is null ? "" : "Z"));
        });
    }

    private RandomColumn Times(int count)
    {
        if (!forParquet && random.Next(2) == 0)
        {
            return Fixed(DurationType.Second, count, () => random.NextInt64(-100_000, 100_000), Duration);
        }

        if (random.Next(2) == 0)
        {
            return Fixed(TimeType.Millisecond, count, () => random.Next(86_400_000), value => Quote(TimeSpan.FromMilliseconds(value).ToString(@"hh\:mm\:ss\.fff", CultureInfo.InvariantCulture)));
        }

        return random.Next(2) == 0
            ? Fixed(TimeType.Microsecond, count, () => random.NextInt64(86_400_000_000), value => Quote(TimeSpan.FromTicks(value * 10).ToString(@"hh\:mm\:ss\.ffffff", CultureInfo.InvariantCulture)))
            : Fixed(TimeType.Nanosecond, count, () => random.NextInt64(864_000_000_000) * 100, value => Quote(TimeSpan.FromTicks(value / 100).ToString(@"hh\:mm\:ss\.fffffff", CultureInfo.InvariantCulture) + "00"));
    }

    private static string Duration(long seconds)
    {
        var sign = seconds < 0 ? "-" : "";
        var (hours, minutes, rest) = (Math.Abs(seconds) / 3600, Math.Abs(seconds) / 60 % 60, Math.Abs(seconds) % 60);
        var text = (hours == 0 ? "" : $"{sign}{hours}H") + (minutes == 0 ? "" : $"{sign}{minutes}M") + (rest == 0 ? "" : $"{sign}{rest}S");
        return Quote(text.Length == 0 ? "PT0S" : "PT" + text);
    }

    private MonthDayNanosecondInterval NextInterval() => new(random.Next(-30, 30), random.Next(-40, 40), random.Next(-3, 4) * 500_000_000L);

    private static string IntervalText(MonthDayNanosecondInterval value)
    {
        var date = (value.Months / 12 == 0 ? "" : $"{value.Months / 12}Y") + (value.Months % 12 == 0 ? "" : $"{value.Months % 12}M") + (value.Days == 0 ? "" : $"{value.Days}D");
        var time = value.Nanoseconds == 0 ? "" : "T" + (value.Nanoseconds / 1_000_000_000m).ToString("0.#", CultureInfo.InvariantCulture) + "S";
        return Quote(date.Length + time.Length == 0 ? "PT0S" : $"P{date}{time}");
    }

    private RandomColumn Struct(int count, int depth)
    {
        var valid = Valid(count);
        var fields = Enumerable.Range(0, random.Next(1, 4)).Select(i => (Name: $"f{i}", Column: Next(count, depth))).ToArray();
        var type = new StructType([.. fields.Select(field => field.Column.ToField(field.Name))]);
        var json = Enumerable.Range(0, count).Select(row => $"{{{string.Join(',', fields.Select(field => $"\"{field.Name}\":{field.Column.Json[row]}"))}}}");
        return Of(type, valid, [], json, [.. fields.Select(field => field.Column.Data)]);
    }

    private RandomColumn List(int count, int depth, Func<Field, long[], (IArrowType Type, ArrowBuffer[] Buffers)> make)
    {
        var valid = Valid(count);
        var offsets = Offsets(valid.Select(isValid => isValid ? (long)random.Next(4) : 0));
        var items = Next((int)offsets[^1], depth);
        var (type, buffers) = make(items.ToField("item"), offsets);
        return Of(type, valid, buffers, Enumerable.Range(0, count).Select(row => $"[{string.Join(',', items.Json[(int)offsets[row]..(int)offsets[row + 1]])}]"), [items.Data]);
    }

    private RandomColumn FixedList(int count, int depth)
    {
        var size = random.Next(1, 4);
        // Arrow does not write null fixed-size lists to Parquet if other lists follow.
        var valid = forParquet ? [.. Enumerable.Repeat(true, count)] : Valid(count);
        var items = Next(count * size, depth);
        return Of(new FixedSizeListType(items.ToField("item"), size), valid, [], Enumerable.Range(0, count).Select(row => $"[{string.Join(',', items.Json[(row * size)..((row + 1) * size)])}]"), [items.Data]);
    }

    private RandomColumn Map(int count, int depth)
    {
        var valid = Valid(count);
        var offsets = Offsets(valid.Select(isValid => isValid ? (long)random.Next(4) : 0));
        var total = (int)offsets[^1];
        var areNumbers = random.Next(2) == 0;
        var texts = Enumerable.Range(0, total).Select(i => areNumbers ? Text(i * 7) : Quote($"k{i}")).ToArray();
        var keys = areNumbers ? Of(Int32Type.Default, All(total), [Buffer(Enumerable.Range(0, total).Select(i => i * 7))], texts)
            : Keys(texts);
        var values = Next(total, depth);
        var entry = new StructType([new Field("key", keys.Type, nullable: false), values.ToField("value")]);
        var entries = new ArrayData(entry, total, 0, 0, [ArrowBuffer.Empty], [keys.Data, values.Data]);
        var json = Enumerable.Range(0, count).Select(row => Enumerable.Range((int)offsets[row], (int)(offsets[row + 1] - offsets[row]))).Select(rows => areNumbers
            ? $"[{string.Join(',', rows.Select(i => $"[{keys.Json[i]},{values.Json[i]}]"))}]"
            : $"{{{string.Join(',', rows.Select(i => $"{keys.Json[i]}:{values.Json[i]}"))}}}");
        return Of(new MapType(new Field("key", keys.Type, nullable: false), values.ToField("value")), valid, [Buffer(offsets.Select(offset => (int)offset))], json, [entries]);
    }

    private static RandomColumn Keys(string[] json)
    {
        var bytes = json.Select(text => Encoding.UTF8.GetBytes(text.Trim('"'))).ToArray();
        var offsets = Offsets(bytes.Select(key => (long)key.Length)).Select(offset => (int)offset);
        return Of(StringType.Default, All(json.Length), [Buffer(offsets), Buffer(bytes.SelectMany(key => key))], json);
    }

    private RandomColumn Dictionary(int count)
    {
        var valid = Valid(count);

        // The Parquet writer does not accept nulls among the values of a dictionary.
        var values = Bytes(StringType.Default, forParquet ? All(5) : Valid(5), () => Encoding.UTF8.GetBytes(NextText()), bytes => Quote(Encoding.UTF8.GetString(bytes)));
        var indexes = Enumerable.Range(0, count).Select(_ => random.Next(5)).ToArray();
        var type = new DictionaryType(Int32Type.Default, values.Type, ordered: false);
        var column = Of(type, valid, [Buffer(indexes)], indexes.Select(index => values.Json[index]));
        return column with { Data = new ArrayData(type, count, column.Data.NullCount, 0, column.Data.Buffers, null, values.Data) };
    }

    private RandomColumn Union(int count, int depth, bool isDense)
    {
        int[] codes = [3, 0, 17];
        var choices = Enumerable.Range(0, count).Select(_ => random.Next(codes.Length)).ToArray();
        var counts = new int[codes.Length];
        var positions = choices.Select(choice => isDense ? counts[choice]++ : 0).ToArray();
        var children = counts.Select(length => Next(isDense ? length : count, depth)).ToArray();
        var type = new UnionType([.. children.Select((child, i) => child.ToField($"u{i}"))], codes, isDense ? UnionMode.Dense : UnionMode.Sparse);
        ArrowBuffer[] buffers = [Buffer(choices.Select(choice => (byte)codes[choice])), .. isDense ? (ArrowBuffer[])[Buffer(positions)] : []];
        var json = choices.Select((choice, row) => children[choice].Json[isDense ? positions[row] : row]);
        return new RandomColumn(type, new ArrayData(type, count, 0, 0, buffers, [.. children.Select(child => child.Data)]), [.. json]);
    }

    private RandomColumn Runs(int count, int depth)
    {
        List<int> ends = [];
        for (var end = 0; end < count; ends.Add(end))
        {
            end = Math.Min(count, end + random.Next(1, 4));
        }

        var values = Next(ends.Count, depth);
        var type = new RunEndEncodedType(new Field("run_ends", Int32Type.Default, nullable: false), values.ToField("values"));
        var runEnds = new ArrayData(Int32Type.Default, ends.Count, 0, 0, [ArrowBuffer.Empty, Buffer(ends)]);
        var json = Enumerable.Range(0, count).Select(row => values.Json[ends.FindIndex(end => row < end)]);
        return new RandomColumn(type, new ArrayData(type, count, 0, 0, System.Array.Empty<ArrowBuffer>(), [runEnds, values.Data]), [.. json]);
    }

    private RandomColumn Views(int count)
    {
        var builder = new StringViewArray.Builder();
        var json = new string[count];
        for (var i = 0; i < count; i++)
        {
            var text = random.Next(4) == 0 ? null : NextText() + new string('x', random.Next(20));
            _ = text is null ? builder.AppendNull() : builder.Append(text);
            json[i] = text is null ? "null" : Quote(text);
        }

        return new RandomColumn(StringViewType.Default, builder.Build().Data, json);
    }

    private string NextText() => string.Concat(Enumerable.Range(0, random.Next(6)).Select(_ => (string[])["a", "ß", "💶", "\"", "\\", "\n", "\u0001", " "]).Select(all => all[random.Next(all.Length)]));

    private byte[] NextBytes()
    {
        var bytes = new byte[random.Next(8)];
        random.NextBytes(bytes);
        return bytes;
    }

    private static string Text<T>(T value)
        where T : IFormattable => value.ToString(null, CultureInfo.InvariantCulture);

    private static string Float<T>(bool isFinite, T value)
        where T : IFormattable => isFinite ? Text(value) : Quote(Text(value));

    private static string Quote(string text) => JsonSerializer.Serialize(text, s_json);

    private static bool[] All(int count) => [.. Enumerable.Repeat(true, count)];

    private static long[] Offsets(IEnumerable<long> lengths)
    {
        List<long> offsets = [0];
        offsets.AddRange(lengths.Select(length => offsets[^1] + length));
        return [.. offsets];
    }

    private static ArrowBuffer Buffer<T>(IEnumerable<T> values)
        where T : struct => new ArrowBuffer.Builder<byte>().Append(MemoryMarshal.AsBytes(values.ToArray().AsSpan())).Build();

    private static ArrowBuffer Bitmap(bool[] values) => new ArrowBuffer.BitmapBuilder().AppendRange(values).Build();

    private static RandomColumn Of(IArrowType type, bool[] valid, ArrowBuffer[] buffers, IEnumerable<string> json, ArrayData[]? children = null)
    {
        var nulls = valid.Count(isValid => !isValid);
        var data = new ArrayData(type, valid.Length, nulls, 0, [nulls == 0 ? ArrowBuffer.Empty : Bitmap(valid), .. buffers], children);
        return new RandomColumn(type, data, [.. json.Zip(valid, (text, isValid) => isValid ? text : "null")]);
    }
}
