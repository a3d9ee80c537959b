using System.Security.Cryptography;
using System.Text;

namespace Blittable.Tests.Writing;

/// <summary>Protects that a document depends on nothing but its text, its options and its dictionary.</summary>
/// <remarks>
/// Programs compare, sign and deduplicate documents by their bytes, and the golden files rely on it. What could break it is state that differs between
/// converters or processes: a hash with a random seed, an address, or what a converter remembers of earlier texts. Such state decides which of two equal
/// values is found again when the table of shared values is full, so the text has twice as many values as the table remembers.
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

    /// <summary>Holds the document against a digest that another process wrote. A change of the format or of the encoder may replace the digest; a second
    /// run that gives a third digest shows a dependency on the process.</summary>
    [Fact]
    public void Two_processes_write_the_same_bytes()
    {
        using var converter = new BlittableConverter(Plain);

        Assert.Equal("209D848A19562ED8", Convert.ToHexString(SHA256.HashData(converter.Convert(Repetitive())))[..16]);
    }

    /// <summary>Thirty thousand short strings, each twice, of which the table has room for half.</summary>
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
