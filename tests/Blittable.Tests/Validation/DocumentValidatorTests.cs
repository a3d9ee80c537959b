using System.Buffers;
using System.Text;
using Blittable.Layout;
using Blittable.Tests.Reading;
using FsCheck;
using FsCheck.Fluent;

namespace Blittable.Tests.Validation;

[Trait(Category.Name, Category.Vector)]
public class DocumentValidatorTests
{
    private static readonly string[] Samples =
    [
        """{"a":1,"b":[true,null,-5,1.50,1e5],"c":{"a":2,"b":[],"c":{}},"d":"2011-01-01T00:00:00Z","e":"text of some length"}""",
        """[{"id":1,"name":"one"},{"id":2,"name":"two"},{"id":3,"name":"one"},{"id":70000,"name":"Zürich"}]""",
        """[[1,2,3,4],[1,2,3,4],["a","a","a"],{"x":[1,2,3,4]},{"x":[1,2,3,4]},1.25,-0.001]""",
        """{"same":1,"same":2,"":"","2020-02-29":"2020-02-29","hex":"d41d8cd98f00b204e9800998ecf8427e"}""",
    ];

    [Fact]
    public void Converted_documents_are_valid()
    {
        foreach (var mode in new[] { BlittableMode.Memory, BlittableMode.Disk })
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            foreach (var json in Samples)
            {
                Validate(converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray());
            }

            var wide = "{" + string.Join(',', Enumerable.Range(0, 400).Select(i => $"\"name {i * 7919 % 400}\":{i}")) + "}";
            Validate(converter.Convert(Encoding.UTF8.GetBytes(wide)).ToArray());
            var large = "[" + string.Join(',', Enumerable.Range(0, 3000).Select(i => $$"""{"id":{{i}},"tags":["x{{i % 10}}","y"],"v":{{i}}.25}""")) + "]";
            Validate(converter.Convert(Encoding.UTF8.GetBytes(large)).ToArray());
        }
    }

    [Fact]
    public void A_flipped_bit_causes_no_exception_but_BlittableException()
    {
        foreach (var mode in new[] { BlittableMode.Memory, BlittableMode.Disk })
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            foreach (var json in Samples)
            {
                var document = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
                for (var bit = 0; bit < 8 * document.Length; bit++)
                {
                    document[bit >> 3] ^= (byte)(1 << (bit & 7));
                    ReadEverything(document);
                    document[bit >> 3] ^= (byte)(1 << (bit & 7));
                }

                for (var length = 0; length < document.Length; length++)
                {
                    ReadEverything(document[..length]);
                }
            }
        }
    }

    [Fact]
    public void A_valid_document_can_be_rendered()
    {
        var random = new System.Random(99);
        foreach (var mode in new[] { BlittableMode.Memory, BlittableMode.Disk })
        {
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            var original = converter.Convert(Encoding.UTF8.GetBytes(Samples[1])).ToArray();
            for (var round = 0; round < 8_000; round++)
            {
                var document = (byte[])original.Clone();
                document[random.Next(document.Length)] = (byte)random.Next(256);
                document[random.Next(document.Length)] = (byte)random.Next(256);
                try
                {
                    Validate(document);
                }
                catch (BlittableException)
                {
                    continue;
                }

                // IEEE 754 numbers that JSON lacks may result from the change; they are structurally valid.
                BlittableValue.Open(document).ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.Null });
            }
        }
    }

    [Theory]
    [InlineData(new byte[] { 0xBD }, BlittableErrorCode.InvalidData)] //                  an unassigned tag
    [InlineData(new byte[] { 0x43, 0x41 }, BlittableErrorCode.InvalidData)] //            a string of three bytes with only one byte
    [InlineData(new byte[] { 0x41, 0xFF }, BlittableErrorCode.InvalidUtf8)] //            a string that is not UTF-8
    [InlineData(new byte[] { 0x82, 0x31, 0x2E }, BlittableErrorCode.InvalidNumber)] //    the number text "1."
    [InlineData(new byte[] { 0x80 }, BlittableErrorCode.InvalidNumber)] //                an empty number text
    [InlineData(new byte[] { 0xDC, 0x00, 1, 0, 0, 0 }, BlittableErrorCode.InvalidData)] // a decimal without fraction digits
    [InlineData(new byte[] { 0xB8, 0x01, 0x01 }, BlittableErrorCode.InvalidData)] //      an array whose child would be before the document
    [InlineData(new byte[] { 0xC3, 0x00, 0x01 }, BlittableErrorCode.InvalidData)] //      an object with a missing shape
    [InlineData(new byte[] { 0xCC, 0x00 }, BlittableErrorCode.InvalidData)] //            a string of a missing dictionary
    [InlineData(new byte[] { 0xAE, 0x00 }, BlittableErrorCode.InvalidData)] //            the integer -0
    [InlineData(new byte[] { 0xE8, 0x00 }, BlittableErrorCode.InvalidData)] //            a truncated date
    public void A_damaged_value_is_reported(byte[] value, BlittableErrorCode code)
    {
        var document = DocumentBytes.Of(value);
        Assert.Equal(code, Assert.Throws<BlittableException>(() => Validate(document)).Code);
    }

    [Fact]
    public void A_slot_into_the_middle_of_a_value_is_detected()
    {
        var document = new DocumentBytes();
        document.Add(0x42, 0x01, 0x02); //                  a string of two bytes, which read as integers
        var root = document.Add(0xB8, 0x01, 0x02); //       an array whose slot leads to the first of them
        var bytes = document.Finish(root);
        Assert.Equal("[1]", BlittableValue.Open(bytes).ToJson());
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => Validate(bytes)).Code);
    }

    [Theory]
    [InlineData(0x00, "ab", 0, true)]
    [InlineData(0x00, "aa", 0, false)] // undeclared duplicates
    [InlineData(0x10, "aa", 0, true)]
    [InlineData(0x10, "ab", 0, false)] // declared duplicates without duplicates
    [InlineData(0x04, "ab", 0, true)]
    [InlineData(0x04, "ab", 1, false)] // a fingerprint of another name
    public void A_shape_with_false_information_about_its_names_is_detected(byte flags, string names, byte difference, bool isValid)
    {
        var document = new DocumentBytes();
        document.Add(0x01, 0x02); //                              integers 1 and 2
        var root = document.Add(0xC0, flags, 0x02); //            object with a shape of two names
        if (flags == 0x04)
        {
            document.Add(ShapeBlock.Fingerprint([(byte)names[0]]), (byte)(ShapeBlock.Fingerprint([(byte)names[1]]) + difference));
        }

        document.Add(0x01, 0x02, (byte)names[0], (byte)names[1]); // ends and names
        document.Add(0x02, 0x01); //                              the distances to both integers
        var bytes = document.Finish(root);
        if (isValid)
        {
            Validate(bytes);
        }
        else
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => Validate(bytes)).Code);
        }
    }

    /// <summary>The names of a shape are adjacent, so that together they can be UTF-8 although no single one is.</summary>
    [Theory]
    [InlineData(new byte[] { 0xC3, 0xBC }, 2, true)] //  "ü" and ""
    [InlineData(new byte[] { 0xC3, 0xBC }, 1, false)] // both bytes of "ü" in different names
    [InlineData(new byte[] { 0x61, 0xFF }, 1, false)]
    [InlineData(new byte[] { 0xFF, 0x61 }, 1, false)]
    public void Each_name_of_a_shape_is_UTF_8(byte[] names, byte end, bool isValid)
    {
        var document = new DocumentBytes();
        document.Add(0x01, 0x02); //                                         integers 1 and 2
        var root = document.Add(Tag.ObjectWithShape, 0x00, 0x02, end, 0x02); // a shape of two names that end there
        document.Add(names);
        document.Add(0x02, 0x01); //                                         the distances to both integers
        var bytes = document.Finish(root);
        if (isValid)
        {
            Validate(bytes);
        }
        else
        {
            Assert.Equal(BlittableErrorCode.InvalidUtf8, Assert.Throws<BlittableException>(() => Validate(bytes)).Code);
        }
    }

    [Fact]
    public void Random_values_are_valid_in_both_modes()
    {
        var json = Gen.Sized(Value);
        Prop.ForAll(json.ToArbitrary(), text =>
        {
            foreach (var mode in new[] { BlittableMode.Memory, BlittableMode.Disk })
            {
                using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
                var document = converter.Convert(Encoding.UTF8.GetBytes(text)).ToArray();
                Validate(document);
                if (BlittableValue.Open(document).ToJson() != text)
                {
                    return false;
                }
            }

            return true;
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(300));
    }

    private static Gen<string> Value(int size)
    {
        var text = Gen.Elements(
            "", "a", "b", "the same text", "ü", "木😀", "\\n", "\\\"", "\\u0001", "2011-01-01", "2020-02-29T12:00:00.5Z",
            "0123456789abcdef", "https://www.example.com/").Select(s => "\"" + s + "\"");
        var number = Gen.OneOf(
            Gen.Choose(-100_000, 100_000).Select(n => n.ToString()),
            Gen.Choose(0, int.MaxValue).Select(n => n % 1000 + "." + n % 997),
            Gen.Elements("-0", "1e5", "0.10", "18446744073709551615", "-1.5E-7", "123456789012345678901234567890"));
        var leaf = Gen.OneOf(text, number, Gen.Elements("null", "true", "false", "[]", "{}"));
        if (size < 2)
        {
            return leaf;
        }

        var array = Gen.ListOf(Value(size / 3)).Select(items => "[" + string.Join(',', items) + "]");
        var property = text.SelectMany(name => Value(size / 3).Select(value => name + ":" + value));
        var @object = Gen.ListOf(property).Select(properties => "{" + string.Join(',', properties) + "}");
        return Gen.Frequency((1, leaf), (2, array), (3, @object));
    }

    private static void Validate(byte[] document) => BlittableDocument.Open(document).Validate();

    private static void ReadEverything(byte[] document)
    {
        foreach (var read in new Action<byte[]>[] { Validate, Render, Walk })
        {
            try
            {
                read(document);
            }
            catch (BlittableException)
            {
                // Allowed, as are wrong values.
            }
        }
    }

    private static void Render(byte[] document)
    {
        var options = new BlittableJsonOptions { MaxExpandedBytes = 1 << 20, NotJson = BlittableNotJson.String };
        BlittableValue.Open(document).WriteJson(new ArrayBufferWriter<byte>(), options);
    }

    private static void Walk(byte[] document)
    {
        var budget = 10_000;
        Walk(BlittableValue.Open(document), ref budget);
    }

    private static void Walk(BlittableValue value, ref int budget)
    {
        if (--budget < 0)
        {
            return;
        }

        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    Walk(property.Value, ref budget);
                }

                value.TryGetProperty("name"u8, out _);
                break;
            case BlittableValueKind.Array:
                foreach (var item in value.EnumerateArray())
                {
                    Walk(item, ref budget);
                }

                break;
            case BlittableValueKind.String:
                value.GetString();
                break;
            case BlittableValueKind.Number:
                value.TryGetDouble(out _);
                value.TryGetInt64(out _);
                break;
        }
    }
}
