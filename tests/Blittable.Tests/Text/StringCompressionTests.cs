using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Text;

/// <summary>The effect of the compression option on whole documents.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class StringCompressionTests
{
    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    /// <summary>Addresses that Smaz hardly shortens, in a container that costs more here than in JSON.</summary>
    private static readonly string Addresses =
        "[" + string.Join(',', Enumerable.Range(0, 20).Select(i => $"\"https://Q{i}X.KZ/{i * 7919:X6}-PQ\"")) + "]";

    /// <summary>Long addresses that begin alike, among short values, like those of products in a shop.</summary>
    private static readonly string Articles =
        """["B0000SX2UC","Nokia","https://shop.example.com/QX-720/dp/B0000SX2UC","""
        + "\"https://img.example.net/I/2143EBQ210L._AC_UY218_.jpg\",3,\"https://shop.example.com/reviews/B0000SX2UC\",14,\"\"]";

    [Fact]
    public void Addresses_that_begin_alike_are_raw_and_no_longer_than_their_text()
    {
        using var document = BlittableDocument.Parse(Articles, Disk with { NanosecondsPerByte = 1000 });

        Assert.InRange(document.Bytes.Length, 1, Articles.Length);
        Assert.Equal(Articles, document.Root.ToJson());
        var bytes = document.Bytes.Span;
        var root = document.Root;
        Assert.InRange(bytes[root[2].Address], Tag.ShortString, Tag.ShortStringLast);
        Assert.InRange(bytes[root[3].Address], Tag.ShortString, Tag.ShortStringLast);
        Assert.Equal(Tag.ContinuedString, bytes[root[5].Address]);
        document.Validate();
    }

    [Fact]
    public void Smaz_is_still_tried_after_it_kept_failing()
    {
        var prose = Encoding.UTF8.GetBytes("[\"it was the best of times, it was the worst of times, it was the age of wisdom\"]");
        using var fresh = new BlittableConverter(Disk);
        using var used = new BlittableConverter(Disk);
        for (var i = 0; i < 100; i++)
        {
            used.Convert(Encoding.UTF8.GetBytes(Addresses));
        }

        var lengths = Enumerable.Range(0, 1000).Select(_ => used.Convert(prose).Length).ToArray();

        Assert.Equal(fresh.Convert(prose).Length, lengths[^1]);
    }

    [Fact]
    public void Without_compression_a_document_is_no_shorter_than_its_text()
    {
        using var document = BlittableDocument.Parse(Addresses, Disk with { StringCompression = StringCompression.None });

        Assert.InRange(document.Bytes.Length, Addresses.Length, int.MaxValue);
    }
}
