using System.Security.Cryptography;
using System.Text;

namespace Blittable.Tests.Writing;

/// <summary>A document depends only on its text, its options and its dictionary.</summary>
/// <remarks>
/// Programs compare, sign and deduplicate documents by their bytes, and the golden files rely on it. State that differs between converters or
/// processes could break it: a hash with a random seed, an address, or a converter's memory of earlier texts. Such state determines which of two equal
/// values is found again when the table of shared values is full, so the text has twice as many values as the table holds.
/// </remarks>
[Trait(Category.Name, Category.Vector)]
public sealed class ReproducibleDocumentTests
{
    private static readonly BlittableOptions Plain = new() { Mode = BlittableMode.Disk, StringCompression = StringCompression.None };

    public static TheoryData<StringCompression> Compressions =>
        [StringCompression.None, StringCompression.Smaz, StringCompression.General, StringCompression.Trained];

    [Theory]
    [MemberData(nameof(Compressions))]
    public void Two_converters_write_the_same_bytes(StringCompression compression)
    {
        var json = Repetitive();
        using var one = new BlittableConverter(Plain with { StringCompression = compression });
        using var other = new BlittableConverter(Plain with { StringCompression = compression });
        var document = one.Convert(json).ToArray();

        Assert.Equal(document, other.Convert(json));
        Assert.Equal(document, one.Convert(json));
    }

    [Fact]
    public void Two_copies_of_a_dictionary_give_the_same_bytes()
    {
        var json = Repetitive();
        var dictionary = BlittableDictionary.Train([Encoding.UTF8.GetBytes("""{"a":"some value","b":"another value"}""")]);
        var copy = BlittableDictionary.Load(dictionary.Save());
        using var one = new BlittableConverter(Plain with { Dictionary = dictionary });
        using var other = new BlittableConverter(Plain with { Dictionary = copy });

        Assert.Equal(one.Convert(json), other.Convert(json));
    }

    /// <summary>Compares the document with a digest from another process. A change of the format or the encoder may replace the digest. If a second run gives
    /// a different digest, the document depends on the process.</summary>
    [Fact]
    public void Two_processes_write_the_same_bytes()
    {
        using var converter = new BlittableConverter(Plain);

        Assert.Equal("209D848A19562ED8", Convert.ToHexString(SHA256.HashData(converter.Convert(Repetitive())))[..16]);
    }

    /// <summary>Thirty thousand short strings, each twice. The table has room for half of them.</summary>
    private static byte[] Repetitive()
    {
        var json = new StringBuilder("[");
        for (var i = 0; i < 60_000; i++)
        {
            json.Append(i == 0 ? "" : ",").Append('"').Append('k').Append((i % 30_000 * 7919) % 100_000).Append('"');
        }

        return Encoding.UTF8.GetBytes(json.Append(']').ToString());
    }
}
