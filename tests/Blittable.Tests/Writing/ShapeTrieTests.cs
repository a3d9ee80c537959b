using System.Globalization;
using System.Text;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

/// <summary>The trie of names is kept for the next document only if new names arrive slowly enough to be met again.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ShapeTrieTests
{
    private const int Judged = 1 << 13;

    [Fact]
    public void A_trie_whose_names_arrived_quickly_is_not_kept()
    {
        var trie = new ShapeTrie();
        Add(trie, Judged + 1);

        Assert.True(trie.IsCrowded(input: 20 * Judged));
        Assert.False(trie.IsCrowded(input: 100 * Judged));
        Assert.NotEqual(ShapeTrie.Unshaped, trie.FindOrAdd(ShapeTrie.Root, "another"u8));
    }

    [Fact]
    public void A_trie_with_very_many_names_is_not_kept()
    {
        var trie = new ShapeTrie();
        Add(trie, ShapeTrie.MaxNodes);

        Assert.True(trie.IsFull);
        Assert.True(trie.IsCrowded(input: long.MaxValue));
    }

    [Fact]
    public void The_shapes_of_a_dictionary_do_not_count_towards_the_limit()
    {
        var trie = new ShapeTrie();
        for (var number = 0; number < Judged; number++)
        {
            var name = Name(number);
            trie.AddDictionaryShape(name, [name.Length], (uint)number);
        }

        Assert.Equal(ShapeTrie.Unshaped + 1 + Judged, trie.Count);
        Assert.False(trie.IsCrowded(input: 0));
    }

    [Fact]
    public void A_dictionary_shape_can_be_added_to_a_full_trie()
    {
        var trie = new ShapeTrie();
        Add(trie, ShapeTrie.MaxNodes);
        trie.AddDictionaryShape("known"u8, [5], 0);

        Assert.True(trie.IsDictionaryShape("known"u8, [5]));
    }

    /// <summary>Objects without a shape contain their names and are read like other objects.</summary>
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Objects_in_a_document_with_too_many_shapes_contain_their_names(BlittableMode mode)
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

    private static void Add(ShapeTrie trie, int names)
    {
        for (var i = 0; i < names; i++)
        {
            trie.FindOrAdd(ShapeTrie.Root, Name(i));
        }
    }

    private static byte[] Name(int number) => Encoding.UTF8.GetBytes(number.ToString(CultureInfo.InvariantCulture));
}
