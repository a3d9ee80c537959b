using Blittable.Tests.Json;

namespace Blittable.Tests.Writing;

/// <summary><see cref="BlittableOptions.Smallest"/> gives no larger document than <see cref="BlittableOptions.Balanced"/>. <c>Blittable.EntryMatrix histories</c> compares the corpora.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class SmallestTests
{
    [Fact]
    public void A_string_that_the_general_table_does_not_know_is_in_Smaz()
    {
        // Words of Smaz's table, and hardly any of the general one.
        AssertNoLarger("[\" the which was said that with this from have http://www. .com in the  of the \"]");
        AssertNoLarger("""{"l_comment":"egular courts above the"}""");
    }

    [Fact]
    public void A_table_that_does_not_pay_is_left_out()
    {
        // Few strings among many numbers: a sample finds strings that the whole document has not got as many of.
        var random = new Random(5);
        foreach (var strings in new[] { 5, 50, 500 })
        {
            var parts = Enumerable.Range(0, 4000).Select(i => i < strings ? $"\"county of {random.Next(1000)} {(char)('a' + random.Next(26))}{random.Next()}\"" : $"[{random.Next(9999)},{random.Next(99)}]");
            AssertNoLarger($"[{string.Join(',', parts)}]");
        }
    }

    [Fact]
    public void Random_documents_are_no_larger_but_for_what_their_strings_begin_with()
    {
        // Starts of strings are found where they are expected to save something, which depends on how strings are encoded.
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
