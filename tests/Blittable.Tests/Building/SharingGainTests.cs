using System.Text;
using Blittable.Building;

namespace Blittable.Tests.Building;

public class SharingGainTests
{
    private const string Sentence = "A sentence that stands in a document twice, and is long enough to be worth a reference.";

    private static readonly BlittableOptions _disk = new() { Mode = BlittableMode.Disk };

    /// <summary>A document whose two strings are equal.</summary>
    private static readonly byte[] _repeating = Encoding.UTF8.GetBytes($$"""{"first":"{{Sentence}}","second":"{{Sentence}}"}""");

    [Fact]
    public void The_first_sixteen_documents_are_searched_whatever_that_saves()
    {
        var gain = new SharingGain();
        for (var i = 0; i < 16; i++)
        {
            Assert.True(gain.IsWorthwhile(500));
            gain.Learn(500, saved: 0, written: 300);
        }

        Assert.False(gain.IsWorthwhile(500));
    }

    [Fact]
    public void Where_nothing_was_saved_every_sixteenth_document_is_searched()
    {
        var gain = Learned(saved: 0);
        var searched = Enumerable.Range(0, 160).Count(_ => gain.IsWorthwhile(500));
        Assert.Equal(10, searched);
    }

    [Theory]
    [InlineData(6, true)]
    [InlineData(3, false)]
    public void One_byte_in_64_is_worth_the_search(int saved, bool isWorthwhile) =>
        Assert.Equal(isWorthwhile, Learned(saved).IsWorthwhile(500));

    [Fact]
    public void A_large_document_is_searched_whatever_the_small_ones_were_like() =>
        Assert.True(Learned(saved: 0).IsWorthwhile(1 << 20));

    [Fact]
    public void A_converter_leaves_equal_values_alone_after_documents_that_had_none()
    {
        using var converter = new BlittableConverter(_disk);
        ConvertDifferent(converter, 64);
        Assert.True(converter.Convert(_repeating).Length > Fresh().Length + Sentence.Length / 3);
    }

    [Fact]
    public void A_converter_finds_equal_values_again_when_documents_have_them()
    {
        using var converter = new BlittableConverter(_disk);
        ConvertDifferent(converter, 64);
        for (var i = 0; i < 64; i++)
        {
            converter.Convert(_repeating);
        }

        Assert.Equal(Fresh(), converter.Convert(_repeating).ToArray());
    }

    [Fact]
    public void Documents_are_the_same_text_again_whether_searched_or_not()
    {
        using var converter = new BlittableConverter(_disk);
        for (var i = 0; i < 200; i++)
        {
            var json = i % 7 == 0 ? _repeating : Different(i);
            Assert.Equal(Encoding.UTF8.GetString(json), BlittableValue.Open(converter.Convert(json)).ToJson());
        }
    }

    [Fact]
    public void Parse_searches_every_document_so_that_a_text_always_gives_the_same_one()
    {
        for (var i = 0; i < 64; i++)
        {
            BlittableDocument.Parse(Different(i), _disk);
        }

        using var document = BlittableDocument.Parse(_repeating, _disk);
        Assert.Equal(Fresh(), document.Bytes.ToArray());
    }

    private static SharingGain Learned(int saved)
    {
        var gain = new SharingGain();
        for (var i = 0; i < 64; i++)
        {
            gain.Learn(500, saved, written: 300);
        }

        return gain;
    }

    private static void ConvertDifferent(BlittableConverter converter, int count)
    {
        for (var i = 0; i < count; i++)
        {
            converter.Convert(Different(i));
        }
    }

    private static byte[] Different(int i) => Encoding.UTF8.GetBytes($$"""{"first":"Sentence number {{i}}, which no other one","second":"begins like; {{i}} times"}""");

    private static byte[] Fresh()
    {
        using var converter = new BlittableConverter(_disk);
        return converter.Convert(_repeating).ToArray();
    }
}
