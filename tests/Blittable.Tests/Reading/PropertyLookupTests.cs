using System.Text;
using Blittable.Layout;
using Blittable.Tests.Layout;

namespace Blittable.Tests.Reading;

/// <summary>Compares the fused search with the step-by-step search: <see cref="ShapeBlock.Find"/>.</summary>
[Trait(Category.Name, Category.Vector)]
public class PropertyLookupTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(3, 2)]
    [InlineData(4, 3)]
    [InlineData(16, 8)]
    [InlineData(31, 12)]
    [InlineData(32, 4)]
    [InlineData(33, 17)]
    [InlineData(64, 33)]
    [InlineData(65, 5)]
    [InlineData(127, 6)]
    [InlineData(128, 6)]
    [InlineData(129, 2)]
    [InlineData(256, 5)]
    [InlineData(257, 5)]
    [InlineData(300, 7)]
    public void The_fast_search_finds_what_the_slow_search_finds(int count, int nameLength)
    {
        var random = new Random(count);
        for (var attempt = 0; attempt < 20; attempt++)
        {
            // Few letters, to make names, lengths and fingerprints repeat.
            var names = Enumerable.Range(0, count).Select(_ => RandomName(random, nameLength)).ToArray();
            foreach (var form in Enum.GetValues<ShapeBlockTests.BlockForm>())
            {
                AssertAgrees(random, names, nameLength, form);
            }
        }
    }

    [Fact]
    public void A_prepared_name_finds_its_property_in_objects_of_any_shape()
    {
        using var converter = new BlittableConverter();
        var name = new BlittableName("id");
        var random = new Random(1);
        for (var i = 0; i < 500; i++)
        {
            var before = string.Concat(Enumerable.Range(0, random.Next(5)).Select(n => $"\"n{n}\":{n},"));
            var again = random.Next(3) == 0 ? $",\"id\":{i + 1000}" : "";
            var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes($$"""{{{before}}"id":{{i}}{{again}}}""")));

            Assert.Equal(again.Length > 0 ? i + 1000 : i, root.GetProperty(name).GetInt32());
            Assert.Equal(i % 2 == 0, root.TryGetProperty(name, out var value) && value.GetInt32() % 2 == 0);
        }
    }

    [Theory]
    [InlineData("a")]
    [InlineData("")]
    [InlineData("a name of more than sixteen bytes")]
    public void A_new_name_finds_nothing_in_values_that_are_not_objects(string name)
    {
        // Zeros after small integers once looked like an object to a name that had not been found before.
        BlittableCaches.Trim();
        using var document = BlittableDocument.Parse("""{"x":[1,0,0,0,0,0,0,0,2,0,0,0,0,0,0,"",0,0,0,0,null,0,0,0,0],"y":[[0,0,0,0,0,0],0,0,0,[],0,0,0]}"""u8);
        var prepared = new BlittableName(name);
        using var reader = new BlittableReader(document.Root);
        while (reader.Read())
        {
            Assert.False(reader.Value.TryGetProperty(prepared, out _));
            Assert.False(reader.Value.TryGetProperty(Encoding.UTF8.GetBytes(name), out _));
        }

        Assert.Equal(0, BlittableJsonPath.Parse($"$..['{name}']").Evaluate(document.Root).Count);
    }

    [Theory]
    [InlineData(2, 1)]
    [InlineData(3, 20)]
    [InlineData(4, 3)]
    public void A_value_behind_a_reference_is_found_and_a_damaged_reference_is_reported(int size, int others)
    {
        var names = Enumerable.Range(0, others).Select(i => $"other_{i}").Prepend("name").ToArray();
        var document = new DocumentBytes();
        var value = document.Add(7);
        var reference = document.Add([(byte)(Tag.Reference + size - 2), .. BitConverter.GetBytes(1)[..size]]);
        var root = document.Length;
        var block = ShapeBlockTests.Write(names, ShapeBlockTests.BlockForm.Fast);
        document.Add([Tag.ObjectWithShape, .. block, .. names.Select((_, i) => (byte)(root - (i == 0 ? reference : value)))]);
        var bytes = document.Finish(root);
        var name = new BlittableName("name");
        for (var i = 0; i < 3; i++)
        {
            Assert.Equal(value, BlittableValue.Open(bytes).GetProperty("name"u8).Address);
            Assert.Equal(value, BlittableValue.Open(bytes).GetProperty(name).Address);
        }

        // A reference to itself, and to an address before the document.
        foreach (var distance in (byte[])[0, 2])
        {
            bytes[reference + 1] = distance;
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetProperty("name"u8)).Code);
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).GetProperty(name)).Code);
        }
    }

    [Fact]
    public async Task Threads_can_share_a_prepared_name()
    {
        var name = new BlittableName("id");
        var documents = Enumerable.Range(0, 8).Select(i =>
        {
            using var converter = new BlittableConverter();
            var before = string.Concat(Enumerable.Range(0, i).Select(n => $"\"n{n}\":-1,"));
            return converter.Convert(Encoding.UTF8.GetBytes($$"""{{{before}}"id":{{i}}}""")).ToArray();
        }).ToArray();

        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
        {
            for (var i = 0; i < 20_000; i++)
            {
                Assert.Equal(i & 7, BlittableValue.Open(documents[i & 7]).GetProperty(name).GetInt32());
            }
        })));
    }

    [Fact]
    public void Reading_with_any_kind_of_name_allocates_nothing()
    {
        using var converter = new BlittableConverter();
        var bytes = converter.Convert("""{"a":1,"price":12.5,"mode":"TRUCK","day":"2024-01-31","long":"é"}"""u8).ToArray();
        var name = new BlittableName("price");
        var allocated = long.MaxValue;

        // The first round caches names. Parallel tests may evict one of them, but not in every round.
        for (var attempt = 0; attempt < 20 && allocated > 0; attempt++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var sum = ReadAll(bytes, name);
            allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.Equal(1 + 12.5 + 1 + 31 + 1, sum);
        }

        Assert.Equal(0, allocated);
    }

    private static double ReadAll(byte[] bytes, BlittableName name)
    {
        var root = BlittableValue.Open(bytes);
        return root.GetProperty("a"u8).GetInt32()
            + root.GetProperty(name).GetDouble()
            + (root.GetProperty("mode").Utf8Equals("TRUCK"u8) ? 1 : 0)
            + root.GetProperty("day").GetDateTimeOffset().Day
            + (root.GetProperty("long").TextEquals("é") ? 1 : 0);
    }

    private static void AssertAgrees(Random random, string[] names, int nameLength, ShapeBlockTests.BlockForm form)
    {
        var block = ShapeBlockTests.Write(names, form);
        var document = new DocumentBytes();
        var numbers = new int[names.Length];
        for (var i = 0; i < names.Length; i++)
        {
            numbers[i] = document.Add(Tag.Integer + 1, (byte)i, (byte)(i >> 8));
        }

        var root = document.Length;
        var slots = numbers.SelectMany(number => BitConverter.GetBytes((ushort)(root - number)));
        document.Add([Tag.ObjectWithShape + 1, .. block, .. slots]);
        var value = BlittableValue.Open(document.Finish(root));
        foreach (var wanted in names.Append(RandomName(random, nameLength)).Append(RandomName(random, nameLength + 1)).Append(""))
        {
            var expected = ShapeBlock.Read(block, 0).Find(Encoding.UTF8.GetBytes(wanted));
            Assert.Equal(Array.LastIndexOf(names, wanted), expected);
            Assert.Equal(expected >= 0, value.TryGetProperty(Encoding.UTF8.GetBytes(wanted), out var found));
            Assert.True(expected < 0 || found.GetInt32() == expected);
            var name = new BlittableName(wanted);
            for (var i = 0; i < 2; i++)
            {
                Assert.Equal(expected >= 0, value.TryGetProperty(name, out found));
                Assert.True(expected < 0 || found.GetInt32() == expected);
            }
        }
    }

    private static string RandomName(Random random, int length) =>
        string.Create(Math.Max(0, length - random.Next(2)), random, (characters, source) =>
        {
            foreach (ref var character in characters)
            {
                character = (char)('a' + source.Next(3));
            }
        });
}
