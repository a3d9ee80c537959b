using Blittable.Tests.Json;

namespace Blittable.Tests.Reading;

/// <summary>Encoded strings without text: nothing before their codes may be read, because it can be outside the document.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class EmptyEncodedStringTests
{
    /// <summary>An encoded string of length 0, the distance to it, and the version.</summary>
    public static TheoryData<byte[]> Documents => new()
    {
        new byte[] { 0xF2, 0x00, 0x02, 0x01 }, // Smaz
        new byte[] { 0xF3, 0x00, 0x02, 0x01 }, // decimal digits of four bits
        new byte[] { 0xF4, 0x00, 0x02, 0x01 }, // hexadecimal digits of four bits
        new byte[] { 0xF5, 0x00, 0x02, 0x01 }, // the general table
        new byte[] { 0xF6, 0x00, 0x02, 0x01 }, // a trained table, which is missing
    };

    [Theory]
    [MemberData(nameof(Documents))]
    public void Encoded_strings_without_codes_are_empty_or_refused(byte[] document)
    {
        using var before = new GuardedStart(document);
        using var after = new GuardedBytes(document);
        for (var place = 0; place < 2; place++)
        {
            var bytes = place == 0 ? before.Span : after.Span;
            var root = BlittableValue.Open(bytes);
            try
            {
                Assert.Equal("", root.GetString());
                Assert.True(root.TryCopyUtf8(new byte[64], out var written));
                Assert.Equal(0, written);
                Assert.True(root.TryCopyUtf8([], out written));
                Assert.True(root.Utf8Equals(""u8));
                Assert.False(root.Utf8Equals("x"u8));
                Assert.Equal("\"\"", root.ToJson());
            }
            catch (BlittableException error)
            {
                Assert.Equal(document[0] == 0xF6 ? BlittableErrorCode.InvalidData : error.Code, error.Code);
            }
        }
    }
}
