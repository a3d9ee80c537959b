using System.Text;
using Blittable.Format;

namespace Blittable.Tests.Building;

/// <summary>What a converter leaves out because it saved too little in the documents before.</summary>
public sealed class ConverterGainTests
{
    private const string Sentence = "A sentence that stands in a document twice, and is long enough to be worth a reference.";

    private static readonly BlittableOptions _disk = new() { Mode = BlittableMode.Disk };

    /// <summary>A document whose two strings are equal.</summary>
    private static readonly byte[] _repeating = Encoding.UTF8.GetBytes($$"""{"first":"{{Sentence}}","second":"{{Sentence}}","isBest":true,"isWorst":false}""");

    /// <summary>A document whose strings begin alike.</summary>
    private static readonly byte[] _beginning = Encoding.UTF8.GetBytes($$"""{"first":"{{Sentence}} One","second":"{{Sentence}} Two","isBest":true,"isWorst":false}""");

    /// <summary>A document that Smaz shortens, and that is shorter than its text without it too.</summary>
    private static readonly byte[] _prose = Encoding.UTF8.GetBytes(
        """{"text":"it was the best of times, it was the worst of times, it was the age of wisdom","isBest":true,"isWorst":false}""");

    public static TheoryData<byte[], int> Saving => new()
    {
        { _repeating, Sentence.Length / 3 },
        { _beginning, Sentence.Length / 3 },
        { _prose, 20 },
    };

    [Theory]
    [MemberData(nameof(Saving))]
    public void What_saved_nothing_is_left_out(byte[] json, int saved)
    {
        using var converter = new BlittableConverter(_disk);
        ConvertCodes(converter);
        Assert.True(converter.Convert(json).Length > Fresh(json).Length + saved);
    }

    [Theory]
    [MemberData(nameof(Saving))]
    public void It_comes_back_with_documents_that_it_shortens(byte[] json, int saved)
    {
        using var converter = new BlittableConverter(_disk);
        ConvertCodes(converter);
        for (var i = 0; i < 1000; i++)
        {
            converter.Convert(json);
        }

        var again = converter.Convert(json).ToArray();
        Assert.Equal(Fresh(json), again);
        Assert.True(again.Length + saved < json.Length);
    }

    [Fact]
    public void A_large_document_is_searched_whatever_the_small_ones_were_like()
    {
        using var converter = new BlittableConverter(_disk with { StringCompression = StringCompression.None });
        ConvertCodes(converter);
        var large = Encoding.UTF8.GetBytes("[" + string.Join(',', Enumerable.Repeat($"\"{Sentence}\"", 1000)) + "]");
        Assert.True(converter.Convert(large).Length < large.Length / 10);
    }

    [Fact]
    public void Smaz_is_left_out_within_a_large_document_and_comes_back()
    {
        // 200 KB of codes, then as much of prose, of which the first part is still raw.
        var codes = string.Join(',', Enumerable.Range(0, 4000).Select(i => $"\"{Code(i)}\""));
        var sentences = Enumerable.Range(0, 2000).Select(i => $"\"{i} times it was the best of times, and the worst of times, and the age of wisdom\"");
        var prose = string.Join(',', sentences);
        var json = $"[{codes},{prose}]";
        var options = _disk with { ShareValues = false };

        using var document = BlittableDocument.Parse(json, _disk with { ShareValues = false });

        Assert.Equal(json, document.Root.ToJson());
        Assert.True(IsRaw(document.Root[4000]));
        Assert.Equal(Tag.EncodedString, document.Bytes.Span[document.Root[5999].Address]);
    }

    [Fact]
    public void Documents_are_the_same_text_again_whatever_is_left_out()
    {
        using var converter = new BlittableConverter(_disk);
        for (var i = 0; i < 2000; i++)
        {
            var json = (i % 7) switch { 1 => _repeating, 3 => _beginning, 4 => _prose, _ => Codes(i) };
            Assert.Equal(Encoding.UTF8.GetString(json), BlittableValue.Open(converter.Convert(json)).ToJson());
        }
    }

    [Theory]
    [MemberData(nameof(Saving))]
    public void Parse_leaves_nothing_out_so_that_a_text_always_gives_the_same_document(byte[] json, int saved)
    {
        for (var i = 0; i < 1000; i++)
        {
            BlittableDocument.Parse(Codes(i), _disk).Dispose();
        }

        using var document = BlittableDocument.Parse(json, _disk);
        Assert.Equal(Fresh(json), document.Bytes.ToArray());
        Assert.True(document.Bytes.Length + saved < json.Length);
    }

    private static void ConvertCodes(BlittableConverter converter)
    {
        for (var i = 0; i < 1000; i++)
        {
            converter.Convert(Codes(i));
        }
    }

    private static byte[] Codes(int i) =>
        Encoding.UTF8.GetBytes($$"""{"first":"{{Code(i)}}","second":"{{Code(i + 5000)}}","isBest":true,"isWorst":false}""");

    /// <summary>Fifty bytes that neither begin alike nor become shorter.</summary>
    private static string Code(int i) => string.Concat(Enumerable.Range(i * 8, 8).Select(n => $"{n * 7919 % 10007:X4}.K"));

    private static bool IsRaw(BlittableValue value) => value.Document[value.Address] is Tag.String16 or (>= Tag.ShortString and <= Tag.ShortStringLast);

    private static byte[] Fresh(byte[] json)
    {
        using var converter = new BlittableConverter(_disk);
        return converter.Convert(json).ToArray();
    }
}
