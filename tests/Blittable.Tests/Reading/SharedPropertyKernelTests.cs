using System.Text;

namespace Blittable.Tests.Reading;

/// <summary>Lookups in objects whose shape stands in a dictionary, beside the same objects that bring their shape.</summary>
public class SharedPropertyKernelTests
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
    public void Of_equal_names_the_last_is_found(string json)
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
    public void A_damaged_slot_or_number_is_an_error_or_another_value()
    {
        var (shared, dictionary, _) = Convert("""{"alpha":"some text","beta":2,"gamma":[1,2]}""");
        var name = new BlittableName("beta");
        for (var at = 0; at < shared.Length; at++)
        {
            for (var value = 0; value < 256; value++)
            {
                var damaged = shared.AsSpan().ToArray();
                damaged[at] = (byte)value;
                try
                {
                    BlittableValue.Open(damaged, dictionary).TryGetProperty(name, out _);
                    BlittableValue.Open(damaged, dictionary).TryGetProperty("alpha"u8, out _);
                }
                catch (BlittableException)
                {
                    // Any other exception, or a read outside the bytes, is what this test is for.
                }
            }
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
