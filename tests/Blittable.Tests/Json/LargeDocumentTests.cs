using System.Text;

namespace Blittable.Tests.Json;

/// <summary>A document with so many distinct values that conversion and rendering use prefetching.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class LargeDocumentTests
{
    private static readonly byte[] s_json = Rows(200_000);

    [Fact]
    public void A_large_document_is_restored()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        var bytes = converter.Convert(s_json).ToArray();
        var document = BlittableDocument.Open(bytes);

        Assert.True(bytes.Length > 1 << 22);
        document.Validate();
        Assert.Equal(Encoding.UTF8.GetString(s_json), document.Root.ToJson());
    }

    [Fact]
    public void A_document_converted_after_a_large_one_equals_the_document_converted_alone()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        using var other = new BlittableConverter(BlittableOptions.Balanced);
        var json = s_json.AsSpan(0, s_json.AsSpan().IndexOf("},{"u8) + 1)[1..];
        converter.Convert(s_json);

        Assert.Equal(other.Convert(json), converter.Convert(json));
    }

    [Fact]
    public void A_truncated_large_document_is_refused()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);

        Assert.Throws<BlittableException>(() => converter.Convert(s_json.AsSpan(0, s_json.Length - 300)));
    }

    /// <summary>
    /// Rows with new strings, strings that repeat at a distance, escapes and non-ASCII text. A part of every third row occurs in an earlier row.
    /// </summary>
    private static byte[] Rows(int count)
    {
        var json = new StringBuilder("[");
        for (var i = 0; i < count; i++)
        {
            var earlier = i % 3 == 0 ? i / 2 : i;
            json.Append(i == 0 ? "" : ",").Append("{\"id\":\"id-").Append(i).Append("\",\"part\":{\"name\":\"part ").Append(earlier)
                .Append("\",\"tags\":[\"red\",\"tag:\"]},\"note\":\"")
                .Append(i % 7 == 0 ? "a \\\"note\\\"" : i % 5 == 0 ? "Größe " : "plain note ").Append(i / 9)
                .Append("\",\"at\":\"2024-02-29\"}");
        }

        return Encoding.UTF8.GetBytes(json.Append(']').ToString());
    }
}
