using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Writing;

/// <summary>Small documents of one converter, with and without repeated values.</summary>
[Trait(Category.Name, Category.Vector)]
public class SmallDocumentsTests
{
    private const string Repeating = """{"a":12345678.25,"b":12345678.25,"c":12345678.25,"d":12345678.25}""";

    private const int Round = 256;

    [Fact]
    public void Equal_numbers_are_written_once()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced with { NanosecondsPerByte = 1000 });
        Assert.True(IsShared(converter, Repeating));
    }

    [Fact]
    public void A_learning_converter_notices_repeated_numbers_after_documents_without_them()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced with { LearnAcrossDocuments = true });
        for (var i = 1; i <= Round + (Round / 2); i++)
        {
            Assert.False(IsShared(converter, $$"""{"a":{{i}}00.25,"b":{{i}}11.75,"c":{{i}}22.125,"d":{{i}}33.5}"""));
        }

        var shared = Enumerable.Range(0, 2 * Round).Select(_ => IsShared(converter, Repeating)).ToList();
        Assert.False(shared[0]);
        Assert.All(shared.TakeLast(Round), Assert.True);
    }

    [Fact]
    public void Documents_are_restored_after_documents_without_shared_values()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        for (var i = 0; i < Round; i++)
        {
            IsShared(converter, $$"""{"a":{{i}}.25}""");
            using var document = BlittableDocument.Open(converter.Convert(Encoding.UTF8.GetBytes(Repeating)).ToArray());
            document.Validate();
            Assert.Equal(Repeating, document.Root.ToJson());
        }
    }

    private static bool IsShared(BlittableConverter converter, string json) =>
        (converter.Convert(Encoding.UTF8.GetBytes(json))[^1] & Trailer.Shared) != 0;
}
