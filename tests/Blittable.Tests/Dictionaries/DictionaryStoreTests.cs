using System.Globalization;
using System.Text;
using Blittable.Dictionaries;
using Blittable.Writing;

namespace Blittable.Tests.Dictionaries;

public class DictionaryStoreTests
{
    [Fact]
    public void Candidates_that_are_not_selected_use_no_room()
    {
        var store = new DictionaryStore(Guid.NewGuid(), seed: 1);
        var last = Shape("the", "last");
        for (var i = 0; i < 100_000; i++)
        {
            Assert.False(store.RefusesShape(Shape("a candidate", i.ToString(CultureInfo.InvariantCulture), new string('x', 200))));
        }

        Assert.False(store.RefusesShape(last));
        store.Append(Shapes(last));
        Assert.True(store.RefusesShape(last));
        Assert.False(store.RefusesShape(Shape("the")));
        Assert.False(store.RefusesShape(Shape("the", "last", "one")));
    }

    [Fact]
    public void Querying_a_trie_for_shapes_does_not_grow_it()
    {
        var trie = new ShapeTrie();
        trie.AddDictionaryShape("ab"u8, [1, 2], number: 0);
        var count = trie.Count;

        Assert.True(trie.IsDictionaryShape("ab"u8, [1, 2]));
        Assert.False(trie.IsDictionaryShape("ab"u8, [2]));
        Assert.False(trie.IsDictionaryShape("abc"u8, [1, 2, 3]));
        Assert.Equal(count, trie.Count);
    }

    [Fact]
    public void A_dictionary_that_could_not_be_loaded_again_is_refused_as_it_grows()
    {
        var store = new DictionaryStore(Guid.NewGuid(), seed: 1, maxLength: 100);
        var change = Shapes(Shape(new string('x', 40)));
        store.Append(change);
        store.Append(Shapes(Shape(new string('y', 40))));
        var published = store.Published;
        var third = Shapes(Shape(new string('z', 40)));

        Assert.False(store.HasRoomFor(third));
        var error = Assert.Throws<BlittableException>(() => store.Append(third));

        Assert.Equal(BlittableErrorCode.DictionaryTooLarge, error.Code);
        Assert.Equal($"The changes of the dictionary would take {3 * (1 + change.Length)} bytes; the limit is 100.", error.Message);
        Assert.Same(published, store.Published);
        Assert.Equal(2, store.Published.ShapeCount);

        // Taking back a change frees its room.
        var first = new DictionaryStore(Guid.NewGuid(), seed: 1, maxLength: 100);
        var empty = first.Published;
        first.Append(change);
        first.Append(third);
        first.TakeBack(empty);
        first.Append(change);
        first.Append(third);
        Assert.Equal(2, first.Published.Version);
    }

    [Fact]
    public void A_dictionary_may_grow_to_the_size_that_can_be_loaded()
    {
        var store = new DictionaryStore(Guid.NewGuid(), seed: 1, maxLength: 100);
        var change = Shapes(Shape(new string('x', 95)));
        Assert.Equal(99, change.Length);
        store.Append(change);
        Assert.Equal(1, store.Published.Version);
    }

    private static byte[] Shapes(byte[] shape)
    {
        var change = new ChangeWriter();
        change.Begin(ChangeWriter.Shapes, 1);
        change.Raw(shape);
        return change.Written.ToArray();
    }

    private static byte[] Shape(params string[] names)
    {
        var shape = new ChangeWriter();
        shape.Number(names.Length);
        foreach (var name in names)
        {
            shape.Text(Encoding.UTF8.GetBytes(name));
        }

        return shape.Written.ToArray();
    }
}
