using System.Text;
using Blittable.Layout;
using Blittable.Tests.Reading;

namespace Blittable.Tests.Validation;

/// <summary>Documents with one error that readers need not detect. Each differs from a valid document in the field under test.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class FaultyDocumentTests
{
    [Fact]
    public void A_shape_may_be_embedded_in_an_earlier_object()
    {
        var document = new DocumentBytes();
        document.Add(0x01);
        var first = document.Add(Tag.ObjectWithShape, 0x00, 0x01, 0x01, (byte)'a', 0x01);
        document.Add(0x02);
        var second = document.Add(Tag.ObjectOfDocumentShape, 0x00, 0x01);
        var root = document.Add(Tag.Array, 0x02, (byte)(11 - first), (byte)(11 - second));

        AssertValid("""[{"a":1},{"a":2}]""", document.FinishWithShapes(root, (ushort)(first + 1)));
    }

    [Fact]
    public void A_shape_in_a_later_object_is_refused()
    {
        var document = new DocumentBytes();
        document.Add(0x01);
        var first = document.Add(Tag.ObjectOfDocumentShape, 0x00, 0x01);
        document.Add(0x02);
        var second = document.Add(Tag.ObjectWithShape, 0x00, 0x01, 0x01, (byte)'a', 0x01);
        var root = document.Add(Tag.Array, 0x02, (byte)(11 - first), (byte)(11 - second));

        AssertReadable("""[{"a":1},{"a":2}]""", document.FinishWithShapes(root, (ushort)(second + 1)));
    }

    [Fact]
    public void A_shape_within_a_value_is_refused()
    {
        var document = new DocumentBytes();
        document.Add(Tag.Binary, 0x05, Tag.ObjectWithShape, 0x00, 0x01, 0x01, (byte)'a'); // bytes that look like an object
        document.Add(0x01);
        var root = document.Add(Tag.ObjectOfDocumentShape, 0x00, 0x01);

        AssertReadable("""{"a":1}""", document.FinishWithShapes(root, 3));
    }

    [Fact]
    public void A_shape_in_a_value_that_is_not_an_object_is_refused()
    {
        var document = new DocumentBytes();
        document.Add(0x44, 0x00, 0x01, 0x01, (byte)'a'); // a string whose four bytes look like a shape
        document.Add(0x01);
        var root = document.Add(Tag.ObjectOfDocumentShape, 0x00, 0x01);

        AssertReadable("""{"a":1}""", document.FinishWithShapes(root, 1));
    }

    [Fact]
    public void A_shape_without_an_object_is_refused()
    {
        var document = new DocumentBytes();
        var root = document.Add(0x44, 0x00, 0x01, 0x01, (byte)'a');

        AssertReadable("\"\\u0000\\u0001\\u0001a\"", document.FinishWithShapes(root, 1));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Slots_in_runs_have_one_or_two_bytes(byte width) =>
        AssertValid($"[{string.Join(',', Enumerable.Range(0, 32))}]", Runs(width, 1));

    [Fact]
    public void Wider_slots_in_runs_are_refused() => AssertUnreadable(Runs(2, 1));

    [Fact]
    public void A_slot_of_zero_in_a_run_is_refused() => AssertUnreadable(Runs(0, 0));

    [Fact]
    public void A_run_that_starts_before_the_document_is_refused()
    {
        var bytes = Runs(0, 1);
        bytes[32 + 3] = 33; // distance from the container at byte 32 back to the start of its first run

        AssertUnreadable(bytes);
    }

    [Theory]
    [InlineData(10, 11)]
    [InlineData(0, 299)]
    public void An_index_in_the_wrong_order_is_refused(int left, int right)
    {
        var bytes = Indexed(Enumerable.Range(0, 300).Select(i => $"name {i}"), out var index);
        var swapped = bytes.AsSpan(index + (2 * left), 2).ToArray();
        bytes.AsSpan(index + (2 * right), 2).CopyTo(bytes.AsSpan(index + (2 * left)));
        swapped.CopyTo(bytes.AsSpan(index + (2 * right)));

        AssertInvalid(bytes);
    }

    /// <summary>The last of 257 names is a run of its own: its end encodes the same position from another origin.</summary>
    [Fact]
    public void The_origin_of_a_run_of_names_is_the_end_of_the_previous_names()
    {
        var bytes = Indexed(Enumerable.Range(0, 257).Select(i => $"name {i}"), out var index);
        var shape = ShapeBlock.Read(bytes, BlittableValue.Open(bytes).Address + 1);
        Assert.Equal(0, shape.Flags & ShapeBlock.EndSizeMask);
        bytes[shape.OriginsAddress + (sizeof(uint) * (256 / 16))]--;
        bytes[shape.EndsAddress + 256]++;

        AssertInvalid(bytes);
    }

    [Fact]
    public void An_index_with_a_repeated_name_is_refused()
    {
        var bytes = Indexed(Enumerable.Range(0, 300).Select(i => $"name {i}"), out var index);
        bytes.AsSpan(index + 20, 2).CopyTo(bytes.AsSpan(index + 22, 2));

        AssertInvalid(bytes);
    }

    /// <summary>The flag for equal names is correct, so only the order of the index reveals the error.</summary>
    [Fact]
    public void An_index_that_lists_one_of_two_equal_names_twice_is_refused()
    {
        var bytes = Indexed(Enumerable.Range(0, 300).Select(i => $"name {i % 299}"), out var index);
        var place = Enumerable.Range(0, 300).First(i => BitConverter.ToUInt16(bytes, index + (2 * i)) == 0);
        BitConverter.TryWriteBytes(bytes.AsSpan(index + (2 * place) + 2), (ushort)0);

        AssertInvalid(bytes);
    }

    [Fact]
    public void Names_up_to_256_need_no_index() => AssertValid(Unindexed(256, out var document), document);

    [Fact]
    public void More_names_without_an_index_are_refused() => AssertReadable(Unindexed(257, out var document), document);

    [Fact]
    public void An_index_with_equal_names_in_the_wrong_order_is_refused()
    {
        var bytes = Indexed(Enumerable.Range(0, 300).Select(i => $"name {i % 299}"), out var index);
        var entries = Enumerable.Range(0, 300).Select(i => BitConverter.ToUInt16(bytes, index + (2 * i))).ToList();
        var place = entries.IndexOf(0);
        Assert.Equal(299, entries[place + 1]);
        BitConverter.TryWriteBytes(bytes.AsSpan(index + (2 * place)), (ushort)299);
        BitConverter.TryWriteBytes(bytes.AsSpan(index + (2 * place) + 2), (ushort)0);

        AssertInvalid(bytes);
    }

    [Theory]
    [InlineData(300)]
    [InlineData(299)]
    public void A_shape_with_an_index_declares_whether_names_are_equal(int distinct)
    {
        var bytes = Indexed(Enumerable.Range(0, 300).Select(i => $"name {i % distinct}"), out _);
        bytes[BlittableValue.Open(bytes).Address + 1] ^= ShapeBlock.HasDuplicates;

        AssertInvalid(bytes);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(-1, false)]
    public void Containers_are_nested_no_deeper_than_recorded(int change, bool isValid)
    {
        var bytes = Sharing(out var trailer);
        Assert.Equal(3, bytes[trailer - 1]);
        bytes[trailer - 1] = (byte)(bytes[trailer - 1] + change);

        AssertValidity(isValid, bytes);
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(-1, false)]
    public void The_text_is_no_longer_than_recorded(int change, bool isValid)
    {
        var bytes = Sharing(out var trailer);
        Assert.Equal(BlittableValue.Open(bytes).ToJson().Length, bytes[trailer - 2]);
        bytes[trailer - 2] = (byte)(bytes[trailer - 2] + change);

        AssertValidity(isValid, bytes);
    }

    [Fact]
    public void A_root_that_is_a_reference_is_refused()
    {
        var document = new DocumentBytes();
        document.Add(0x01);

        AssertInvalid(document.Finish(document.Add(Tag.Reference, 0x01, 0x00)));
    }

    [Theory]
    [InlineData(0x01)] // to the reference before it
    [InlineData(0x00)] // to itself
    [InlineData(0x05)] // before the document
    public void A_reference_to_an_invalid_address_is_refused(byte distance)
    {
        var document = new DocumentBytes();
        document.Add(0x01);
        var first = document.Add(Tag.Reference, 0x01, 0x00);
        var second = document.Add(Tag.Reference, (byte)(distance == 1 ? 4 - first : distance), 0x00);

        AssertUnreadable(document.Finish(document.Add(Tag.Array, 0x01, (byte)(7 - second))));
    }

    [Theory]
    [InlineData(0x00)]
    [InlineData(0x02)]
    public void A_slot_with_an_invalid_address_is_refused(byte distance)
    {
        var document = new DocumentBytes();
        document.Add(0x01);

        AssertUnreadable(document.Finish(document.Add(Tag.Array, 0x01, distance)));
    }

    [Theory]
    [InlineData(2, 1, 1, true)] //                           the values 1 and 2
    [InlineData(1, 1, 1, true)] //                           the value 2
    [InlineData(0, 1, 1, false)] //                          no elements
    [InlineData(3, 1, 1, false)] //                          the first element before the document
    [InlineData(2, 0, 1, false)] //                          the last element in the array itself
    [InlineData(1, 3, 1, false)] //                          the last element before the document
    [InlineData(1, uint.MaxValue, 0, false)]
    [InlineData(uint.MaxValue, 1, 0, false)] //              more elements than an array may have
    [InlineData(1, 1, 0x8000_0000, false)] //                a distance beyond the address range
    public void An_array_without_slots_must_lie_within_the_document(uint count, uint last, uint stride, bool isValid)
    {
        var document = new DocumentBytes();
        document.Add(0x01, 0x02);
        var bytes = document.Finish(document.Add([Tag.StridedArray, .. Varint(count), .. Varint(last), .. Varint(stride)]));

        if (isValid)
        {
            Assert.Equal((int)count, BlittableValue.Open(bytes).Count);
            BlittableDocument.Open(bytes).Validate();
        }
        else
        {
            AssertUnreadable(bytes);
        }
    }

    /// <summary>Elements at one address are one shared value, which a document must declare.</summary>
    [Theory]
    [InlineData(1, new byte[] { Tag.Array, 0x02, 0x01, 0x01 })] //        by two slots
    [InlineData(1, new byte[] { Tag.StridedArray, 0x02, 0x01, 0x00 })] // by elements with a stride of zero
    [InlineData(7, new byte[] { Tag.Reference, 0x01, 0x00, Tag.Reference, 0x04, 0x00, Tag.Array, 0x02, 0x06, 0x03 })]
    public void A_value_with_two_references_requires_a_document_with_shared_values(int root, byte[] values)
    {
        AssertReadable("[2,2]", Document(document => document.Finish(root)));
        AssertValid("[2,2]", Document(document => document.FinishShared(root, textLength: 5, depth: 1)));
        AssertInvalid(Document(document => document.FinishShared(root, textLength: 4, depth: 1)));
        AssertInvalid(Document(document => document.FinishShared(root, textLength: 5, depth: 0)));

        byte[] Document(Func<DocumentBytes, byte[]> finish)
        {
            var document = new DocumentBytes();
            document.Add(0x02);
            document.Add(values);
            return finish(document);
        }
    }

    [Fact]
    public void A_string_continues_a_value_and_not_bytes_within_a_value()
    {
        var document = new DocumentBytes();
        document.Add(0x42, 0x41, (byte)'x'); // a string of two bytes, the second of which reads as another string
        var root = document.Add(Tag.ContinuedString, 0x01, 0x02, 0x41, (byte)'y');

        AssertReadable("\"xy\"", document.Finish(root));
    }

    internal static void AssertValid(string json, byte[] document)
    {
        Assert.Equal(json, BlittableValue.Open(document).ToJson());
        BlittableDocument.Open(document).Validate();
    }

    /// <summary>A readable document whose error only validation detects.</summary>
    internal static void AssertReadable(string json, byte[] document)
    {
        Assert.Equal(json, BlittableValue.Open(document).ToJson());
        AssertInvalid(document);
    }

    private static void AssertUnreadable(byte[] document)
    {
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(document).ToJson()).Code);
        AssertInvalid(document);
    }

    internal static void AssertInvalid(byte[] document) =>
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableDocument.Open(document).Validate()).Code);

    private static void AssertValidity(bool isValid, byte[] document)
    {
        if (isValid)
        {
            BlittableDocument.Open(document).Validate();
        }
        else
        {
            AssertInvalid(document);
        }
    }

    /// <summary>Returns an array of the integers from 0 to 31 in two runs, with the given last slot.</summary>
    private static byte[] Runs(int width, int last)
    {
        var document = new DocumentBytes();
        document.Add([.. Enumerable.Range(0, 32).Select(i => (byte)i)]);
        var root = document.Add(Tag.LargeArray, 0x20, (byte)width);
        document.Add(0x10, 0, 0, 0); // the first run counts back from byte 16
        document.Add(0x00, 0, 0, 0); // the second run counts back from the container, at byte 32
        for (var i = 0; i < 32; i++)
        {
            document.Add(BitConverter.GetBytes(i == 31 ? last : 16 - (i % 16)).AsSpan(0, 1 << width));
        }

        return document.Finish(root);
    }

    /// <summary>Returns a large object and the start of its index of 300 names.</summary>
    private static byte[] Indexed(IEnumerable<string> names, out int index)
    {
        var json = "{" + string.Join(',', names.Select((name, i) => $"\"{name}\":{i}")) + "}";
        using var converter = new BlittableConverter();
        var bytes = converter.Convert(json).ToArray();
        AssertValid(json, bytes);
        var shape = ShapeBlock.Read(bytes, BlittableValue.Open(bytes).Address + 1);
        Assert.Equal(ShapeBlock.HasIndex, shape.Flags & ShapeBlock.HasIndex);
        index = shape.OriginsAddress - (2 * shape.Count);
        return bytes;
    }

    /// <summary>Writes an object of names and integers without an index.</summary>
    /// <returns>Its JSON.</returns>
    private static string Unindexed(int count, out byte[] bytes)
    {
        const byte wideEnds = 0x01, wideSlots = 1;
        var document = new DocumentBytes();
        for (var i = 0; i < count; i++)
        {
            document.Add((byte)(i % 10));
        }

        var root = document.Add((byte)(Tag.ObjectWithShape + wideSlots), wideEnds, (byte)(count | 0x80), (byte)(count >> 7));
        for (var i = 1; i <= count; i++)
        {
            document.Add(BitConverter.GetBytes((ushort)(3 * i)));
        }

        for (var i = 0; i < count; i++)
        {
            document.Add(Encoding.ASCII.GetBytes($"{i:d3}"));
        }

        for (var i = 0; i < count; i++)
        {
            document.Add(BitConverter.GetBytes((ushort)(root - i)));
        }

        bytes = document.Finish(root);
        return "{" + string.Join(',', Enumerable.Range(0, count).Select(i => $"\"{i:d3}\":{i % 10}")) + "}";
    }

    /// <summary>Returns a document that shares a string, and the position of its recorded limits: the text length and the depth, 3, in one byte each.</summary>
    private static byte[] Sharing(out int limits)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk, NanosecondsPerByte = 1000 });
        var bytes = converter.Convert(Encoding.UTF8.GetBytes("""{"a":["a string that is shared",["a string that is shared"]]}""")).ToArray();
        var trailer = Trailer.Read(bytes);
        Assert.NotEqual(0, trailer.Flags & Trailer.Shared);
        limits = trailer.SymbolTable;
        return bytes;
    }

    private static byte[] Varint(uint value)
    {
        var bytes = new List<byte>();
        for (; value > 0x7F; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }

        return [.. bytes, (byte)value];
    }
}
