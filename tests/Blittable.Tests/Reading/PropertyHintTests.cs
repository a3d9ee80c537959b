using System.Text;
using Blittable.Layout;
using Blittable.Tests.Json;

namespace Blittable.Tests.Reading;

/// <summary>The state cached in a prepared name never selects another property. Each lookup is repeated with a name that has no cached state.</summary>
public class PropertyHintTests
{
    [Theory]
    [InlineData(1, 3)]
    [InlineData(2, 2)]
    [InlineData(5, 17)]
    [InlineData(9, 4)]
    [InlineData(30, 16)]
    [InlineData(40, 33)]
    [InlineData(70, 9)]
    public void Names_found_in_one_shape_are_found_in_other_shapes_with_the_same_number_of_names(int count, int longest)
    {
        var random = new Random(count);
        var names = Enumerable.Range(0, 6).Select(_ => RandomName(random, longest)).ToArray();
        var prepared = names.Select(name => new BlittableName(name)).ToArray();
        using var converter = new BlittableConverter();
        for (var attempt = 0; attempt < 400; attempt++)
        {
            // Few names and few lengths: ends and texts agree partly, at equal or adjacent positions.
            string AnyName() => random.Next(3) == 0 ? RandomName(random, longest) : names[random.Next(names.Length)];
            var members = Enumerable.Range(0, count).Select(i => (Name: AnyName(), Value: i)).ToArray();
            var json = '{' + string.Join(',', members.Select(member => $"\"{member.Name}\":{member.Value}")) + '}';
            var bytes = converter.Convert(Encoding.UTF8.GetBytes(attempt % 3 == 0 ? $"[{json},{json}]" : json)).ToArray();
            var root = BlittableValue.Open(bytes);
            var value = root.Kind == BlittableValueKind.Array ? root[1] : root;
            for (var i = 0; i < names.Length; i++)
            {
                var expected = Array.FindLastIndex(members, member => member.Name == names[i]);
                Assert.Equal(expected >= 0, value.TryGetProperty(prepared[i], out var found));
                Assert.True(expected < 0 || found.GetInt32() == expected);
                Assert.Equal(expected >= 0, value.TryGetProperty(Encoding.UTF8.GetBytes(names[i]), out found));
                Assert.True(expected < 0 || found.GetInt32() == expected);
            }
        }
    }

    [Theory]
    [InlineData("""{"id":1,"value":"some text","last":[1,2]}""")]
    [InlineData("""{"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"value":"some text","i":9}""")]
    [InlineData("""[{"id":1,"value":"some text"},{"id":2,"value":"other text"}]""")]
    [InlineData("""{"value":7}""")]
    [InlineData("""[7,{"value":8}]""")]
    [InlineData("""[7,{"value":8,"longer than a vector, so that there is room":9}]""")]
    public void Looking_up_a_prepared_name_in_a_damaged_document_gives_a_value_or_an_error(string json)
    {
        using var converter = new BlittableConverter();
        var whole = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
        var name = new BlittableName("value");
        using var guarded = new GuardedBytes(whole);
        Lookup(whole, name);
        for (var at = 0; at < whole.Length; at++)
        {
            foreach (var change in (byte[])[1, 2, 3, 6, 8, 16, 64, 128, 255])
            {
                var damaged = whole.AsSpan().ToArray();
                damaged[at] ^= change;
                AssertAgrees(guarded.Hold(damaged), name);
                Lookup(whole, name);
            }

            AssertAgrees(guarded.Hold(whole.AsSpan(0, at)), name);
        }
    }

    [Fact]
    public void Lookups_in_ever_changing_shapes_allocate_nothing_in_the_long_run()
    {
        using var converter = new BlittableConverter();
        var documents = Enumerable.Range(0, 64)
            .Select(i => converter.Convert(Encoding.UTF8.GetBytes($$"""{"{{new string('n', i + 1)}}":1,"id":{{i}},"x{{i}}":2,"y":3}""")).ToArray())
            .ToArray();
        var name = new BlittableName("id");
        long Sum()
        {
            long sum = 0;
            foreach (var document in documents)
            {
                sum += BlittableValue.Open(document).GetProperty(name).GetInt64();
            }

            return sum;
        }

        // 2^14 misses, followed by fewer than 2^14 misses: no hint is stored between the measurements.
        for (var i = 0; i < 256; i++)
        {
            Sum();
        }

        Sum();
        var before = GC.GetAllocatedBytesForCurrentThread();
        var sum = Sum();

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
        Assert.Equal(64 * 63 / 2, sum);
    }

    [Fact]
    public void Names_are_found_in_shapes_that_start_with_the_same_bytes()
    {
        using var converter = new BlittableConverter();
        var texts = (string[])["id", "value", "a name of more than sixteen bytes"];
        var names = texts.Select(text => new BlittableName(text)).ToArray();

        // The same number of names with the same lengths in other orders, with the first five bytes equal.
        var shapes = (string[][])
        [
            ["x1234", "x2345", "id", "value", texts[2]],
            ["x1234", "x2345", "value", "id", texts[2]],
            ["x1234", "x2345", "id", "other", texts[2]],
            ["x1234", "x2345", "no", "value", texts[2]],
        ];
        for (var attempt = 0; attempt < 400; attempt++)
        {
            var shape = shapes[attempt % shapes.Length];
            var json = '{' + string.Join(',', shape.Select((text, i) => $"\"{text}\":{i}")) + '}';
            var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(json)));
            for (var i = 0; i < names.Length; i++)
            {
                var expected = Array.IndexOf(shape, texts[i]);
                Assert.Equal(expected >= 0, root.TryGetProperty(names[i], out var found));
                Assert.True(expected < 0 || found.GetInt32() == expected);
                Assert.Equal(expected >= 0, root.TryGetProperty(Encoding.UTF8.GetBytes(texts[i]), out found));
                Assert.True(expected < 0 || found.GetInt32() == expected);
            }
        }
    }

    [Fact]
    public void A_value_that_is_not_an_object_has_no_property()
    {
        using var converter = new BlittableConverter();
        var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Repeat('0', 40))}]")));

        Assert.False(root[0].TryGetProperty(new BlittableName("id"), out _));
        Assert.False(root[0].TryGetProperty("id"u8, out _));
    }

    [Theory]
    [InlineData(new byte[] { 0x00, 0x02, 0xFA, 0x05 })]
    [InlineData(new byte[] { 0x00, 0x10, 0xFA, 0x05 })]
    [InlineData(new byte[] { 0x04, 0x40, 0x5A, 0x5A })]
    public void Damaged_ends_of_a_shape_block_cause_no_read_outside_the_document(byte[] block)
    {
        // The first and second name of the block have the length and the fingerprint of this text.
        var text = "eleven char"u8;
        var bytes = new byte[96];
        bytes.AsSpan().Fill(ShapeBlock.Fingerprint(text));
        bytes[0] = Tag.ObjectWithShape;
        block.CopyTo(bytes, 1);
        bytes[^2] = (byte)(bytes.Length - 2);
        bytes[^1] = Trailer.Version;
        var name = new BlittableName(text);
        using var guarded = new GuardedBytes(bytes);
        for (var i = 0; i < 64; i++)
        {
            var root = BlittableValue.Open(guarded.Span);
            try
            {
                Assert.False(root.TryGetProperty(text, out _));
                Assert.False(root.TryGetProperty(name, out _));
            }
            catch (BlittableException error)
            {
                Assert.Equal(BlittableErrorCode.InvalidData, error.Code);
            }
        }
    }

    private static void AssertAgrees(ReadOnlySpan<byte> damaged, BlittableName remembered)
    {
        var expected = Lookup(damaged, new BlittableName("value"));
        foreach (var found in (string?[])[Lookup(damaged, remembered), LookupText(damaged)])
        {
            // Either lookup may reach the damage first.
            Assert.True(expected == found || expected is null || found is null, $"Without a memory {expected}, with one {found}.");
        }
    }

    /// <summary>Returns the result of the lookup by text, which has also been looked up before.</summary>
    private static string? LookupText(ReadOnlySpan<byte> bytes)
    {
        try
        {
            var root = BlittableValue.Open(bytes);
            root = root.Kind == BlittableValueKind.Array ? root[1] : root;
            return root.TryGetProperty("value"u8, out var value) ? value.ToString() + value.Address : null;
        }
        catch (BlittableException)
        {
            return null;
        }
    }

    private static string? Lookup(ReadOnlySpan<byte> bytes, BlittableName name)
    {
        try
        {
            var root = BlittableValue.Open(bytes);
            root = root.Kind == BlittableValueKind.Array ? root[1] : root;
            return root.TryGetProperty(name, out var value) ? value.ToString() + value.Address : null;
        }
        catch (BlittableException)
        {
            return null;
        }
    }

    private static string RandomName(Random random, int longest) =>
        string.Create(random.Next(Math.Min(longest, 4)) == 0 ? longest : random.Next(1, longest + 1), random, (characters, source) =>
        {
            foreach (ref var character in characters)
            {
                character = (char)('a' + source.Next(2));
            }
        });

    [Fact]
    public void Alternating_between_objects_of_two_shapes_allocates_nothing_in_the_long_run()
    {
        // The value of the property is at address 0 in both documents.
        using var one = BlittableDocument.Parse("""{"Turn":1}""");
        using var other = BlittableDocument.Parse("""{"Turn":1,"Other":2}""");
        var name = new BlittableName("Turn"u8);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 50_000; i++)
        {
            Assert.True(one.Root.TryGetProperty("Turn"u8, out _) & other.Root.TryGetProperty("Turn"u8, out _));
            Assert.True(one.Root.TryGetProperty(name, out _) & other.Root.TryGetProperty(name, out _));
        }

        const int hintsWhileLearning = 200, bytesOfAHint = 150;
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, hintsWhileLearning * bytesOfAHint);
    }
}
