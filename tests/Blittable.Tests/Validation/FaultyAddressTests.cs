using Blittable.Layout;
using Blittable.Tests.Reading;
using static Blittable.Tests.Validation.FaultyDocumentTests;

namespace Blittable.Tests.Validation;

/// <summary>Documents with an address that readers follow to bytes that happen to be readable.</summary>
public sealed class FaultyAddressTests
{
    [Theory]
    [InlineData(0x41, false)] // a string, which contains the last element
    [InlineData(0x05, true)] //  an integer
    public void Every_element_of_an_array_without_slots_is_a_value(byte third, bool isValid)
    {
        var document = new DocumentBytes();
        document.Add(0x01, 0x02, third, 0x03);
        var bytes = document.Finish(document.Add(Tag.StridedArray, 4, 1, 1));

        if (isValid)
        {
            AssertValid("[1,2,5,3]", bytes);
        }
        else
        {
            AssertReadable("[1,2,\"\\u0003\",3]", bytes);
        }
    }

    /// <summary>Arrays without slots need four bytes each, however many elements they have, so that validation would take the square of the bytes.</summary>
    [Theory]
    [InlineData(20, true)]
    [InlineData(200, false)]
    public void Elements_that_many_arrays_contain_are_counted(int arrays, bool isValid)
    {
        const int elements = 120;
        var document = new DocumentBytes();
        document.Add(new byte[elements]);
        var root = 0;
        for (var i = 0; i < arrays; i++)
        {
            var distance = document.Length - (elements - 1);
            root = document.Add([Tag.StridedArray, elements, .. Varint(distance), 1]);
        }

        var bytes = document.Finish(root);
        if (isValid)
        {
            AssertValid($"[{string.Join(',', Enumerable.Repeat(0, elements))}]", bytes);
        }
        else
        {
            var error = Assert.Throws<BlittableException>(BlittableDocument.Open(bytes).Validate);
            Assert.Contains("arrays without slots", error.Message);
        }

        static byte[] Varint(int value) => value < 0x80 ? [(byte)value] : [(byte)(value | 0x80), (byte)(value >> 7)];
    }

    /// <summary>The marks of the values are in words of 64 addresses.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(200)]
    public void A_value_with_two_references_in_a_document_without_shared_values_is_detected_at_every_address(int address)
    {
        var document = new DocumentBytes();
        document.Add(new byte[address]);
        document.Add(0x41, (byte)'a');
        document.Add(Tag.Array, 0x01, 0x02);
        document.Add(Tag.Array, 0x01, 0x05);
        var bytes = document.Finish(document.Add(Tag.Array, 0x02, 0x06, 0x03));

        AssertReadable("[[\"a\"],[\"a\"]]", bytes);
    }

    /// <summary>The bytes after the shape table, the number of shapes and the distance of the root, are the address of the same shape.</summary>
    [Fact]
    public void The_number_of_a_shape_is_below_their_count()
    {
        const int distanceOfRoot = 6, block = 1 + (distanceOfRoot << 8);
        AssertValid("{\"a\":2}", Document(number: 0));
        AssertReadable("{\"a\":2}", Document(number: 1));

        static byte[] Document(byte number)
        {
            var document = new DocumentBytes();
            document.Add(new byte[block - 1]);
            document.Add(Tag.ObjectWithShape, 0x00, 0x01, 0x01, (byte)'a', 0x01);
            document.Add(0x02);
            var bytes = document.FinishWithShapes(document.Add(Tag.ObjectOfDocumentShape, number, 0x01), block);
            Assert.Equal([1, distanceOfRoot], bytes[^3..^1]);
            return bytes;
        }
    }
}
