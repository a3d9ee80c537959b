using System.Text;
using Blittable.Reading;
using Blittable.Tests.Json;

namespace Blittable.Tests.Reading;

/// <summary>Compares lookups in objects whose shape is in a dictionary with lookups in the same objects with an embedded shape.</summary>
[Trait(Category.Name, Category.Vector)]
public class SharedPropertyLookupTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(300)]
    public void Every_name_is_found_and_no_other(int count)
    {
        var names = Enumerable.Range(0, count).Select(i => new string((char)('a' + (i % 26)), i % 11) + i).ToList();
        var (shared, dictionary, alone) = Convert('{' + string.Join(',', names.Select((name, i) => $"\"{name}\":{i * 1000}")) + '}');
        for (var i = 0; i < count; i++)
        {
            Assert.Equal(i * 1000, BlittableValue.Open(shared, dictionary).GetProperty(Encoding.UTF8.GetBytes(names[i])).GetInt32());
            var prepared = new BlittableName(names[i]);
            for (var round = 0; round < 2; round++)
            {
                Assert.Equal(i * 1000, BlittableValue.Open(shared, dictionary).GetProperty(prepared).GetInt32());
                Assert.Equal(i * 1000, BlittableValue.Open(alone).GetProperty(prepared).GetInt32());
            }
        }

        foreach (var absent in (string[])["", "a", "A0", names[^1] + "x", names[0][..^1], "a name of more than eight bytes"])
        {
            Assert.Equal(names.Contains(absent), BlittableValue.Open(shared, dictionary).TryGetProperty(absent, out _));
            Assert.Equal(names.Contains(absent), BlittableValue.Open(shared, dictionary).TryGetProperty(new BlittableName(absent), out _));
        }
    }

    [Theory]
    [InlineData("""{"a":1,"b":2,"a":3}""")]
    [InlineData("""{"a":1,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"b":2,"a":3}""")]
    public void A_lookup_finds_the_last_of_several_equal_names(string json)
    {
        var (shared, dictionary, _) = Convert(json);
        var name = new BlittableName("a");
        Assert.Equal(3, BlittableValue.Open(shared, dictionary).GetProperty("a"u8).GetInt32());
        Assert.Equal(3, BlittableValue.Open(shared, dictionary).GetProperty(name).GetInt32());
        Assert.Equal(3, BlittableValue.Open(shared, dictionary).GetProperty(name).GetInt32());
    }

    [Fact]
    public void A_shape_number_above_127_is_found()
    {
        var texts = Enumerable.Range(0, 200).Select(i => $$"""{"a":{{i}},"name{{i}}":2}""").ToList();
        var dictionary = BlittableDictionary.Train(texts.Concat(texts).Select(text => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(text)));
        using var converter = new BlittableConverter(new BlittableOptions { Dictionary = dictionary });
        for (var i = 0; i < texts.Count; i++)
        {
            var document = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(texts[i])), dictionary);
            Assert.Equal(i, document.GetProperty("a"u8).GetInt32());
            Assert.Equal(2, document.GetProperty("name" + i).GetInt32());
        }
    }

    [Fact]
    public void A_damaged_slot_or_shape_number_gives_an_error_or_another_value()
    {
        var (shared, dictionary, _) = Convert("""{"alpha":"some text","beta":2,"gamma":[1,2]}""");
        var name = new BlittableName("beta");
        using var guarded = new GuardedBytes(shared);
        for (var at = 0; at < shared.Length; at++)
        {
            for (var value = 0; value < 256; value++)
            {
                var damaged = shared.AsSpan().ToArray();
                damaged[at] = (byte)value;
                var bytes = guarded.Hold(damaged);
                try
                {
                    BlittableValue.Open(bytes, dictionary).TryGetProperty(name, out _);
                    BlittableValue.Open(bytes, dictionary).TryGetProperty("alpha"u8, out _);
                }
                catch (BlittableException)
                {
                    // This test exists to detect other exceptions and reads after the bytes.
                }
            }
        }
    }

    [Fact]
    public void A_name_is_found_regardless_of_the_dictionary_and_shape_of_earlier_lookups()
    {
        var random = new Random(1);
        string[] names = ["alpha", "beta", "gamma", "delta", "a name that does not fit into a vector"];
        BlittableDictionary[] dictionaries = [new(), new(), new()];
        var converters = dictionaries.Select(dictionary => new BlittableConverter(new BlittableOptions { Dictionary = dictionary })).ToArray();
        var prepared = names.Select(name => new BlittableName(name)).ToArray();
        for (var attempt = 0; attempt < 2000; attempt++)
        {
            // Dictionaries grow meanwhile. Their shapes have the same numbers, but names are at other positions in each.
            var members = names.Where(_ => random.Next(4) != 0).OrderBy(_ => random.Next(3)).ToArray();
            var json = Encoding.UTF8.GetBytes('{' + string.Join(',', members.Select((name, i) => $"\"{name}\":{i}")) + '}');
            var which = random.Next(dictionaries.Length);
            var document = BlittableValue.Open(converters[which].Convert(json), dictionaries[which]);
            for (var i = 0; i < names.Length; i++)
            {
                var expected = Array.IndexOf(members, names[i]);
                Assert.Equal(expected >= 0, document.TryGetProperty(prepared[i], out var found));
                Assert.True(expected < 0 || found.GetInt32() == expected);
                Assert.Equal(expected >= 0, document.TryGetProperty(Encoding.UTF8.GetBytes(names[i]), out found));
                Assert.True(expected < 0 || found.GetInt32() == expected);
            }
        }

        Assert.All(dictionaries, dictionary => Assert.InRange(dictionary.ShapeCount, 10, int.MaxValue));
    }

    [Theory]
    [InlineData("beta")]
    [InlineData("a name that is longer than two words")]
    public void A_name_looked_up_without_a_dictionary_is_found_with_a_dictionary_and_vice_versa(string text)
    {
        var (shared, dictionary, alone) = Convert($$"""{"first":1,"{{text}}":2,"last":3}""");
        var name = new BlittableName(text);
        Assert.Same(PropertyHint.None, name.Hint);
        Assert.Equal(2, BlittableValue.Open(alone).GetProperty(name).GetInt32());
        Assert.Equal(0, name.Hint.Dictionary);
        Assert.Equal(2, BlittableValue.Open(shared, dictionary).GetProperty(name).GetInt32());

        var other = new BlittableName(text);
        Assert.Equal(2, BlittableValue.Open(shared, dictionary).GetProperty(other).GetInt32());
        Assert.Equal(dictionary.Published.Id, other.Hint.Dictionary);
        Assert.Equal(2, BlittableValue.Open(shared, dictionary).GetProperty(other).GetInt32());
        Assert.Equal(2, BlittableValue.Open(alone).GetProperty(other).GetInt32());
    }

    [Fact]
    public void Long_names_that_differ_only_in_the_middle_are_distinguished()
    {
        var names = Enumerable.Range(0, 10).Select(i => $"the same start {i} and the same end").ToArray();
        var members = names.Where((_, i) => i % 3 != 0).ToArray();
        var (shared, dictionary, alone) = Convert('{' + string.Join(',', members.Select((name, i) => $"\"{name}\":{i}")) + '}');
        for (var round = 0; round < 4; round++)
        {
            foreach (var name in names)
            {
                var expected = Array.IndexOf(members, name);
                foreach (var document in (byte[][])[shared, alone])
                {
                    var found = BlittableValue.Open(document, document == shared ? dictionary : null).TryGetProperty(Encoding.UTF8.GetBytes(name), out var value);
                    Assert.Equal(expected >= 0, found);
                    Assert.True(!found || value.GetInt32() == expected);
                }
            }
        }
    }

    [Fact]
    public void A_cached_shape_does_not_change_the_result_of_a_lookup_in_a_damaged_document()
    {
        var (shared, dictionary, _) = Convert("""{"alpha":"some text","beta":2,"gamma":[1,2]}""");
        var learned = new BlittableName("beta");
        Assert.Equal(2, BlittableValue.Open(shared, dictionary).GetProperty(learned).GetInt32());
        using var guarded = new GuardedBytes(shared);
        for (var at = 0; at < shared.Length; at++)
        {
            for (var value = 0; value < 256; value++)
            {
                var damaged = shared.AsSpan().ToArray();
                damaged[at] = (byte)value;
                var bytes = guarded.Hold(damaged);
                Assert.Equal(AddressOf(bytes, dictionary, new BlittableName("beta")), AddressOf(bytes, dictionary, learned));
            }
        }
    }

    [Fact]
    public void Documents_of_every_dictionary_version_are_opened()
    {
        var dictionary = new BlittableDictionary();
        using var converter = new BlittableConverter(new BlittableOptions { Dictionary = dictionary });
        var documents = Enumerable.Range(0, 1500).Select(i => converter.Convert(Encoding.UTF8.GetBytes($$"""{"name{{i / 10}}":{{i}}}""")).ToArray()).ToList();

        // Versions above 127 take two bytes.
        Assert.InRange(dictionary.Version, 140, int.MaxValue);
        for (var i = 0; i < documents.Count; i++)
        {
            Assert.Equal(i, BlittableValue.Open(documents[i], dictionary).GetProperty("name" + (i / 10)).GetInt32());
        }
    }

    /// <summary>Returns the address of the value with a name, -1 if there is none, or -2 for an error.</summary>
    private static int AddressOf(ReadOnlySpan<byte> document, BlittableDictionary dictionary, BlittableName name)
    {
        try
        {
            return BlittableValue.Open(document, dictionary).TryGetProperty(name, out var value) ? value.Address : -1;
        }
        catch (BlittableException)
        {
            return -2;
        }
    }

    private static (byte[] Shared, BlittableDictionary Dictionary, byte[] Alone) Convert(string json)
    {
        var text = Encoding.UTF8.GetBytes(json);
        var dictionary = BlittableDictionary.Train([text, text]);
        Assert.Equal(1, dictionary.ShapeCount);
        using var converter = new BlittableConverter(new BlittableOptions { Dictionary = dictionary });
        using var alone = new BlittableConverter();
        return (converter.Convert(text).ToArray(), dictionary, alone.Convert(text).ToArray());
    }
}
