using System.Text;
using System.Text.Json;

namespace Blittable.Tests.Text;

/// <summary>Asserts that a document restores the JSON it was converted from: rendered, and string by string.</summary>
internal static class RoundTrip
{
    /// <summary>Ways to store documents, with and without a dictionary.</summary>
    public static IEnumerable<BlittableOptions> Options(BlittableDictionary? dictionary = null)
    {
        yield return BlittableOptions.Fastest with { Dictionary = dictionary };
        foreach (var compression in Enum.GetValues<StringCompression>())
        {
            yield return BlittableOptions.Balanced with { StringCompression = compression, Dictionary = dictionary };
        }
    }

    /// <param name="json">The converted JSON, with numbers and escapes in their rendered form.</param>
    /// <param name="bytes">The document.</param>
    /// <param name="options">The options of the conversion.</param>
    public static void AssertSame(byte[] json, byte[] bytes, BlittableOptions options)
    {
        using var expected = JsonDocument.Parse(json);

        // A value alone uses a symbol table in place; a document expands the table.
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

    /// <remarks>A single assertion: assertions take longer than the comparisons, of which there are many.</remarks>
    private static void AssertSame(string expected, BlittableValue actual)
    {
        // The destination has room for the text only, which makes decoders take another path.
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
