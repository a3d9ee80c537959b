using System.Globalization;
using System.Text;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

/// <summary>The trie of names is kept for the next document only where paths come slowly enough to be met again.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ShapeTrieTests
{
    private const int Judged = 1 << 13;

    [Fact]
    public void A_trie_of_names_that_came_fast_is_not_kept()
    {
        var trie = new ShapeTrie();
        Add(trie, Judged + 1);

        Assert.True(trie.IsCrowded(input: 20 * Judged));
        Assert.False(trie.IsCrowded(input: 100 * Judged));
        Assert.NotEqual(ShapeTrie.Unshaped, trie.FindOrAdd(ShapeTrie.Root, "another"u8));
    }

    [Fact]
    public void A_trie_of_very_many_names_is_not_kept()
    {
        var trie = new ShapeTrie();
        Add(trie, ShapeTrie.MaxNodes);

        Assert.True(trie.IsFull);
        Assert.True(trie.IsCrowded(input: long.MaxValue));
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
        Assert.False(trie.IsCrowded(input: 0));
    }

    [Fact]
    public void A_dictionary_has_room_whatever_documents_left_in_the_trie()
    {
        var trie = new ShapeTrie();
        Add(trie, ShapeTrie.MaxNodes);
        trie.AddDictionaryShape("known"u8, [5], 0);

        Assert.True(trie.IsDictionaryShape("known"u8, [5]));
    }

    /// <summary>Objects of a shapeless document have names of their own and are read like others.</summary>
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Objects_of_a_document_of_too_many_shapes_bring_their_names(BlittableMode mode)
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
