using System.Globalization;
using System.Text;
using Blittable.Building;

namespace Blittable.Tests.Building;

/// <summary>The trie of names grows beyond the caches only where paths come slowly enough to be met again.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ShapeTrieTests
{
    private const int Judged = 1 << 13, Most = 1 << 16;

    [Fact]
    public void Names_that_come_fast_end_the_growth_early()
    {
        var trie = new ShapeTrie();
        Add(trie, Most, bytesPerName: 20);

        Assert.Equal(Judged, trie.Count);
        Assert.True(trie.IsCrowded);
        Assert.Equal(ShapeTrie.Unshaped, trie.FindOrAdd(ShapeTrie.Root, "another"u8, input: long.MaxValue));
        Assert.NotEqual(ShapeTrie.Unshaped, trie.FindOrAdd(ShapeTrie.Root, "0"u8, input: 0));
    }

    [Fact]
    public void Names_that_come_slowly_fill_the_trie()
    {
        var trie = new ShapeTrie();
        Add(trie, 2 * Most, bytesPerName: 100);

        Assert.Equal(Most, trie.Count);
        Assert.True(trie.IsCrowded);
    }

    [Fact]
    public void The_shapes_of_a_dictionary_do_not_count()
    {
        var trie = new ShapeTrie();
        for (var number = 0; number < Judged; number++)
        {
            var name = Name(number);
            trie.AddDictionaryShape(name, [name.Length], (uint)number);
        }

        Assert.Equal(ShapeTrie.Unshaped + 1 + Judged, trie.Count);
        Assert.False(trie.IsCrowded);
        Assert.NotEqual(ShapeTrie.Unshaped, trie.FindOrAdd(ShapeTrie.Root, "another"u8, input: 0));
    }

    [Fact]
    public void A_cleared_trie_is_judged_anew()
    {
        var trie = new ShapeTrie();
        Add(trie, Most, bytesPerName: 20);
        trie.Clear();
        Add(trie, Most, bytesPerName: 100);

        Assert.Equal(Most, trie.Count);
    }

    /// <summary>Objects with names of their own are the same documents as ever where the trie has no room.</summary>
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Objects_without_room_bring_their_names(BlittableMode mode)
    {
        var json = new StringBuilder("[");
        for (var i = 0; i < 2 * Judged; i++)
        {
            json.Append(CultureInfo.InvariantCulture, $"{(i == 0 ? "" : ",")}{{\"a{i}\":{i},\"b{i}\":\"text\"}}");
        }

        var text = json.Append(']').ToString();
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        Assert.Equal(text, BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(text))).ToJson());
        Assert.Equal("{\"z\":1}", BlittableValue.Open(converter.Convert("{\"z\":1}"u8)).ToJson());
    }

    private static void Add(ShapeTrie trie, int names, int bytesPerName)
    {
        for (var i = 0; i < names; i++)
        {
            trie.FindOrAdd(ShapeTrie.Root, Name(i), (long)i * bytesPerName);
        }
    }

    private static byte[] Name(int number) => Encoding.UTF8.GetBytes(number.ToString(CultureInfo.InvariantCulture));
}
