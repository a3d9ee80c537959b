using System.Text.Json;

namespace Blittable.Tests.Rendering;

[Trait(Category.Name, Category.Vector)]
public sealed class WriteToTests
{
    [Theory]
    [InlineData(new byte[] { 0x41, 0xC3, 0x02, 0x01 })] // the first byte of "é" without the second
    [InlineData(new byte[] { 0x42, 0x22, 0xC3, 0x03, 0x01 })] // the same byte after a quotation mark, which the reader of System.Text.Json unescapes
    public void A_Utf8JsonWriter_receives_no_text_that_is_not_UTF8(byte[] document)
    {
        using var stream = new MemoryStream();
        using var writer = new Utf8JsonWriter(stream);
        Assert.Equal(BlittableErrorCode.InvalidUtf8, Assert.Throws<BlittableException>(() => BlittableValue.Open(document).WriteTo(writer)).Code);
    }
}
