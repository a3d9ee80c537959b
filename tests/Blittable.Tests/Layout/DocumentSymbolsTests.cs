using System.Buffers;
using System.Text;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Tests.Layout;

[Trait(Category.Name, Category.Vector)]
public class DocumentSymbolsTests
{
    private static readonly string[] Texts =
    [
        .. Enumerable.Range(0, 4 * DocumentSymbols.ReadsInPlace).Select(i =>
            $"The order of customer {i * 7919 % 1000} was {(i % 3 == 0 ? "shipped" : "returned")} on day {i}, furiously and quickly among the deposits"),
    ];

    private static readonly byte[] Json = Encoding.UTF8.GetBytes(
        $$"""{"name":"{{Texts[0]}}","texts":[{{string.Join(',', Texts.Select(text => $"\"{text}\""))}}]}""");

    private static readonly byte[] Document = BlittableDocument.Parse(Json, BlittableOptions.Smallest).Bytes.ToArray();

    [Fact]
    public void Strings_are_the_same_before_and_after_their_table_is_expanded()
    {
        Assert.NotEqual(0, Document[^1] & Trailer.HasSymbols);
        using var document = BlittableDocument.Open(Document);
        Span<byte> utf8 = stackalloc byte[300];
        for (var round = 0; round < 2; round++)
        {
            var index = 0;
            foreach (var value in document.Root.GetProperty("texts"u8).EnumerateArray())
            {
                Assert.Equal(Texts[index], value.GetString());
                Assert.True(value.TryCopyUtf8(utf8, out var written));
                Assert.Equal(Texts[index], Encoding.UTF8.GetString(utf8[..written]));
                Assert.True(value.TextEquals(Texts[index]));
                Assert.False(value.TextEquals(Texts[index] + "!"));
                index++;
            }

            Assert.Equal(Texts.Length, index);
            Assert.Equal(Texts[0], document.Root.GetProperty("name"u8).GetString());
            Assert.False(document.Root.TryGetProperty("nobody"u8, out _));
        }
    }

    [Fact]
    public void Many_threads_can_read_while_the_table_is_expanded()
    {
        using var document = BlittableDocument.Open(Document);
        Parallel.For(0, Texts.Length, index => Assert.Equal(Texts[index], document.Root.GetProperty("texts"u8)[index].GetString()));
    }

    [Fact]
    public void A_document_and_a_value_without_a_document_render_the_same()
    {
        using var document = BlittableDocument.Open(Document);
        var ofDocument = new ArrayBufferWriter<byte>();
        document.Root.WriteJson(ofDocument);
        var ofValue = new ArrayBufferWriter<byte>();
        BlittableValue.Open(Document).WriteJson(ofValue);
        Assert.Equal(Json, ofDocument.WrittenSpan);
        Assert.Equal(Json, ofValue.WrittenSpan);
        document.Validate();
    }

    [Fact]
    public void A_table_damaged_after_opening_is_refused_when_it_is_expanded()
    {
        var bytes = Document.ToArray();
        using var document = BlittableDocument.Open(bytes);
        var table = Trailer.Read(bytes).SymbolTable;
        bytes[table + SymbolTableView.ChecksumOffset] ^= 1;
        var failure = Assert.Throws<BlittableException>(() =>
        {
            foreach (var value in document.Root.GetProperty("texts"u8).EnumerateArray())
            {
                _ = value.GetString();
            }
        });
        Assert.Equal(BlittableErrorCode.InvalidData, failure.Code);
    }

    [Fact]
    public void Validation_refuses_a_table_with_any_changed_byte()
    {
        var trailer = Trailer.Read(Document);
        var (table, length) = (trailer.SymbolTable, trailer.Symbols.Length);
        for (var offset = 0; offset < length; offset++)
        {
            var bytes = Document.ToArray();
            bytes[table + offset] ^= 1;
            Assert.Throws<BlittableException>(() => BlittableDocument.Open(bytes).Validate());
        }
    }

    [Fact]
    public void A_document_without_a_table_or_with_a_dictionary_expands_nothing()
    {
        var plain = BlittableDocument.Parse(Json).Bytes;
        Assert.Null(DictionarySnapshot.ForMuchOf(plain.Span, null));
        Assert.Null(DictionarySnapshot.ForMuchOf(default, null));
        Assert.Same(DictionarySnapshot.Empty, DictionarySnapshot.ForMuchOf(Document, DictionarySnapshot.Empty));
        Assert.NotNull(DictionarySnapshot.ForMuchOf(Document, null)!.OwnSymbols);
    }
}
