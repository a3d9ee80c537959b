using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Layout;

/// <summary>Arrays and objects with many children: slots and names in runs of sixteen, and an index of names by their hashes.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class LargeContainerTests
{
    public static TheoryData<BlittableMode, int> Sizes
    {
        get
        {
            var sizes = new TheoryData<BlittableMode, int>();
            foreach (var mode in Enum.GetValues<BlittableMode>())
            {
                foreach (var count in new[] { 31, 32, 33, 47, 48, 255, 256, 257, 4095, 5000, 70_001 })
                {
                    sizes.Add(mode, count);
                }
            }

            return sizes;
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Elements_of_an_array_are_read_by_index_and_in_order(BlittableMode mode, int count)
    {
        var texts = Texts(count);
        var json = "[" + string.Join(',', texts.Select(text => $"\"{text}\"")) + "]";
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
        document.Validate();
        var root = document.Root;

        Assert.Equal(count, root.Count);
        Assert.Equal(json, root.ToJson());
        Assert.Equal(json, BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(root)).Root.ToJson());
        var at = 0;
        foreach (var element in root.EnumerateArray())
        {
            Assert.True(element.Utf8Equals(Encoding.UTF8.GetBytes(texts[at])));
            Assert.True(root[at].Utf8Equals(Encoding.UTF8.GetBytes(texts[at])));
            at++;
        }

        Assert.Equal(count, at);
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Properties_of_an_object_are_read_by_name_and_in_order(BlittableMode mode, int count)
    {
        var names = Texts(count);
        var json = "{" + string.Join(',', names.Select((name, i) => $"\"{name}\":\"value {i}\"")) + "}";
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
        document.Validate();
        var root = document.Root;

        Assert.Equal(count, root.Count);
        Assert.Equal(json, root.ToJson());
        Assert.Equal(json, BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(root)).Root.ToJson());
        var at = 0;
        foreach (var property in root.EnumerateObject())
        {
            Assert.True(property.NameEquals(Encoding.UTF8.GetBytes(names[at])));
            Assert.Equal($"value {at}", property.Value.GetString());
            Assert.Equal($"value {at}", root.GetProperty(names[at]).GetString());
            at++;
        }

        Assert.Equal(count, at);
        Assert.False(root.TryGetProperty("absent", out _));
    }

    [Fact]
    public void A_large_array_can_be_rendered_indented_and_edited()
    {
        var json = "[" + string.Join(',', Texts(1000).Select(text => $"\"{text}\"")) + "]";
        using var document = BlittableDocument.Parse(json);
        var indented = new ArrayBufferWriter<byte>();
        document.Root.WriteJson(indented, indented: true);
        using var again = BlittableDocument.Parse(indented.WrittenSpan);
        Assert.Equal(json, again.Root.ToJson());

        using var editor = new BlittableEditor(document);
        editor.Set("$[17]", "\"another\""u8);
        editor.Remove("$[998]");
        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal(999, edited.Root.Count);
        Assert.Equal("another", edited.Root[17].GetString());
        Assert.Equal(document.Root[999].GetString(), edited.Root[998].GetString());
    }

    [Fact]
    public void A_child_of_a_large_array_costs_at_most_2_3_bytes_in_addition_to_its_value()
    {
        var texts = Texts(20_000);
        var values = texts.Sum(text => 1 + text.Length);
        using var document = BlittableDocument.Parse("[" + string.Join(',', texts.Select(text => $"\"{text}\"")) + "]");

        Assert.InRange(document.Bytes.Length - values, 0, 2.3 * texts.Length);
    }

    [Theory]
    [InlineData("k", 0x362F067C)]
    [InlineData("identity", 0xF76192CF)]
    [InlineData("identities", 0xF85892DA)]
    public void Hashes_of_names_match_the_specification(string name, uint hash) => Assert.Equal(hash, NameIndex.Hash(Encoding.UTF8.GetBytes(name)));

    [Fact]
    public void The_block_of_a_large_shape_stores_the_hash_index_then_origins_then_ends()
    {
        const int count = 300;
        var names = Enumerable.Range(0, count).Select(i => $"n{i}").ToArray();
        var block = ShapeBlockTests.Write(names, ShapeBlockTests.BlockForm.Compact);

        // Ends of one byte; an index; 300 as a varint.
        Assert.Equal([ShapeBlock.HasIndex, 0xAC, 0x02], block[..3]);
        var order = Enumerable.Range(0, count).OrderBy(i => NameIndex.Hash(Encoding.UTF8.GetBytes(names[i]))).ToArray();
        for (var place = 0; place < count; place++)
        {
            Assert.Equal(order[place], BinaryPrimitives.ReadUInt16LittleEndian(block.AsSpan(3 + (2 * place))));
        }

        const int origins = 3 + (2 * count);
        const int ends = origins + (4 * 19);
        var end = 0;
        for (var i = 0; i < count; i++)
        {
            var origin = BinaryPrimitives.ReadInt32LittleEndian(block.AsSpan(origins + (i / 16 * 4)));
            Assert.Equal(i % 16 == 0 ? end : origin, origin);
            end += names[i].Length;
            Assert.Equal(end, origin + block[ends + i]);
        }

        Assert.Equal(string.Concat(names), Encoding.UTF8.GetString(block.AsSpan(ends + count)));
    }

    [Theory]
    [InlineData(300)]
    [InlineData(3000)]
    public void Names_with_equal_hashes_are_distinguished_by_their_bytes(int count)
    {
        var names = NamesOfOneHash(count);
        Assert.Single(names.Select(name => NameIndex.Hash(Encoding.UTF8.GetBytes(name))).Distinct());
        var json = "{" + string.Join(',', names.Select((name, i) => $"\"{name}\":{i}")) + $",\"{names[5]}\":-1}}";
        using var document = BlittableDocument.Parse(json);
        document.Validate();

        Assert.Equal(-1, document.Root.GetProperty(names[5]).GetInt32());
        Assert.All(Enumerable.Range(6, count - 6), i => Assert.Equal(i, document.Root.GetProperty(names[i]).GetInt32()));
    }

    [Fact]
    public void Invalid_slots_and_origins_are_refused()
    {
        var json = "[" + string.Join(',', Enumerable.Range(0, 64).Select(i => $"\"item {i}\"")) + "]";
        using var document = BlittableDocument.Parse(json);
        var bytes = document.Bytes.ToArray();
        var tag = Array.LastIndexOf(bytes, Tag.LargeArray);
        const int origins = 3;
        const int slots = origins + (4 * 4);
        Assert.Equal([Tag.LargeArray, 64, 0], bytes[tag..(tag + origins)]);

        foreach (var (at, value) in new[] { (origins + 3, 0x7F), (origins, bytes[tag + origins] + 1), (slots + 20, 0), (slots + 63, 0xFF), (2, 7) })
        {
            var damaged = (byte[])bytes.Clone();
            damaged[tag + at] = (byte)value;
            Assert.Throws<BlittableException>(() => BlittableDocument.Open(damaged).Validate());
        }
    }

    /// <summary>Returns distinct texts of one to forty bytes.</summary>
    private static string[] Texts(int count) =>
        [.. Enumerable.Range(0, count).Select(i => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{new string((char)('a' + (i % 26)), i * 7 % 34)}{i}"))];

    /// <summary>Returns names of eight characters with equal hashes: the factors of the hash are computed from the required product.</summary>
    private static string[] NamesOfOneHash(int count)
    {
        const ulong factor = 0x9E3779B97F4A7C15;
        var inverse = factor;
        for (var i = 0; i < 6; i++)
        {
            inverse *= 2 - (factor * inverse);
        }

        var names = new List<string>();
        var name = new byte[8];
        for (var upper = 1u; names.Count < count; upper++)
        {
            // The exclusive or of both halves of the product is the same number.
            BinaryPrimitives.WriteUInt64LittleEndian(name, ((((ulong)upper << 32) | (upper ^ 12345u)) * inverse) ^ 8);
            if (name.All(character => character is > 0x20 and < 0x7F and not (byte)'"' and not (byte)'\\'))
            {
                names.Add(Encoding.ASCII.GetString(name));
            }
        }

        return [.. names];
    }
}
