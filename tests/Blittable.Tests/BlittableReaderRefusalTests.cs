using System.Text;
using Blittable.Layout;
using Blittable.Tests.Reading;

namespace Blittable.Tests;

/// <summary>A <see cref="BlittableReader"/> refuses damaged and malicious documents, values of another kind, and calls after its end.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class BlittableReaderRefusalTests
{
    /// <summary>Ten bytes can represent an array of 2^28 elements.</summary>
    [Fact]
    public void A_small_document_that_expands_to_too_many_values_is_refused()
    {
        byte[] bytes = [0x07, 0xBB, 0xFF, 0xFF, 0xFF, 0x7F, 0x01, 0x00, 0x07, 0x01];

        var exception = Assert.Throws<BlittableException>(() =>
        {
            using var reader = new BlittableReader(bytes);
            while (reader.Read())
            {
            }
        });

        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, exception.Code);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(200)]
    public void The_content_of_a_skipped_container_does_not_count_towards_the_limit(int length)
    {
        var array = "[" + string.Join(',', Enumerable.Repeat("\"text\"", length)) + "]";
        var rows = "[" + string.Join(',', Enumerable.Repeat("[7,2.5]", 60)) + "]";
        var json = Encoding.UTF8.GetBytes("[" + string.Join(',', Enumerable.Range(0, 60).Select(i => $"{array},{{\"a\":{i},\"b\":{array}}},{rows}")) + "]");
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
            using var reader = new BlittableReader(document.Root.WithMaxExpandedBytes(190));
            reader.Read();
            var count = 0;
            while (reader.Read())
            {
                count += reader.TokenType is BlittableTokenType.EndArray ? 0 : 1;
                reader.Skip();
            }

            Assert.Equal(180, count);
            Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => BlittableReaderTests.Tokens(document.Root.WithMaxExpandedBytes(190))).Code);
        }
    }

    [Fact]
    public void A_damaged_container_can_be_skipped()
    {
        var document = new DocumentBytes();
        var damaged = document.Add(Tag.ObjectOfDocumentShape, 9, 1);
        var seven = document.Add(7);
        var root = document.Length;
        document.Add(Tag.Array, 2, (byte)(root - damaged), (byte)(root - seven));
        var bytes = document.Finish(root);
        using var reader = new BlittableReader(bytes);
        reader.Read();
        reader.Read();
        Assert.Equal(BlittableTokenType.StartObject, reader.TokenType);
        reader.Skip();
        Assert.True(reader.Read());
        Assert.Equal(7, reader.GetInt32());
        Assert.Throws<BlittableException>(() => BlittableReaderTests.Tokens(BlittableValue.Open(bytes)));
    }

    [Fact]
    public void A_damaged_number_array_fails_each_time()
    {
        const byte noForm = 0xE0;
        byte[] bytes = DocumentBytes.Of(Tag.NumberArray, 0x00, 3, noForm, 8, 0, 1, 2, 3);
        var reader = new BlittableReader(bytes);
        Assert.True(reader.Read());
        for (var attempt = 0; attempt < 3; attempt++)
        {
            Assert.Equal(BlittableErrorCode.InvalidData, CodeOf(ref reader));
        }

        reader.Dispose();
    }

    [Fact]
    public void A_disposed_reader_and_a_default_reader_are_refused()
    {
        Assert.Throws<InvalidOperationException>(() => default(BlittableReader).Read());
        Assert.Throws<BlittableException>(() => default(BlittableReader).GetString());
        Assert.Throws<BlittableException>(() => default(BlittableReader).ValueSpan.Length);
        Assert.Throws<BlittableException>(() => new BlittableReader(value: default));
        Assert.Throws<InvalidOperationException>(() =>
        {
            using var document = BlittableDocument.Parse("[1]"u8);
            var reader = new BlittableReader(document.Root);
            reader.Read();
            reader.Dispose();
            reader.Dispose();
            Assert.True(reader.PropertyName.IsEmpty);
            Assert.Equal(BlittableValueKind.Undefined, reader.Value.Kind);
            Assert.Equal(0, reader.CurrentDepth);
            Assert.False(reader.TryGetInt64(out _));
            Assert.False(reader.TryGetDouble(out _));
            Assert.False(reader.ValueTextEquals(default));
            reader.Read();
        });
    }

    [Fact]
    public void Reading_a_value_of_another_kind_fails_as_it_does_on_a_value()
    {
        using var document = BlittableDocument.Parse("""["text",1.5,[]]"""u8);
        Refuses(document, (ref BlittableReader reader) => _ = reader.GetInt64(), BlittableErrorCode.WrongKind);
        Refuses(document, (ref BlittableReader reader) => _ = reader.GetDouble(), BlittableErrorCode.WrongKind);
        Refuses(document, (ref BlittableReader reader) => _ = reader.GetBoolean(), BlittableErrorCode.WrongKind);
        Refuses(document, (ref BlittableReader reader) => _ = reader.Read() ? reader.ValueSpan.Length : 0, BlittableErrorCode.WrongKind);
        Refuses(document, (ref BlittableReader reader) => _ = reader.Read() ? reader.CopyString(new byte[9]) : 0, BlittableErrorCode.WrongKind);
        Refuses(document, (ref BlittableReader reader) => _ = reader.Read() ? reader.GetInt32() : 0, BlittableErrorCode.NumberOutOfRange);
    }

    private delegate void Use(ref BlittableReader reader);

    private static void Refuses(BlittableDocument document, Use use, BlittableErrorCode code)
    {
        var exception = Assert.Throws<BlittableException>(() =>
        {
            using var reader = new BlittableReader(document.Root);
            var same = reader;
            same.Read();
            same.Read();
            use(ref same);
        });
        Assert.Equal(code, exception.Code);
    }

    [Fact]
    public void A_reader_that_met_too_many_levels_fails_again_with_the_same_error()
    {
        const int levels = (1 << 20) + 10;
        var document = new DocumentBytes();
        var root = document.Add(Tag.EmptyArray);
        for (var level = 0; level < levels; level++)
        {
            var distance = document.Length - root;
            root = document.Add(Tag.Array, 1, (byte)distance);
        }

        var reader = new BlittableReader(BlittableValue.Open(document.Finish(root)));
        for (var attempt = 0; attempt < 3; attempt++)
        {
            Assert.Equal(BlittableErrorCode.TooDeep, CodeOf(ref reader));
        }

        reader.Dispose();
    }

    private static BlittableErrorCode? CodeOf(ref BlittableReader reader)
    {
        try
        {
            while (reader.Read())
            {
            }

            return null;
        }
        catch (BlittableException error)
        {
            return error.Code;
        }
    }
}
