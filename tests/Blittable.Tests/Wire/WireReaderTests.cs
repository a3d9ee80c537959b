using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Blittable.Tests.Json;

namespace Blittable.Tests.Wire;

/// <summary>Complete values: compared with an obvious reader, damaged, truncated, segmented, many in one buffer, deeply nested.</summary>
[Trait(Category.Name, Category.Vector)]
public class WireReaderTests
{
    private static readonly BlittableMode[] Modes = [BlittableMode.Memory, BlittableMode.Disk];

    private const string SixTimes47 = "3636363636363636363636363636363636363636363636363636363636363636363636363636363636363636363636";
    private const string SevenTimes31 = "37373737373737373737373737373737373737373737373737373737373737";

    private static readonly BlittableJsonOptions AnyValue = new() { NotJson = BlittableNotJson.String };

    [Fact]
    public void Random_values_are_read_like_an_obvious_reader_reads_them()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode });
            var random = new RandomMessagePack(1);
            for (var i = 0; i < 400; i++)
            {
                var packed = random.Next();
                using var document = BlittableDocument.Open(converter.Convert(packed).ToArray());
                document.Validate();
                Assert.Equal(Expected(packed), document.Root.ToJson(AnyValue));
                Assert.True(BlittableMessagePack.TryGetLength(packed, out var length));
                Assert.Equal(packed.Length, length);
            }
        }
    }

    [Fact]
    public void No_byte_after_a_string_at_the_end_is_read()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode });
            var start = string.Concat(Enumerable.Range(0, 10).Select(i => $"http://www.example.org/{i}/"));
            for (var length = 0; length <= 255; length++)
            {
                // The second string begins like the first and continues with different bytes.
                var last = (start[..(length / 2)] + new string('#', 255))[..length];
                byte[] packed = [0x92, 0xD9, (byte)start.Length, .. Encoding.UTF8.GetBytes(start), 0xD9, (byte)length, .. Encoding.UTF8.GetBytes(last)];
                using var guarded = new GuardedBytes(packed);
                Assert.Equal($"[\"{start}\",\"{last}\"]", BlittableValue.Open(converter.Convert(guarded.Span)).ToJson());
            }
        }
    }

    [Fact]
    public void A_value_written_again_is_read_as_the_same_value()
    {
        using var converter = new BlittableMessagePack();
        var random = new RandomMessagePack(2);
        for (var i = 0; i < 300; i++)
        {
            var packed = random.Next();
            var shortest = BlittableMessagePack.ToArray(BlittableValue.Open(converter.Convert(packed)));
            Assert.True(shortest.Length <= packed.Length);
            Assert.Equal(Expected(packed), Expected(shortest));
        }
    }

    [Fact]
    public void Random_JSON_round_trips_through_MessagePack_with_all_strings_and_dates()
    {
        var format = new BlittableMessagePackOptions { Numbers = BlittableMessagePackNumbers.Nearest };
        foreach (var mode in Modes)
        {
            var options = new BlittableOptions { Mode = mode };
            using var fromJson = new BlittableConverter(options);
            using var fromMessagePack = new BlittableMessagePack(options, format);
            var random = new RandomJson(3);
            for (var i = 0; i < 300; i++)
            {
                // The result is equal after one and after two passes through MessagePack: information is lost in the first pass or never.
                var once = ThroughMessagePack(fromJson.Convert(Encoding.UTF8.GetBytes(random.Next().Text)));
                Assert.Equal(once, ThroughMessagePack(fromJson.Convert(Encoding.UTF8.GetBytes(once))));
            }

            string ThroughMessagePack(ReadOnlySpan<byte> document) =>
                BlittableValue.Open(fromMessagePack.Convert(BlittableMessagePack.ToArray(BlittableValue.Open(document), format))).ToJson();
        }
    }

    [Fact]
    public void A_truncated_value_is_refused_wherever_it_ends()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode });
            var random = new RandomMessagePack(4);
            for (var i = 0; i < 30; i++)
            {
                var packed = random.Next();
                for (var length = 0; length < packed.Length; length += 1 + (packed.Length >> 6))
                {
                    var fault = Assert.Throws<BlittableException>(() => converter.Convert(packed.AsSpan(0, length)));
                    Assert.Equal(BlittableErrorCode.UnexpectedEnd, fault.Code);
                    Assert.False(BlittableMessagePack.TryGetLength(packed.AsSpan(0, length), out var none));
                    Assert.Equal(0, none);
                }
            }
        }
    }

    [Fact]
    public void A_damaged_value_is_accepted_or_refused_as_by_an_obvious_reader()
    {
        var random = new RandomMessagePack(5);
        var damage = new Random(6);
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode }, new BlittableMessagePackOptions { DateExtension = null });
            for (var i = 0; i < 1500; i++)
            {
                var packed = random.Next();
                for (var changes = damage.Next(4); changes >= 0; changes--)
                {
                    packed[damage.Next(packed.Length)] = (byte)damage.Next(256);
                }

                // A timestamp of type -1 can occur by chance; the obvious reader does not support it.
                if (packed.AsSpan().Contains((byte)0xff))
                {
                    continue;
                }

                string? expected;
                try
                {
                    expected = Expected(packed);
                }
                catch (InvalidDataException)
                {
                    expected = null;
                }

                if (expected is null)
                {
                    Assert.Throws<BlittableException>(() => converter.Convert(packed));
                }
                else
                {
                    Assert.Equal(expected, BlittableValue.Open(converter.Convert(packed)).ToJson(AnyValue));
                }
            }
        }
    }

    [Fact]
    public void Consecutive_values_are_read_one_by_one_from_any_pieces()
    {
        var random = new RandomMessagePack(7);
        var values = Enumerable.Range(0, 40).Select(_ => random.Next()).ToArray();
        var all = values.SelectMany(value => value).ToArray();
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode });
            var rest = all.AsSpan();
            foreach (var value in values)
            {
                Assert.Equal(Expected(value), BlittableValue.Open(converter.Convert(rest, out var consumed)).ToJson(AnyValue));
                Assert.Equal(value.Length, consumed);
                rest = rest[consumed..];
            }

            foreach (var pieceLength in new[] { 1, 7, 1000, 100_000 })
            {
                var pieces = Piece.Sequence(pieceLength < 10 ? all.AsMemory(0, values[..5].Sum(value => value.Length)) : all, pieceLength);
                foreach (var value in pieceLength < 10 ? values[..5] : values)
                {
                    Assert.Equal(Expected(value), BlittableValue.Open(converter.Convert(pieces, out var consumed)).ToJson(AnyValue));
                    pieces = pieces.Slice(consumed);
                }

                Assert.Equal(0, pieces.Length);
            }
        }
    }

    [Fact]
    public void A_sequence_may_be_split_at_every_byte_and_have_empty_pieces()
    {
        // An array, a string, an extension, binary data, a long key before a map, a literal: longer than the margin at the end. Three values follow.
        const string map = "86" + "a161" + "9301cd0100cb3ff8000000000000" + "a162" + "d92f" + SixTimes47 + "a163" + "d7647011223344556677"
            + "a164" + "c4021234" + "bf" + SevenTimes31 + "81a16bc0" + "a165" + "c3";
        var packed = Convert.FromHexString(map + "010203");
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode });
            var expected = BlittableValue.Open(converter.Convert(packed.AsSpan(..^3)).ToArray()).ToJson(AnyValue);
            for (var cut = 0; cut < packed.Length - 3; cut++)
            {
                var one = Piece.Sequence(packed.AsMemory(0, cut), default, packed.AsMemory(cut..^3));
                Assert.Equal(expected, BlittableValue.Open(converter.Convert(one)).ToJson(AnyValue));

                var more = Piece.Sequence(packed.AsMemory(0, cut), default, packed.AsMemory(cut));
                Assert.Equal(expected, BlittableValue.Open(converter.Convert(more, out var consumed)).ToJson(AnyValue));
                Assert.Equal(3, more.Slice(consumed).Length);

                var less = Piece.Sequence(packed.AsMemory(0, cut), default, packed.AsMemory(cut..^4));
                Assert.Equal(BlittableErrorCode.UnexpectedEnd, Assert.Throws<BlittableException>(() => converter.Convert(less)).Code);
                Assert.Equal(BlittableErrorCode.UnexpectedEnd, Assert.Throws<BlittableException>(() => converter.Convert(less, out _)).Code);
            }
        }
    }

    [Fact]
    public void Repeated_strings_are_stored_once_and_restored()
    {
        var random = new Random(12);
        string[] strings = [.. Enumerable.Range(0, 40).Select(i => new string((char)('a' + (i % 26)), i * 9) + i)];
        for (var i = 0; i < 50; i++)
        {
            var rows = Enumerable.Range(0, random.Next(60)).Select(_ =>
                $$"""{"id":{{random.Next(9)}},"text":"{{One()}}","more":["{{One()}}","{{One()}}",-{{random.Next(1, 5)}}]}""");
            using var fromJson = BlittableDocument.Parse($"[{string.Join(',', rows)}]", new BlittableOptions { Mode = BlittableMode.Disk });
            var packed = BlittableMessagePack.ToArray(fromJson.Root);
            using var fromMessagePack = BlittableMessagePack.ToDocument(packed, new BlittableOptions { Mode = BlittableMode.Disk });
            fromMessagePack.Validate();
            Assert.Equal(fromJson.Root.ToJson(), fromMessagePack.Root.ToJson());

            // The table of strings is bounded, so a string is occasionally stored again.
            Assert.InRange(fromMessagePack.Bytes.Length, 1, (2 * fromJson.Bytes.Length) + 10);
        }

        string One() => strings[random.Next(strings.Length)];
    }

    [Fact]
    public void An_equal_string_is_stored_once_for_every_header_length()
    {
        var text = Encoding.UTF8.GetBytes("a string of thirty bytes or so");
        var options = new BlittableOptions { Mode = BlittableMode.Disk, NanosecondsPerByte = 1000 };
        byte[] once = [0x91, (byte)(0xa0 + text.Length), .. text];
        byte[] thrice = [0x93, 0xd9, (byte)text.Length, .. text, (byte)(0xa0 + text.Length), .. text, 0xda, 0, (byte)text.Length, .. text];
        using var single = BlittableMessagePack.ToDocument(once, options);
        using var shared = BlittableMessagePack.ToDocument(thrice, options);
        shared.Validate();
        Assert.Equal(
            Enumerable.Repeat("a string of thirty bytes or so", 3),
            [shared.Root[0].GetString()!, shared.Root[1].GetString()!, shared.Root[2].GetString()!]);
        Assert.InRange(shared.Bytes.Length, single.Bytes.Length, single.Bytes.Length + 8);
    }

    [Fact]
    public void Declared_counts_allocate_nothing_before_their_values_arrive()
    {
        // Each array claims as many elements as bytes follow it; each string claims all following bytes.
        var arrays = new byte[50_000];
        for (var at = 0; at + 5 <= arrays.Length; at += 5)
        {
            arrays[at] = 0xdd;
            BinaryPrimitives.WriteInt32BigEndian(arrays.AsSpan(at + 1), arrays.Length - at);
        }

        byte[][] hostiles =
        [
            arrays,
            [0xdd, 0xff, 0xff, 0xff, 0xff],
            [0xdf, 0x7f, 0xff, 0xff, 0xff, 0xa0],
            [0xdb, 0xff, 0xff, 0xff, 0xff],
            [0xc9, 0xff, 0xff, 0xff, 0xff, 1],
        ];
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode, MaxDepth = 20_000 });
            Refuse();
            var before = GC.GetAllocatedBytesForCurrentThread();
            Refuse();
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000);

            void Refuse()
            {
                foreach (var hostile in hostiles)
                {
                    Assert.Throws<BlittableException>(() => converter.Convert(hostile));
                    Assert.False(BlittableMessagePack.TryGetLength(hostile, out var none));
                    Assert.Equal(0, none);
                }
            }
        }
    }

    [Fact]
    public void A_sequence_that_does_not_hold_exactly_one_value_is_refused()
    {
        var packed = new RandomMessagePack(8).Next();
        using var converter = new BlittableMessagePack();
        var output = new ArrayBufferWriter<byte>();
        converter.Convert(Piece.Sequence(packed, 3), output);
        Assert.Equal(Expected(packed), BlittableValue.Open(output.WrittenSpan).ToJson(AnyValue));

        output.Clear();
        Assert.Throws<BlittableException>(() => converter.Convert(Piece.Sequence(packed.AsMemory(0, packed.Length - 1), 3), output));
        Assert.Throws<BlittableException>(() => converter.Convert(Piece.Sequence([.. packed, 0], 3), output));
        Assert.Equal(0, output.WrittenCount);
    }

    [Fact]
    public void Nesting_stops_at_the_limit_regardless_of_its_depth()
    {
        var arrays = new byte[1_000_000];
        arrays.AsSpan().Fill(0x91);
        using var converter = new BlittableMessagePack(new BlittableOptions { MaxDepth = 200_000 });
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => converter.Convert(arrays)).Code);
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, Assert.Throws<BlittableException>(() => converter.Convert(arrays.AsSpan(0, 1000))).Code);

        arrays[200_000] = 0;
        var document = converter.Convert(arrays.AsSpan(0, 200_001));
        Assert.Equal(arrays[..200_001], BlittableMessagePack.ToArray(BlittableValue.Open(document)));
    }

    [Fact]
    public void Consecutive_map_ends_stay_inside_the_output_wherever_it_ends()
    {
        const int depth = 500;
        var nested = string.Concat(Enumerable.Repeat("{\"a\":", depth)) + "1" + new string('}', depth);
        for (var filling = 14_000; filling < 16_500; filling += 250)
        {
            var text = $"{{\"w\":[{{\"a\":1}},{{\"a\":1}}],\"x\":\"{new string('x', filling)}\",\"b\":{nested}}}";
            using var document = BlittableDocument.Parse(text);
            using var converter = new BlittableMessagePack();
            Assert.Equal(text, BlittableValue.Open(converter.Convert(BlittableMessagePack.ToArray(document.Root))).ToJson());
        }
    }

    [Fact]
    public void A_warm_converter_and_a_warm_writer_allocate_nothing()
    {
        foreach (var mode in Modes)
        {
            using var converter = new BlittableMessagePack(new BlittableOptions { Mode = mode });
            using var document = BlittableDocument.Parse("""{"id":1,"name":"some text","tags":["a","b"],"at":"2024-02-29T01:02:03Z","big":[1.5,2.5,3.5]}""");
            var packed = BlittableMessagePack.ToArray(document.Root);
            var output = new ArrayBufferWriter<byte>(1 << 16);
            for (var i = 0; i < 3; i++)
            {
                var before = GC.GetAllocatedBytesForCurrentThread();
                output.ResetWrittenCount();
                BlittableMessagePack.Write(BlittableValue.Open(converter.Convert(packed)), output);
                Assert.True(i == 0 || GC.GetAllocatedBytesForCurrentThread() == before);
            }
        }
    }

    [Theory]
    [InlineData("[{0},{1},{2}]")]
    [InlineData("[[{0},{1}],[{2},5]]")]
    public void Number_arrays_and_their_parts_are_written_like_other_values(string form)
    {
        foreach (var numbers in new[] { new[] { "1", "1000", "-70000" }, ["0.5", "-0.25", "12.75"], ["-65.613616999999977", "43.420273000000009", "0.1"] })
        {
            var part = string.Format(System.Globalization.CultureInfo.InvariantCulture, form, numbers)[1..^1];
            var text = "[" + string.Join(',', Enumerable.Repeat(part, 3000)) + "]";
            using var memory = BlittableDocument.Parse(text);
            using var disk = BlittableDocument.Parse(text, new BlittableOptions { Mode = BlittableMode.Disk });
            Assert.Equal(BlittableMessagePack.ToArray(memory.Root), BlittableMessagePack.ToArray(disk.Root));
            Assert.Equal(BlittableMessagePack.ToArray(memory.Root[4000]), BlittableMessagePack.ToArray(disk.Root[4000]));
            if (disk.Root[4000].Kind == BlittableValueKind.Array)
            {
                Assert.Equal(BlittableMessagePack.ToArray(memory.Root[4000][1]), BlittableMessagePack.ToArray(disk.Root[4000][1]));
            }
        }
    }

    private static string Expected(ReadOnlySpan<byte> packed)
    {
        var at = 0;
        var json = SlowMessagePack.ToJson(packed, ref at);
        return at == packed.Length ? json : throw new InvalidDataException();
    }
}
