using System.Buffers;
using System.Text;
using Blittable.Layout;
using Blittable.Rendering;

namespace Blittable.Tests.Rendering;

[Trait(Category.Name, Category.Vector)]
public class NameTextsTests
{
    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Names_of_every_length_with_and_without_escapes_are_restored_through_small_buffers(BlittableMode mode)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        for (var length = 0; length < 140; length++)
        {
            var plain = new string('n', length);
            AssertSame(converter, $$$"""{"{{{plain}}}":{"\n{{{plain}}}":1,"z":"text","{{{plain}}}\u0001":[{"\"{{{plain}}}":2},{"\"{{{plain}}}":3}]}}""");
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Shapes_with_any_number_of_names_are_restored(BlittableMode mode)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        for (var count = 1; count < 3000; count += 1 + (count / 4))
        {
            var many = $"{{{string.Join(',', Enumerable.Range(0, count).Select(i => $"\"name {i}\":{i}"))}}}";
            AssertSame(converter, $$"""[{{many}},{{many}},{"other":1},{{many}}]""");
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void More_shapes_than_the_cache_holds_are_restored(BlittableMode mode)
    {
        // Each shape twice, so the second is stored as its number, and the first shapes again after their eviction.
        var objects = Enumerable.Range(0, 10_000).Select(i => $$"""{"a{{i}}":{{i}},"b{{i * 7}}":"x"}""").ToList();
        var before = NameTexts.Current;
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        AssertSame(converter, $"[{string.Join(',', objects.SelectMany(o => new[] { o, o }).Concat(objects.Take(3000)))}]");
        Assert.NotSame(before, NameTexts.Current);
        AssertSame(converter, $"[{string.Join(',', objects.Take(10))}]");
    }

    [Fact]
    public unsafe void Lengths_distinguish_short_names_long_names_uncached_names_and_the_last_name()
    {
        // A text is the name and three bytes: two quotation marks and a colon.
        int[] lengths = [1, 29, 30, 61, 62, 0, 200];
        var json = $"{{{string.Join(',', lengths.Select(length => $"\"{new string('n', length)}\":1"))}}}";
        using var converter = new BlittableConverter();
        var document = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
        var block = BlittableValue.Open(document).Address + 1;
        fixed (byte* start = document)
        {
            var next = (sbyte*)NameTexts.Current.FindOrAdd(ShapeBlock.Read(document, block), start + block, start + document.Length)->First;

            Assert.Equal(new sbyte[] { 4, 32, -33, -64, 0, 3, 0, 0 }, ReadLengths(next, lengths.Length + 1));
        }

        static sbyte[] ReadLengths(sbyte* next, int count)
        {
            var found = new sbyte[count];
            for (var i = 0; i < count; i++)
            {
                found[i] = *next;
                next += 1 + Math.Abs(*next);
            }

            return found;
        }
    }

    [Fact]
    public void Shapes_that_start_alike_are_distinguished()
    {
        // In shapes without fingerprints, the first seven bytes are the flags, the count and five ends of names.
        using var converter = new BlittableConverter();
        foreach (var name in (string[])["a", "b", "c", "a", "b"])
        {
            AssertSame(converter, $$$"""{"n1":1,"n2":2,"n3":3,"n4":4,"n5":5,"{{{name}}}":{"{{{name}}}":6}}""");
        }
    }

    private static void AssertSame(BlittableConverter converter, string json)
    {
        var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(json)));
        Assert.Equal(json, root.ToJson());
        var stingy = new StingyWriter();
        root.WriteJson(stingy);
        Assert.Equal(json, Encoding.UTF8.GetString(stingy.Written));

        stingy = new StingyWriter();
        root.WriteJson(stingy, indented: true);
        var indented = new ArrayBufferWriter<byte>(1 << 20);
        root.WriteJson(indented, indented: true);
        Assert.Equal(Encoding.UTF8.GetString(indented.WrittenSpan), Encoding.UTF8.GetString(stingy.Written));
    }
}
