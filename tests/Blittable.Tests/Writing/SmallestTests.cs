using Blittable.Tests.Json;

namespace Blittable.Tests.Writing;

/// <summary><see cref="BlittableOptions.Smallest"/> gives no larger document than <see cref="BlittableOptions.Balanced"/>. <c>Blittable.EntryMatrix histories</c> compares the corpora.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class SmallestTests
{
    [Fact]
    public void A_string_of_Smaz_symbols_is_no_larger_than_with_Balanced()
    {
        // Words from Smaz's table, of which the general table has few.
        AssertNoLarger("[\" the which was said that with this from have http://www. .com in the  of the \"]");
        AssertNoLarger("""{"l_comment":"egular courts above the"}""");
    }

    [Fact]
    public void A_document_for_which_a_table_does_not_pay_is_no_larger_than_with_Balanced()
    {
        // Few strings among many numbers: a sample suggests more strings than the whole document has.
        var random = new Random(5);
        foreach (var strings in new[] { 5, 50, 500 })
        {
            var parts = Enumerable.Range(0, 4000).Select(i => i < strings ? $"\"county of {random.Next(1000)} {(char)('a' + random.Next(26))}{random.Next()}\"" : $"[{random.Next(9999)},{random.Next(99)}]");
            AssertNoLarger($"[{string.Join(',', parts)}]");
        }
    }

    [Fact]
    public void Random_documents_are_no_larger_except_for_shared_string_starts()
    {
        // Starts of strings are shared if that is expected to save bytes, which depends on the encoding of strings.
        var random = new RandomJson(11);
        for (var i = 0; i < 300; i++)
        {
            AssertNoLarger(random.Next().Minified, more: 32);
        }
    }

    private static void AssertNoLarger(string json, int more = 0)
    {
        using var balanced = BlittableDocument.Parse(json, BlittableOptions.Balanced);
        using var smallest = BlittableDocument.Parse(json, BlittableOptions.Smallest);

        smallest.Validate();
        Assert.True(BlittableValue.DeepEquals(balanced.Root, smallest.Root));
        Assert.True(smallest.Bytes.Length <= balanced.Bytes.Length + more, $"{smallest.Bytes.Length} and {balanced.Bytes.Length} bytes for {json[..Math.Min(json.Length, 200)]}");
    }
}
