using System.Globalization;
using Blittable.Tests.Json;
using Blittable.Validation;

namespace Blittable.Tests.Reading;

/// <summary>Compares number arrays with the same text in memory mode, where each number is stored separately.</summary>
[Trait(Category.Name, Category.Vector)]
public class NumberArrayLayoutTests
{
    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    public static TheoryData<string> Arrays
    {
        get
        {
            var random = new Random(5);
            string[] arrays =
            [
                List(50, i => $"{i * 3}"),
                List(40, i => $"{1609459200000 + (i * 60_000)}"),
                List(40, i => $"{-5_000_000_000 + (i * i * 7919)}"),
                List(30, i => $"{i * 7 % 10}.{i % 10}0"),
                List(30, i => (i / 8.0).ToString(CultureInfo.InvariantCulture)),
                List(30, i => (i / 8.0).ToString("0.0##", CultureInfo.InvariantCulture)),
                List(33, i => $"{(i % 2 == 0 ? "-" : "")}0.{i:D7}1"),
                List(64, i => i % 2 == 0 ? $"{long.MaxValue}" : $"{-long.MaxValue}"),
                List(20, i => $"{(i * 1e-6).ToString("F15", CultureInfo.InvariantCulture)}"),
                List(100, _ => NoisyDegrees(random, 180)),
                List(60, i => $"[{NoisyDegrees(random, 180)},{NoisyDegrees(random, 90)}]"),
                List(60, i => $"[{1609459200 + i},{i * 37 % 101}.50,{i % 3},-{i + 1}]"),
                List(25, i => List(16, j => $"{i * j}")),
                List(17, _ => "7"),
                "[" + List(12, i => $"[{i},{i}]") + "," + List(12, i => $"[{i},{i}]") + "]",
            ];
            return [.. arrays];
        }
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public void Numbers_in_arrays_are_read_as_the_numbers_of_the_text(string json)
    {
        using var packed = BlittableDocument.Parse(json, Disk);
        using var plain = BlittableDocument.Parse(json);
        packed.Validate();
        Assert.True(packed.Bytes.Length < plain.Bytes.Length);
        Assert.Equal(json, packed.Root.ToJson());
        AssertEqual(plain.Root, packed.Root);
    }

    [Fact]
    public void Any_numbers_are_restored()
    {
        var random = new Random(11);
        using var disk = new BlittableConverter(Disk);
        using var memory = new BlittableConverter();
        for (var attempt = 0; attempt < 400; attempt++)
        {
            var style = random.Next(8);
            var columns = random.Next(4);
            string Next() => RandomNumber(random, style);
            var json = List(random.Next(1, 90), _ => columns == 0 ? Next() : List(columns, _ => Next()));
            using var packed = BlittableDocument.Open(disk.Convert(json).ToArray());
            using var plain = BlittableDocument.Open(memory.Convert(json).ToArray());
            packed.Validate();
            Assert.Equal(json, packed.Root.ToJson());
            AssertEqual(plain.Root, packed.Root);
        }
    }

    [Fact]
    public void Integers_of_every_width_are_read_by_index()
    {
        // A number of more than 57 bits may extend beyond the eight bytes that contain its first bit.
        var random = new Random(20261123);
        for (var width = 1; width <= 63; width++)
        {
            var largest = (long)(ulong.MaxValue >> (64 - width));
            var numbers = List(40, i => $"{(i == 0 ? 0 : i == 1 ? largest : random.NextInt64(largest))}");
            var json = $"{{\"numbers\":{numbers},\"behind\":\"some text behind them\"}}";
            using var packed = BlittableDocument.Parse(json, Disk);
            using var plain = BlittableDocument.Parse(json);
            AssertEqual(plain.Root.GetProperty("numbers"), packed.Root.GetProperty("numbers"));
        }
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public void An_element_can_be_rendered_and_cloned_alone(string json)
    {
        using var packed = BlittableDocument.Parse(json, Disk);
        using var plain = BlittableDocument.Parse(json);
        using var whole = packed.Root.Clone();
        Assert.Equal(json, whole.Root.ToJson());
        for (var i = 0; i < plain.Root.Count; i += 3)
        {
            Assert.Equal(plain.Root[i].ToJson(), packed.Root[i].ToJson());
            using var element = packed.Root[i].Clone();
            element.Validate();
            Assert.Equal(plain.Root[i].ToJson(), element.Root.ToJson());
        }
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public void An_element_can_be_replaced_and_removed(string json)
    {
        using var document = BlittableDocument.Parse($$"""{"a":{{json}},"b":1}""", Disk);
        using var editor = new BlittableEditor(document, Disk);
        editor.Set("$.a[1]", "\"new\""u8);
        editor.Append("$.a", "null"u8);
        editor.Remove("$.a[0]");
        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal("new", edited.Root.GetProperty("a")[0].GetString());
        Assert.Equal(document.Root.GetProperty("a").Count, edited.Root.GetProperty("a").Count);
        using var compact = editor.Compact();
        Assert.Equal(edited.Root.ToJson(), compact.Root.ToJson());
    }

    [Fact]
    public void A_number_inside_a_matrix_can_be_replaced()
    {
        using var document = BlittableDocument.Parse(List(20, i => $"[{i},{i}]"), Disk);
        using var editor = new BlittableEditor(document, Disk);
        editor.Set("$[3][1]", "\"x\""u8);
        Assert.Equal(List(20, i => i == 3 ? "[3,\"x\"]" : $"[{i},{i}]"), editor.ToDocument().Root.ToJson());
    }

    [Fact]
    public void Paths_select_elements_of_number_arrays()
    {
        using var document = BlittableDocument.Parse($$"""{"a":{{List(20, i => $"[{i},{2 * i}]")}}}""", Disk);
        Assert.True(BlittablePath.Parse("$.a[-1][1]").TryEvaluate(document.Root, out var last));
        Assert.Equal(38, last.GetInt32());
        var sum = 0;
        foreach (var value in BlittablePath.Parse("$.a[*][*]").Evaluate(document.Root))
        {
            sum += value.GetInt32();
        }

        Assert.Equal(3 * 190, sum);
    }

    [Fact]
    public void An_element_is_only_a_number()
    {
        using var document = BlittableDocument.Parse(List(20, i => $"[{i},{2 * i}]"), Disk);
        var row = document.Root[2];
        var number = row[1];
        Assert.Equal(BlittableValueKind.Array, row.Kind);
        Assert.Equal(BlittableValueKind.Number, number.Kind);
        Assert.Equal("[2,4]", row.ToString());
        Assert.Equal("4", number.ToString());
        Assert.False(row.TryGetDouble(out _));
        Assert.False(row.TryGetInt32(out _));
        Assert.False(number.TryGetElement(0, out _));
        foreach (var tried in new[] { 0, 1 })
        {
            var value = tried == 0 ? number : row;
            Assert.False(value.IsDate);
            Assert.False(value.TryGetString(out _));
            Assert.False(value.TryGetBoolean(out _));
            Assert.False(value.TryGetProperty("a"u8, out _));
            Assert.False(value.TryGetBytes(out _));
            Assert.False(value.TryGetDateTimeOffset(out _));
            Assert.Equal(BlittableErrorCode.WrongKind, CodeOf(List(20, i => $"[{i},{2 * i}]"), tried));
        }

        Assert.False(document.Root.TryGetElement(20, out _));
        Assert.False(row.TryGetElement(2, out _));
    }

    [Fact]
    public void An_error_about_an_element_states_an_offset_inside_the_document()
    {
        using var document = BlittableDocument.Parse($"[\"text\",{List(20, i => $"{i}.5")}]", Disk);
        foreach (var read in (Action[])
        [
            () => document.Root[1][2].GetString(),
            () => document.Root[1][2].GetInt32(),
            () => document.Root[1][2].GetProperty("a"u8),
            () => document.Root[1][2].EnumerateArray(),
        ])
        {
            Assert.InRange(Assert.Throws<BlittableException>(read).Offset, 1, document.Bytes.Length);
        }
    }

    [Fact]
    public void Equal_arrays_are_stored_once()
    {
        var array = List(60, i => $"{i * i * i}");
        var options = Disk with { NanosecondsPerByte = 1000 };
        using var once = BlittableDocument.Parse($"[{array}]", options);
        using var thrice = BlittableDocument.Parse($"[{array},{array},{array}]", options);
        Assert.InRange(thrice.Bytes.Length, once.Bytes.Length, once.Bytes.Length + 16);
        Assert.Equal($"[{array},{array},{array}]", thrice.Root.ToJson());
    }

    [Fact]
    public void Rows_of_numbers_among_other_values_are_restored()
    {
        string[] texts =
        [
            "[[1,2],[3,4],[5,6],\"x\"]",
            "[[1,2],[3,4,5],[6,7]]",
            "[[1,2],{\"a\":[[1,2],[1,2],[1,2]]},[1,2],[1,2]]",
            "[[1,2],[3,\"4\"],[5,6],[1,2]]",
            "[[],[1,2],[1,2],[1,2],[1,2]]",
            "[[1.5,2],[-0,4],[5,6],[7,8],[9,1e2]]",
            "[[[1,2],[3,4]],[[1,2],[3,4]],[[1,2],[3,5]]]",
        ];
        foreach (var json in texts)
        {
            using var document = BlittableDocument.Parse(json, Disk);
            document.Validate();
            Assert.Equal(json, document.Root.ToJson());
        }
    }

    [Fact]
    public void A_builder_writes_number_arrays()
    {
        using var builder = new BlittableBuilder(Disk);
        builder.WriteStartArray();
        for (var i = 0; i < 40; i++)
        {
            builder.WriteNumber(i % 5 == 0 ? double.NaN : i / 3.0);
        }

        builder.WriteEndArray();
        using var document = builder.ToDocument();
        document.Validate();
        Assert.True(document.Bytes.Length < 40 * 9);
        Assert.True(double.IsNaN(document.Root[5].GetDouble()));
        Assert.Equal(7 / 3.0, document.Root[7].GetDouble());
        Assert.Throws<BlittableException>(() => document.Root.ToJson());
        Assert.Contains("null", document.Root.ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.Null }), StringComparison.Ordinal);
    }

    [Fact]
    public void Invalid_columns_are_refused()
    {
        // 8 numbers of 4 bits, starting at 0.
        byte[] good = [0xBC, 0x00, 0x08, 0x00, 0x04, 0x00, 0x10, 0x32, 0x54, 0x76];
        using (var document = BlittableDocument.Open(DocumentBytes.Of(good)))
        {
            document.Validate();
            Assert.Equal("[0,1,2,3,4,5,6,7]", document.Root.ToJson());
        }

        (int At, byte Value)[] damages =
        [
            (1, 0x20), // a reserved flag
            (2, 0x00), // no numbers
            (2, 0x7F), // more numbers than bits
            (3, 0xC0), // an invalid form
            (4, 0x00), // no bits
            (4, 0x41), // 65 bits
        ];
        foreach (var (at, value) in damages)
        {
            var bad = DocumentBytes.Of(good);
            bad[at] = value;
            using var document = BlittableDocument.Open(bad);
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(document.Validate).Code);
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => document.Root.ToJson()).Code);
        }
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public void Damaged_number_arrays_give_values_or_a_BlittableException(string json)
    {
        using var document = BlittableDocument.Parse(json, Disk);
        var original = document.Bytes.ToArray();
        var random = new Random(json.Length);
        using var guarded = new GuardedBytes(original);
        for (var attempt = 0; attempt < 300; attempt++)
        {
            var bytes = original.ToArray();
            for (var i = random.Next(1, 4); i > 0; i--)
            {
                bytes[random.Next(Math.Min(bytes.Length, 48))] = (byte)random.Next(256);
            }

            Visit(guarded.Hold(bytes.AsSpan(0, random.Next(bytes.Length / 2, bytes.Length + 1))));
            Visit(guarded.Hold(bytes));
        }
    }

    private static void Visit(ReadOnlySpan<byte> bytes)
    {
        try
        {
            var root = BlittableValue.Open(bytes);
            root.WriteJson(new System.Buffers.ArrayBufferWriter<byte>(), new BlittableJsonOptions { MaxExpandedBytes = 1 << 16 });
            using var clone = root.Clone();
            DocumentValidator.Validate(root);
        }
        catch (BlittableException)
        {
        }
    }

    private static BlittableErrorCode CodeOf(string json, int which)
    {
        using var document = BlittableDocument.Parse(json, Disk);
        return Assert.Throws<BlittableException>(() => (which == 0 ? document.Root[2][1] : document.Root[2]).GetString()).Code;
    }

    private static void AssertEqual(BlittableValue expected, BlittableValue actual)
    {
        Assert.Equal(expected.Kind, actual.Kind);
        if (expected.Kind == BlittableValueKind.Array)
        {
            Assert.Equal(expected.Count, actual.Count);
            var index = 0;
            foreach (var element in actual.EnumerateArray())
            {
                AssertEqual(expected[index], element);
                AssertEqual(expected[index], actual[index]);
                if (element.Kind == BlittableValueKind.Number && index % 8 < 2)
                {
                    Assert.Equal(Integers(expected[index]), Integers(element));
                    Assert.Equal(Integers(expected[index]), Integers(actual[index]));
                }

                index++;
            }

            Assert.Equal(expected.Count, index);
            return;
        }

        Assert.Equal(expected.GetNumberText(), actual.GetNumberText());
        Assert.Equal(BitConverter.DoubleToInt64Bits(expected.GetDouble()), BitConverter.DoubleToInt64Bits(actual.GetDouble()));
        Assert.Equal(expected.GetSingle(), actual.GetSingle());
        Assert.Equal(expected.TryGetDecimal(out var wanted), actual.TryGetDecimal(out var found));
        Assert.Equal(wanted, found);
        Assert.Equal(expected.TryGetInt64(out var integer), actual.TryGetInt64(out var other));
        Assert.Equal(integer, other);
        Assert.Equal(expected.TryGetByte(out var small), actual.TryGetByte(out var otherSmall));
        Assert.Equal(small, otherSmall);
    }

    /// <summary>Checks the throwing getters, which read columns in another way. Exceptions are slow, so only some elements are checked.</summary>
    private static (long? Signed, ulong? Unsigned, sbyte? Small) Integers(BlittableValue number)
    {
        long? signed = null;
        ulong? unsigned = null;
        sbyte? small = null;
        try
        {
            signed = number.GetInt64();
            small = number.GetSByte();
        }
        catch (BlittableException error)
        {
            Assert.Equal(BlittableErrorCode.NumberOutOfRange, error.Code);
        }

        try
        {
            unsigned = number.GetUInt64();
        }
        catch (BlittableException error)
        {
            Assert.Equal(BlittableErrorCode.NumberOutOfRange, error.Code);
        }

        return (signed, unsigned, small);
    }

    private static string RandomNumber(Random random, int style) => style switch
    {
        0 => $"{random.Next(-9, 100)}",
        1 => $"{random.NextInt64(long.MinValue + 1, long.MaxValue)}",
        2 => $"{random.Next(1000)}.{random.Next(100):D2}",
        3 => Math.Round(random.NextDouble() * 100, 3).ToString(CultureInfo.InvariantCulture),
        4 => Math.Round(random.NextDouble() * 100, 3).ToString("0.0##", CultureInfo.InvariantCulture),
        5 => NoisyDegrees(random, 180),
        6 => (random.NextDouble() - 0.5).ToString("R", CultureInfo.InvariantCulture),
        _ => RandomNumber(random, random.Next(7)),
    };

    /// <summary>Six fraction digits, as the 17 digits of the nearest double or of an adjacent double.</summary>
    private static string NoisyDegrees(Random random, int limit) =>
        Math.BitIncrement(Math.Round(((random.NextDouble() * 2) - 1) * limit, 6)).ToString("G17", CultureInfo.InvariantCulture);

    private static string List(int count, Func<int, string> element) => "[" + string.Join(',', Enumerable.Range(0, count).Select(element)) + "]";
}
