using System.Text;
using Blittable.Format;
using Blittable.Tests.Json;

namespace Blittable.Tests.Reading;

/// <summary>Documents that carry their names compressed, against the same in memory mode, which never does.</summary>
public class CodedNamesTests
{
    private const string People =
        """[{"first_name":"Ada","last_name":"L","address":{"city":"London","country":"UK"}},"""
        + """{"first_name":"Alan","last_name":"T","address":{"city":"Wilmslow","country":"UK"}}]""";

    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    [Fact]
    public void Names_are_stored_in_codes_of_the_general_table()
    {
        byte[] expected =
        [
            0x01, //       00  integer 1
            0x02, //       01  integer 2
            0xC0, //       02  object with its shape, slots of 1 byte
            0x20, //       03  the block: ends of 1 byte, coded names
            0x02, //       04  2 names
            0x02, 0x08, // 05  which end at 2 and at 8
            0xB4, 0x54, // 07  "na", "me"
            0xEE, 0x02, 0x93, 0x0E, 0x5F, 0xE7, // 09  "cr", "e", "ate", "d", "_", "at"
            0x02, 0x01, // 0F  "name" is 2 bytes back, "created_at" 1
            0x0F, //       11  the root starts 15 bytes before this byte
            0x01, //       12  version 1
        ];
        using var document = BlittableDocument.Parse("""{"name":1,"created_at":2}""", Disk);
        Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(document.Bytes.Span));
        AssertSame("""{"name":1,"created_at":2}""", document);
    }

    [Fact]
    public void Names_that_codes_would_not_shorten_stay_as_they_are()
    {
        using var document = BlittableDocument.Parse("""{"Q9":1,"ZX":2,"#~":3}""", Disk);
        Assert.False(AreCoded(document.Root));
        AssertSame("""{"Q9":1,"ZX":2,"#~":3}""", document);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(12)]
    [InlineData(13)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(200)]
    [InlineData(512)]
    [InlineData(513)]
    public void Every_name_is_found_whatever_helps_to_find_it(int count)
    {
        var names = Enumerable.Range(0, count).Select(i => $"property_number_{i}{(i % 40 == 7 ? new string('x', 200) : "")}").ToArray();
        var json = "{" + string.Join(',', names.Select((name, i) => $"\"{name}\":{i}")) + "}";
        foreach (var text in new[] { json, $"[{json},{json.Replace("}", ",\"more\":-1}", StringComparison.Ordinal)},{json}]" })
        {
            using var document = BlittableDocument.Parse(text, Disk with { ShareValues = false });
            AssertSame(text, document);
            var root = document.Root.Kind == BlittableValueKind.Array ? document.Root[2] : document.Root;

            // More names than a shape may have are data, and stay as they are.
            Assert.Equal(count <= 512, AreCoded(root));
            for (var i = 0; i < count; i++)
            {
                Assert.Equal(i, root.GetProperty(names[i]).GetInt32());
                var name = new BlittableName(names[i]);
                Assert.Equal(i, root.GetProperty(name).GetInt32());
                Assert.Equal(i, root.GetProperty(name).GetInt32());
            }

            Assert.False(root.TryGetProperty("property_number_"u8, out _));
            Assert.False(root.TryGetProperty("property_number_513"u8, out _));
            Assert.False(root.TryGetProperty(new BlittableName("another"), out _));
        }
    }

    [Fact]
    public void Random_documents_read_and_render_as_in_memory_mode()
    {
        var random = new RandomJson(17);
        using var converter = new BlittableConverter(Disk);
        for (var i = 0; i < 400; i++)
        {
            var (json, text) = random.Next();
            using var document = BlittableDocument.Open(converter.Convert(Encoding.UTF8.GetBytes(text)).ToArray());
            AssertSame(json, document);
        }
    }

    [Fact]
    public void Enumerations_may_stand_in_each_other_and_names_outlast_them()
    {
        using var document = BlittableDocument.Parse(People, Disk);
        var text = new StringBuilder();
        foreach (var person in document.Root.EnumerateArray())
        {
            var first = person.EnumerateObject();
            Assert.True(first.MoveNext());
            var name = first.Current.NameUtf8;
            foreach (var property in person.EnumerateObject())
            {
                text.Append(property.Name).Append(' ');
                if (property.Value.Kind == BlittableValueKind.Object)
                {
                    foreach (var part in property.Value.EnumerateObject())
                    {
                        foreach (var again in property.Value.EnumerateObject())
                        {
                            text.Append(again.NameEquals(part.NameUtf8) ? '=' : '-');
                        }

                        text.Append(part.Name).Append(' ');
                    }
                }
            }

            Assert.True(name.SequenceEqual("first_name"u8));
        }

        Assert.Equal(string.Concat(Enumerable.Repeat("first_name last_name address =-city -=country ", 2)), text.ToString());
    }

    [Fact]
    public void Reading_allocates_nothing_once_a_shape_is_known()
    {
        using var document = BlittableDocument.Parse(People, Disk);
        var bytes = document.Bytes;
        var allocated = long.MaxValue;

        // A shape of a test beside this one may have the place, which is given away a hundred times a second at the most.
        for (var attempt = 0; attempt < 1000 && allocated > 0; attempt++)
        {
            Thread.Sleep(attempt == 0 ? 0 : 5);
            var before = GC.GetAllocatedBytesForCurrentThread();
            var length = Read(bytes.Span);
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.Equal((2 * "first_namelast_nameaddress".Length) + "AdaAlan".Length, length);
        }

        Assert.Equal(0, allocated);

        static int Read(ReadOnlySpan<byte> bytes)
        {
            var length = 0;
            foreach (var person in BlittableValue.Open(bytes).EnumerateArray())
            {
                foreach (var property in person.EnumerateObject())
                {
                    length += property.NameUtf8.Length;
                }

                Assert.True(person.GetProperty("first_name"u8).TryGetUtf8Span(out var name));
                length += name.Length;
            }

            return length;
        }
    }

    [Fact]
    public void Enumerating_shapes_that_never_come_again_allocates_hardly_anything()
    {
        const int shapes = 24_000, last = 2_000;
        using var converter = new BlittableConverter(Disk);
        var random = new Random(8);
        var destination = new byte[64];
        long allocated = 0;
        for (var i = 0; i < shapes; i++)
        {
            var key = $"customer_{random.NextInt64()}";
            var bytes = converter.Convert(Encoding.UTF8.GetBytes($$"""{"{{key}}":1,"created_at_{{key}}":2}"""));
            var expected = Encoding.UTF8.GetBytes(key);
            var before = GC.GetAllocatedBytesForCurrentThread();
            var isSame = true;
            var count = 0;
            foreach (var property in BlittableValue.Open(bytes).EnumerateObject())
            {
                isSame &= property.TryCopyNameUtf8(destination, out var written) && destination.AsSpan(0, written).EndsWith(expected);
                isSame &= property.NameEquals(destination.AsSpan(0, written)) && !property.NameEquals("customer_1"u8);
                isSame &= !property.TryCopyNameUtf8(destination.AsSpan(0, 3), out _);
                count++;
            }

            // By then nearly all places are taken. A shape that is remembered takes some 400 bytes.
            allocated += i >= shapes - last ? GC.GetAllocatedBytesForCurrentThread() - before : 0;
            Assert.True(isSame && count == 2);
            if (i >= shapes - last)
            {
                var nested = $$"""{"{{key}}":{"number_of_{{key}}":1},"created_at_{{key}}":2}""";
                Assert.Equal(nested, BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(nested))).ToJson());
                foreach (var property in BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(nested))).EnumerateObject())
                {
                    Assert.EndsWith(key, property.Name, StringComparison.Ordinal);
                }
            }
        }

        Assert.InRange(allocated, 0, last * 40);
    }

    [Fact]
    public void Only_disk_mode_compresses_names_and_only_where_it_may()
    {
        using var memory = BlittableDocument.Parse(People);
        using var disk = BlittableDocument.Parse(People, Disk);
        using var plain = BlittableDocument.Parse(People, Disk with { CompressNames = false });
        using var memoryClone = memory.Root[0].Clone();
        using var diskClone = disk.Root[0].Clone();
        Assert.False(AreCoded(memory.Root[0]));
        Assert.True(AreCoded(disk.Root[0]));
        Assert.False(AreCoded(plain.Root[0]));
        Assert.False(AreCoded(memoryClone.Root));
        Assert.True(AreCoded(diskClone.Root));
        Assert.True(disk.Bytes.Length < plain.Bytes.Length);
        var saved = plain.GetStatistics().NameBytes - disk.GetStatistics().NameBytes;
        Assert.Equal(plain.Bytes.Length - disk.Bytes.Length, saved);
        Assert.Equal(plain.GetStatistics().NameBytes, disk.GetStatistics().NameTextBytes);
    }

    [Fact]
    public void An_editor_changes_objects_with_compressed_names()
    {
        using var document = BlittableDocument.Parse(People, Disk);
        foreach (var options in new[] { Disk, new BlittableOptions() })
        {
            using var editor = new BlittableEditor(document, options);
            editor.Set("$[0].address.city", "\"Paris\""u8);
            editor.Rename("$[1].first_name", "given_name");
            editor.Set("$[1].nickname", "1"u8);
            const string expected =
                """[{"first_name":"Ada","last_name":"L","address":{"city":"Paris","country":"UK"}},"""
                + """{"given_name":"Alan","last_name":"T","address":{"city":"Wilmslow","country":"UK"},"nickname":1}]""";
            using var edited = editor.ToDocument();
            using var compact = editor.Compact();
            AssertSame(expected, edited);
            AssertSame(expected, compact);
        }
    }

    [Theory]
    [InlineData(new byte[] { 0x20, 0x02, 0x02, 0x04, 0x54, 0xFF, 0x54, 0x54 })] // the first name ends with an escape
    [InlineData(new byte[] { 0x20, 0x02, 0x02, 0x01, 0x54, 0x54, 0x54, 0x54 })] // the second name ends before the first
    [InlineData(new byte[] { 0x24, 0x02, 0x01, 0x01, 0x02, 0x04, 0x54, 0x54, 0x54, 0x54 })] // fingerprints of other names
    [InlineData(new byte[] { 0x20, 0x02, 0x01, 0x02, 0x54, 0x54 })] // equal names, without the flag
    [InlineData(new byte[] { 0x20, 0x02, 0x01, 0x05, 0x54, 0xFF, 0x6E, 0xFF, 0x61 })] // "na" in two escapes, where there is a symbol for it
    public void Damaged_codes_are_named_and_names_are_not_found(byte[] block)
    {
        var document = new DocumentBytes();
        document.Add(1);
        document.Add(2);
        var root = document.Add([Tag.ObjectWithShape, .. block, 2, 1]);
        using var opened = BlittableDocument.Open(document.Finish(root));
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(opened.Validate).Code);
        Assert.False(opened.Root.TryGetProperty("other"u8, out _));
        Assert.False(opened.Root.TryGetProperty(new BlittableName("other"), out _));
    }

    /// <summary>Whether an object's names are compressed.</summary>
    private static bool AreCoded(BlittableValue value) => value.TryReadObject(out _, out var shape) && shape.AreNamesCoded;

    private static void AssertSame(string json, BlittableDocument document)
    {
        document.Validate();
        using var plain = BlittableDocument.Parse(json);
        Assert.Equal(json, document.Root.ToJson());
        Assert.Equal(plain.Root.ToJson(), document.Root.ToJson());
        Assert.Equal(json, document.Root.Clone().Root.ToJson());
        Assert.Equal(Convert.ToHexString(Pack(plain.Root)), Convert.ToHexString(Pack(document.Root)));
        AssertSame(plain.Root, document.Root);
    }

    private static byte[] Pack(BlittableValue value) =>
        BlittableMessagePack.ToArray(value, new BlittableMessagePackOptions { Numbers = BlittableMessagePackNumbers.Text });

    private static void AssertSame(BlittableValue expected, BlittableValue actual)
    {
        Assert.Equal(expected.Kind, actual.Kind);
        if (expected.Kind == BlittableValueKind.Array)
        {
            Assert.Equal(expected.Count, actual.Count);
            for (var i = 0; i < expected.Count; i++)
            {
                AssertSame(expected[i], actual[i]);
            }
        }

        if (expected.Kind != BlittableValueKind.Object)
        {
            return;
        }

        var found = actual.EnumerateObject();
        foreach (var property in expected.EnumerateObject())
        {
            Assert.True(found.MoveNext());
            Assert.Equal(property.Name, found.Current.Name);
            Assert.Equal(expected.GetProperty(property.NameUtf8).ToJson(), actual.GetProperty(property.NameUtf8).ToJson());
            AssertSame(property.Value, found.Current.Value);
        }

        Assert.False(found.MoveNext());
    }
}
