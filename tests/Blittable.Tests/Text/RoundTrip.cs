using System.Text;
using System.Text.Json;

namespace Blittable.Tests.Text;

/// <summary>Whether a document gives back the JSON that it was made of: rendered, and string by string.</summary>
internal static class RoundTrip
{
    /// <summary>How documents are stored, with a dictionary or without.</summary>
    public static IEnumerable<BlittableOptions> Options(BlittableDictionary? dictionary = null)
    {
        yield return BlittableOptions.Fastest with { Dictionary = dictionary };
        foreach (var compression in Enum.GetValues<StringCompression>())
        {
            yield return BlittableOptions.Balanced with { StringCompression = compression, Dictionary = dictionary };
        }
    }

    /// <param name="json">What the document was made of, with numbers and escapes as they are rendered.</param>
    /// <param name="bytes">The document.</param>
    /// <param name="options">How it was made.</param>
    public static void AssertSame(byte[] json, byte[] bytes, BlittableOptions options)
    {
        using var expected = JsonDocument.Parse(json);

        // By itself a value follows a symbol table where it lies; a document expands it.
        AssertSame(expected.RootElement, BlittableValue.Open(bytes, options.Dictionary));
        using var document = BlittableDocument.Open(bytes, options.Dictionary);
        document.Validate();
        AssertSame(expected.RootElement, document.Root);
        Assert.Equal(Encoding.UTF8.GetString(json), document.Root.ToJson());
    }

    private static void AssertSame(JsonElement expected, BlittableValue actual)
    {
        switch (expected.ValueKind)
        {
            case JsonValueKind.Object:
                var properties = expected.EnumerateObject();
                foreach (var property in actual.EnumerateObject())
                {
                    Assert.True(properties.MoveNext() && property.NameEquals(properties.Current.Name));
                    AssertSame(properties.Current.Value, property.Value);
                }

                Assert.False(properties.MoveNext());
                break;
            case JsonValueKind.Array:
                var elements = expected.EnumerateArray();
                foreach (var element in actual.EnumerateArray())
                {
                    Assert.True(elements.MoveNext());
                    AssertSame(elements.Current, element);
                }

                Assert.False(elements.MoveNext());
                break;
            case JsonValueKind.String:
                AssertSame(expected.GetString()!, actual);
                break;
        }
    }

    /// <remarks>One assertion: they take longer than what is asserted, of which there is much.</remarks>
    private static void AssertSame(string expected, BlittableValue actual)
    {
        // There is room for the text and nothing more, so that decoders go another way.
        var utf8 = Encoding.UTF8.GetBytes(expected);
        var copy = new byte[utf8.Length];
        var isCopied = actual.TryCopyUtf8(copy, out var written) && written == utf8.Length && copy.AsSpan().SequenceEqual(utf8);
        if (actual.GetString() != expected || !actual.Utf8Equals(utf8) || !isCopied)
        {
            Assert.Equal(expected, actual.GetString());
            Assert.Fail($"\"{expected}\" is read, but not found equal or copied.");
        }
    }
}
