using Blittable.Layout;
using Blittable.Tests.Reading;

namespace Blittable.Tests.Rendering;

/// <summary>Documents that cannot be rendered, and renderings that must be stopped.</summary>
[Trait(Category.Name, Category.Vector)]
public class JsonRendererErrorTests
{
    [Fact]
    public void A_document_without_its_recorded_text_length_cannot_be_rendered()
    {
        // The number 7, the distance to the root, and flags that announce limits, which are missing.
        byte[] bytes = [0x07, 0x01, Trailer.Version | Trailer.Shared];
        var fault = Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).ToJson());
        Assert.Equal(BlittableErrorCode.InvalidData, fault.Code);
    }

    [Fact]
    public void An_invalid_number_in_an_array_is_an_error()
    {
        using var converter = new BlittableConverter();
        var bytes = converter.Convert("[[1.25,2.5],[3.75,4.25]]"u8).ToArray();
        var at = bytes.AsSpan().IndexOf("3.75"u8);
        bytes[at + 2] = (byte)'.';
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).ToJson()).Code);
    }

    [Fact]
    public void A_value_that_expands_exponentially_is_stopped()
    {
        var document = new DocumentBytes();
        var value = document.Add(0x01); // integer 1
        for (var level = 0; level < 30; level++)
        {
            var distance = (byte)(document.Length - value);
            value = document.Add(0xB8, 0x02, distance, distance); // array with the same value twice
        }

        var bytes = document.Finish(value);
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).ToJson()).Code);
    }

    [Fact]
    public void Rendering_stops_at_its_limit()
    {
        using var converter = new BlittableConverter();
        var bytes = converter.Convert("[1,2,3,4,5]"u8).ToArray();
        Assert.Equal("[1,2,3,4,5]", BlittableValue.Open(bytes).ToJson(new BlittableJsonOptions { MaxExpandedBytes = 11 }));
        Assert.Equal(
            BlittableErrorCode.ExpansionTooLarge,
            Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).ToJson(new BlittableJsonOptions { MaxExpandedBytes = 10 })).Code);
    }

    [Fact]
    public void A_text_beyond_the_limit_is_refused_before_a_buffer_is_requested()
    {
        const int limit = 1 << 16;
        using var document = BlittableDocument.Parse($"\"{new string('a', 100 * limit)}\"", new BlittableOptions { Mode = BlittableMode.Disk });
        var output = new StingyWriter();
        var error = Assert.Throws<BlittableException>(() => document.Root.WriteJson(output, new BlittableJsonOptions { MaxExpandedBytes = limit }));
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, error.Code);
        Assert.True(output.LargestHint <= limit, $"{output.LargestHint} bytes were asked for.");
    }
}
