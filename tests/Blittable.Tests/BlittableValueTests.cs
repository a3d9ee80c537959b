using System.Text;
using Blittable.Layout;
using Blittable.Tests.Reading;

namespace Blittable.Tests;

public class BlittableValueTests
{
    /// <summary>{"a":1,"bc":"x","d":[true,null]}, an object that contains its shape.</summary>
    private static byte[] SmallDocument()
    {
        var document = new DocumentBytes();
        document.Add(0x01); //                 00 integer 1
        document.Add(0x41, (byte)'x'); //      01 string of one byte
        document.Add(0xA2); //                 03 true
        document.Add(0xA0); //                 04 null
        document.Add(
            0xB8, //                           05 array, slots of 1 byte
            0x02, //                              2 elements
            0x02, //                              the first is 2 bytes back, at 03
            0x01); //                             the second is 1 byte back, at 04
        var root = document.Add(
            0xC0, //                           09 object with its shape, slots of 1 byte
            0x00, //                              ends of 1 byte, no fingerprints, no index, no duplicates
            0x03, //                              3 names
            0x01, 0x03, 0x04, //                  which end at 1, 3 and 4
            (byte)'a', (byte)'b', (byte)'c', (byte)'d',
            0x09, //                              "a" is 9 bytes back, at 00
            0x08, //                              "bc" is 8 bytes back, at 01
            0x04); //                             "d" is 4 bytes back, at 05
        return document.Finish(root); //       16 0D root 13 bytes back, 17 01 version 1
    }

    /// <summary>[{"k":1},{"k":2}], where the second object refers to the shape of the first.</summary>
    private static byte[] SharedShape(out int root)
    {
        var document = new DocumentBytes();
        document.Add(0x01); //                 00 integer 1
        document.Add(
            0xC0, //                           01 object with its shape
            0x00, 0x01, 0x01, (byte)'k', //    02 the block: flags, 1 name, which ends at 1
            0x01); //                             "k" is 1 byte back
        document.Add(0x02); //                 07 integer 2
        document.Add(
            0xC3, //                           08 object of a shape of the document
            0x00, //                              shape 0
            0x01); //                             "k" is 1 byte back
        root = document.Add(
            0xB8, 0x02, //                     0B array of 2
            0x0A, //                              10 bytes back, at 01
            0x03); //                             3 bytes back, at 08
        return document.FinishWithShapes(root, 2);
    }

    [Fact]
    public void A_small_document_is_read_byte_by_byte_as_specified()
    {
        var bytes = SmallDocument();
        Assert.Equal([0x0D, 0x01], bytes[^2..]);

        var root = BlittableValue.Open(bytes);

        Assert.Equal(BlittableValueKind.Object, root.Kind);
        Assert.Equal(3, root.Count);
        Assert.Equal(1, root.GetProperty("a"u8).GetInt32());
        Assert.Equal("x", root.GetProperty("bc").GetString());
        var array = root.GetProperty(new BlittableName("d"));
        Assert.Equal(2, array.Count);
        Assert.True(array[0].GetBoolean());
        Assert.Equal(BlittableValueKind.Null, array[1].Kind);
        Assert.Null(array[1].GetString());
    }

    [Fact]
    public void Properties_and_elements_are_enumerated_in_order()
    {
        var names = new List<string>();
        var root = BlittableValue.Open(SmallDocument());
        foreach (var property in root.EnumerateObject())
        {
            names.Add(property.Name);
            Assert.True(property.NameEquals(property.Name));
            Assert.True(property.NameEquals(new BlittableName(property.NameUtf8)));
            Assert.False(property.NameEquals("other"u8));
        }

        var kinds = new List<BlittableValueKind>();
        foreach (var element in root.GetProperty("d").EnumerateArray())
        {
            kinds.Add(element.Kind);
        }

        Assert.Equal(["a", "bc", "d"], names);
        Assert.Equal([BlittableValueKind.True, BlittableValueKind.Null], kinds);
    }

    [Fact]
    public void An_object_may_refer_to_a_shape_of_the_document()
    {
        var bytes = SharedShape(out _);
        var name = new BlittableName("k");

        var root = BlittableValue.Open(bytes);

        Assert.Equal(1, root[0].GetProperty(name).GetInt32());
        Assert.Equal(2, root[1].GetProperty(name).GetInt32());
        Assert.Equal(2, root[1].GetProperty("k"u8).GetInt32());
    }

    [Fact]
    public void A_lookup_finds_the_last_of_several_equal_names()
    {
        var document = new DocumentBytes();
        document.Add(0x01, 0x02, 0x03); //               three integers
        var root = document.Add(
            0xC0, //                                      object with its shape
            0x10, //                                      ends of 1 byte, HasDuplicates
            0x03, 0x01, 0x02, 0x03, //                    3 names
            (byte)'k', (byte)'k', (byte)'z',
            0x03, 0x02, 0x01);
        var bytes = document.Finish(root);
        var name = new BlittableName("k");

        for (var i = 0; i < 2; i++)
        {
            Assert.Equal(2, BlittableValue.Open(bytes).GetProperty(name).GetInt32());
            Assert.Equal(2, BlittableValue.Open(bytes).GetProperty("k"u8).GetInt32());
        }

        Assert.Equal(3, BlittableValue.Open(bytes).Count);
    }

    [Fact]
    public void A_reference_resolves_to_its_value()
    {
        var document = new DocumentBytes();
        document.Add(0x41, (byte)'x'); //      00 "x"
        document.Add(0xC9, 0x02, 0x00); //     02 reference, 2 bytes back
        var root = document.Add(0xB8, 0x01, 0x03);
        var bytes = document.Finish(root);

        Assert.True(BlittableValue.Open(bytes)[0].Utf8Equals("x"u8));
    }

    [Fact]
    public void A_reference_to_a_reference_is_refused()
    {
        var document = new DocumentBytes();
        document.Add(0x41, (byte)'x'); //      00 "x"
        document.Add(0xC9, 0x02, 0x00); //     02 reference to 00
        document.Add(0xC9, 0x03, 0x00); //     05 reference to 02
        var bytes = document.Finish(document.Add(0xB8, 0x01, 0x03));

        AssertFails(BlittableErrorCode.InvalidData, bytes, root => _ = root[0].Kind);
    }

    [Fact]
    public void An_array_without_slots_steps_by_its_stride()
    {
        var document = new DocumentBytes();
        document.Add(0xA8, 0x64, 0xA8, 0x65, 0xA8, 0x66); // 100, 101, 102
        var root = document.Add(
            0xBB, //                                         array without slots
            0x03, //                                         3 elements
            0x02, //                                         the last 2 bytes back
            0x02); //                                        and 2 bytes from one to the next
        var array = BlittableValue.Open(document.Finish(root));

        Assert.Equal([100, 101, 102], [array[0].GetInt32(), array[1].GetInt32(), array[2].GetInt32()]);
        Assert.False(array.TryGetElement(3, out _));
        Assert.False(array.TryGetElement(-1, out _));
    }

    [Fact]
    public void Equal_elements_stored_once_have_a_stride_of_zero()
    {
        var document = new DocumentBytes();
        document.Add(0x41, (byte)'x');
        var array = BlittableValue.Open(document.Finish(document.Add(0xBB, 0x04, 0x02, 0x00))); // 4 elements, 2 bytes back

        var count = 0;
        foreach (var element in array.EnumerateArray())
        {
            Assert.True(element.Utf8Equals("x"u8));
            count++;
        }

        Assert.Equal(4, count);
        Assert.Equal("""["x","x","x","x"]""", array.ToJson());
    }

    [Theory]
    [InlineData(new byte[] { 0xBB, 0x03, 0x00, 0x02 })] // elements that start at the array itself
    [InlineData(new byte[] { 0xBB, 0x03, 0x02, 0x03 })] // the first would start before the document
    [InlineData(new byte[] { 0xBB, 0x00, 0x02, 0x02 })] // no elements
    [InlineData(new byte[] { 0xBB, 0x01, 0x02, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F })] // a stride of 4,294,967,295 bytes
    [InlineData(new byte[] { 0xB8, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F })] // 4,294,967,295 slots
    [InlineData(new byte[] { 0xB8, 0x01, 0x00 })] // a slot that refers to the array itself
    [InlineData(new byte[] { 0xB8, 0x01, 0x7F })] // a slot that refers to an address before the document
    [InlineData(new byte[] { 0xC3, 0x00, 0x01 })] // a shape of a document without shapes
    [InlineData(new byte[] { 0xC6, 0x00, 0x01 })] // a shape of a missing dictionary
    [InlineData(new byte[] { 0xBF })] // an unassigned tag
    [InlineData(new byte[] { 0xCC, 0x00 })] // a string of a missing dictionary
    [InlineData(new byte[] { 0xF6, 0x02, 0x00 })] // a string of a missing symbol table
    [InlineData(new byte[] { 0xF2, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0x00 })] // an encoded string of 2 GB
    public void A_container_or_string_with_an_invalid_reference_is_refused(byte[] value)
    {
        var document = new DocumentBytes();
        document.Add(0xA8, 0x64, 0xA8, 0x65);
        var bytes = document.Finish(document.Add(value));

        AssertFails(BlittableErrorCode.InvalidData, bytes, root =>
        {
            _ = root.Kind;
            root.GetString();
        }, root =>
        {
            _ = root.Count;
            _ = root[0].Kind;
        }, root => root.GetProperty("k"u8).GetInt32());
    }

    [Fact]
    public void Missing_properties_and_elements_are_not_found()
    {
        var bytes = SmallDocument();
        AssertFails(BlittableErrorCode.NotFound, bytes, root => root.GetProperty("b"u8));
        AssertFails(BlittableErrorCode.NotFound, bytes, root => root.GetProperty("b"));
        AssertFails(BlittableErrorCode.NotFound, bytes, root => root.GetProperty(new BlittableName("b")));
        AssertFails(BlittableErrorCode.NotFound, bytes, root => root.GetProperty("\ud800"));
        AssertFails(BlittableErrorCode.NotFound, bytes, root => _ = root.GetProperty("d")[2].Kind);
        Assert.False(BlittableValue.Open(DocumentBytes.Of(0xA4)).TryGetProperty("a"u8, out _));
        Assert.Equal(0, BlittableValue.Open(DocumentBytes.Of(0xA4)).Count);
        Assert.Equal(0, BlittableValue.Open(DocumentBytes.Of(0xA3)).Count);
    }

    [Fact]
    public void Binary_values_and_extensions_are_read_in_place()
    {
        var binary = BlittableValue.Open(DocumentBytes.Of(0xB6, 0x02, 0xFF, 0x00)); // 2 bytes
        Assert.Equal(BlittableValueKind.Binary, binary.Kind);
        Assert.Equal([0xFF, 0x00], binary.GetBytes().ToArray());

        var extension = BlittableValue.Open(DocumentBytes.Of(0xB7, 0x05, 0x01, 0x80)); // type 5, 1 byte
        Assert.True(extension.TryGetExtension(out var type, out var data));
        Assert.Equal(5, type);
        Assert.Equal([0x80], data.ToArray());
        Assert.False(extension.TryGetBytes(out _));
    }

    [Theory]
    [InlineData(new byte[] { }, BlittableErrorCode.InvalidData)]
    [InlineData(new byte[] { 0x01 }, BlittableErrorCode.InvalidData)] // no distance
    [InlineData(new byte[] { 0xA0, 0x00, 0x01 }, BlittableErrorCode.InvalidData)] // a distance of zero
    [InlineData(new byte[] { 0xA0, 0x02, 0x01 }, BlittableErrorCode.InvalidData)] // a distance before the document
    [InlineData(new byte[] { 0xA0, 0x01, 0x02 }, BlittableErrorCode.UnsupportedVersion)] // version 2
    [InlineData(new byte[] { 0xA0, 0x01, 0x81 }, BlittableErrorCode.UnsupportedVersion)] // a reserved flag
    [InlineData(new byte[] { 0xA0, 0x05, 0x01, 0x11 }, BlittableErrorCode.InvalidData)] // 5 shapes in 1 byte
    [InlineData(new byte[] { 0xA0, 0x34, 0x12, 0x01, 0x04, 0x09 }, BlittableErrorCode.DictionaryMissing)]
    public void An_invalid_trailer_is_refused(byte[] bytes, BlittableErrorCode code)
    {
        Assert.Equal(code, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes)).Code);
        Assert.Equal(code, Assert.Throws<BlittableException>(() => BlittableDocument.Open(bytes)).Code);
    }

    [Fact]
    public void A_document_keeps_its_bytes_until_it_is_disposed()
    {
        var bytes = SmallDocument();
        var document = BlittableDocument.Open(bytes);

        Assert.True(document.Bytes.Span == bytes);
        Assert.Equal(3, document.Root.Count);
        document.Dispose();
        Assert.Throws<ObjectDisposedException>(() => document.Root.Count);
    }

    [Fact]
    public void The_kind_of_a_value_follows_from_the_range_of_its_tag()
    {
        for (var tag = 0; tag <= 0xFF; tag++)
        {
            var expected = tag switch
            {
                <= Tag.SmallIntegerLast => BlittableValueKind.Number,
                <= Tag.ShortStringLast => BlittableValueKind.String,
                <= Tag.ShortNumberTextLast => BlittableValueKind.Number,
                Tag.Null => BlittableValueKind.Null,
                Tag.False => BlittableValueKind.False,
                Tag.True => BlittableValueKind.True,
                Tag.EmptyArray => BlittableValueKind.Array,
                Tag.EmptyObject => BlittableValueKind.Object,
                Tag.String16 or Tag.String32 => BlittableValueKind.String,
                >= Tag.NumberText and <= Tag.Float64 => BlittableValueKind.Number,
                Tag.Binary or Tag.Extension => BlittableValueKind.Binary,
                >= Tag.Array and <= Tag.LargeArray => BlittableValueKind.Array,
                Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectOfDictionaryShapeLast) => BlittableValueKind.Object,
                >= Tag.DictionaryString and <= Tag.DictionaryStringLast => BlittableValueKind.String,
                >= Tag.ShortDecimal and <= Tag.NarrowFloat64 => BlittableValueKind.Number,
                >= Tag.RawDate and <= Tag.ContinuedString => BlittableValueKind.String,
                _ => BlittableValueKind.Undefined,
            };
            Assert.Equal(expected, Blittable.Reading.TagKinds.Of((byte)tag));
        }
    }

    [Fact]
    public void Text_of_any_length_can_be_compared()
    {
        for (var length = 0; length <= 40; length++)
        {
            var text = Encoding.ASCII.GetBytes(new string('q', length));
            var value = BlittableValue.Open(DocumentBytes.Of([(byte)(Tag.ShortString + length), .. text]));
            Assert.True(value.Utf8Equals(text));
            Assert.True(value.TextEquals(new string('q', length)));
            Assert.False(value.Utf8Equals([.. text, (byte)'q']));
            for (var i = 0; i < length; i++)
            {
                var other = text.ToArray();
                other[i]++;
                Assert.False(value.Utf8Equals(other));
            }
        }
    }

    internal delegate void Read(BlittableValue root);

    internal static void AssertFails(BlittableErrorCode code, byte[] bytes, params Read[] attempts)
    {
        // If several ways to read are given, each may throw only this exception and at least one must.
        var failures = 0;
        foreach (var attempt in attempts)
        {
            try
            {
                attempt(BlittableValue.Open(bytes));
            }
            catch (BlittableException exception) when (attempts.Length == 1 || exception.Code != BlittableErrorCode.WrongKind)
            {
                Assert.Equal(code, exception.Code);
                failures++;
            }
            catch (BlittableException)
            {
                Assert.NotEqual(1, attempts.Length);
            }
        }

        Assert.True(failures > 0);
    }
}
