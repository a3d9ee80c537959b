using System.Text;

namespace Blittable.Tests.Strings;

/// <summary>What the choice of a compression means for whole documents.</summary>
public sealed class StringCompressionTests
{
    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    /// <summary>Addresses, which Smaz hardly shortens, in a container, which costs more here than in JSON.</summary>
    private static readonly string Addresses =
        "[" + string.Join(',', Enumerable.Range(0, 20).Select(i => $"\"https://Q{i}X.KZ/{i * 7919:X6}-PQ\"")) + "]";

    /// <summary>The tag of a string in codes of the general table.</summary>
    private const byte GeneralTag = 0xF5;

    [Fact]
    public void A_document_that_Smaz_would_leave_longer_than_its_text_gets_the_general_table()
    {
        using var document = BlittableDocument.Parse(Addresses, Disk);

        Assert.InRange(document.Bytes.Length, 1, Addresses.Length - 1);
        Assert.Equal(GeneralTag, document.Bytes.Span[0]);
        Assert.Equal(Addresses, document.Root.ToJson());
        document.Validate();
    }

    [Fact]
    public void The_document_behind_it_gets_Smaz_again()
    {
        var prose = """{"text":"it was the best of times, it was the worst of times, it was the age of wisdom"}"""u8;
        using var fresh = new BlittableConverter(Disk);
        using var used = new BlittableConverter(Disk);

        used.Convert(Encoding.UTF8.GetBytes(Addresses));

        Assert.Equal(fresh.Convert(prose).ToArray(), used.Convert(prose).ToArray());
    }

    [Fact]
    public void Where_Smaz_fails_again_and_again_it_is_tried_now_and_then()
    {
        var prose = Encoding.UTF8.GetBytes("[\"it was the best of times, it was the worst of times, it was the age of wisdom\"]");
        using var fresh = new BlittableConverter(Disk);
        using var used = new BlittableConverter(Disk);
        for (var i = 0; i < 10; i++)
        {
            used.Convert(Encoding.UTF8.GetBytes(Addresses));
        }

        var first = used.Convert(prose).ToArray();
        for (var i = 0; i < 16; i++)
        {
            used.Convert(prose);
        }

        Assert.Equal(GeneralTag, first[0]);
        Assert.Equal(fresh.Convert(prose).ToArray(), used.Convert(prose).ToArray());
    }

    [Fact]
    public void Without_compression_no_table_is_tried()
    {
        using var document = BlittableDocument.Parse(Addresses, Disk with { StringCompression = StringCompression.None });

        Assert.InRange(document.Bytes.Length, Addresses.Length, int.MaxValue);
    }
}
