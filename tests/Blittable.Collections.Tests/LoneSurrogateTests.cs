using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Collections.Tests;

/// <summary>Tests that a text without a UTF-8 form is rejected. Its replacement, U+FFFD, would equal a text that documents can contain.</summary>
public sealed class LoneSurrogateTests
{
    /// <summary>Texts with half of a surrogate pair. Attributes are UTF-8, which cannot represent them.</summary>
    private static readonly string[] Texts = ["\ud800", "a\udc00", "\udc00\ud800", "\ud83d\ude00\ud83d", "\ud83d\ud83d\ude00"];

    [Fact]
    public void A_key_is_rejected_instead_of_deleting_the_document_of_its_replacement()
    {
        using var stream = new MemoryStream();
        using var writer = CollectionWriter.Create(stream, new CollectionOptions { Key = "$.k" });
        writer.Add("{\"k\":\"\ufffd\"}"u8);
        writer.Commit();

        foreach (var text in Texts)
        {
            Assert.Throws<ArgumentException>("text", () => new CollectionKey(text));
            Assert.Throws<ArgumentException>("text", () => writer.Delete(text));
        }

        Assert.Equal(1, writer.Count);
        Assert.True(writer.Delete("\ufffd"));
    }

    [Fact]
    public void A_value_of_a_query_is_rejected_instead_of_matching_its_replacement()
    {
        foreach (var text in Texts)
        {
            Assert.Throws<ArgumentException>("value", () => QueryValue.FromString(text));
            Assert.Throws<ArgumentException>("value", () => Filter.Where("$.s", FilterOperator.Equal, text));
            Assert.Throws<ArgumentException>("value", () => Filter.In("$.s", [text]));
            Assert.Throws<ArgumentException>("pattern", () => Filter.Like("$.s", text));
            Assert.Throws<ArgumentException>("text", () => Filter.HasText("$.s", text));
            Assert.Throws<ArgumentException>("text", () => Filter.EndsWith("$.s", text));
            Assert.Equal(BlittableErrorCode.InvalidUtf8, Assert.Throws<BlittableException>(() => Filter.Contains("$.s", $"\"{text}\"")).Code);
        }
    }

    [Fact]
    public void Whole_pairs_are_accepted()
    {
        const string text = "\ud83d\ude00\ud83d\ude01";
        Assert.Equal(text, QueryValue.FromString(text).GetString());
        Assert.Equal($"\"{text}\"", new CollectionKey(text).ToString());
        Assert.Equal(QueryValue.Null, QueryValue.FromString(null));
    }

    [Fact]
    public void A_string_of_a_column_is_rejected_instead_of_changed()
    {
        foreach (var text in Texts)
        {
            var writer = new StringColumnWriter();
            Assert.Equal(BlittableErrorCode.InvalidUtf8, Assert.Throws<BlittableException>(() => writer.WriteBatch(["a", "a", text])).Code);
            Assert.Equal(2, writer.Rows);
        }
    }
}
