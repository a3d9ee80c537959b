using System.Text;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class StringTableTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(100_000)]
    public void Strings_numbered_in_bulk_get_the_same_numbers_as_one_by_one(int count)
    {
        var random = new Random(count);
        string[] texts = [.. Enumerable.Range(0, count).Select(_ => new string((char)('a' + random.Next(26)), random.Next(40)) + random.Next(count))];
        var bytes = texts.SelectMany(Encoding.UTF8.GetBytes).ToArray();
        var ends = new int[count];
        for (var (i, end) = (0, 0); i < count; i++)
        {
            ends[i] = end += texts[i].Length;
        }

        var (together, alone, numbers) = (new StringTable(), new StringTable(), new int[count]);
        together.Number(bytes, ends, numbers);

        Assert.Equal(texts.Select(text => alone.Number(Encoding.UTF8.GetBytes(text))), numbers);
        Assert.Equal(texts.Distinct().Count(), together.Count);
        Assert.Equal(alone.ByteCount, together.ByteCount);
        Assert.All(numbers.Select((number, i) => (number, i)).Take(1000), pair =>
        {
            Assert.Equal(texts[pair.i], Encoding.UTF8.GetString(together[pair.number]));
            Assert.Equal(pair.number, together.Find(Encoding.UTF8.GetBytes(texts[pair.i])));
        });
        Assert.Equal(-1, together.Find("never added"u8));
        together.Clear();
        Assert.Equal((0, -1), (together.Count, together.Find(""u8)));
    }
}
