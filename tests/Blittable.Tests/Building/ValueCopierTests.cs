using Blittable.Format;
using Blittable.Tests.Reading;

namespace Blittable.Tests.Building;

public class ValueCopierTests
{
    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    [InlineData(60)]
    public void A_small_document_that_stands_for_a_huge_one_is_cloned_as_small_as_it_is(int levels)
    {
        var bytes = Doubled(levels, uint.MaxValue);
        using var clone = BlittableValue.Open(bytes).Clone();
        Assert.InRange(clone.Bytes.Length, levels, 8 * levels);
        var value = clone.Root;
        for (var level = 0; level < levels; level++)
        {
            Assert.Equal(2, value.Count);
            value = value[level % 2];
        }

        Assert.Equal(7, value.GetInt32());
        Assert.Equal(
            BlittableErrorCode.ExpansionTooLarge,
            Assert.Throws<BlittableException>(() => clone.Root.ToJson(new BlittableJsonOptions { MaxExpandedBytes = 1 << 10 })).Code);
    }

    [Fact]
    public void A_document_that_shares_values_without_saying_so_is_refused()
    {
        var bytes = Doubled(40, shared: null);
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes).Clone()).Code);
        using var builder = new BlittableBuilder();
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => builder.WriteValue(BlittableValue.Open(bytes))).Code);
    }

    [Fact]
    public void What_is_referred_to_again_counts_with_its_levels()
    {
        var value = BlittableValue.Open(Doubled(5, uint.MaxValue));
        var options = new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = 6 };
        using var builder = new BlittableBuilder(options);
        builder.WriteStartArray();
        builder.WriteValue(value);
        builder.WriteEndArray();
        using var document = builder.ToDocument();
        document.Validate();

        using var narrow = new BlittableBuilder(options with { MaxDepth = 5 });
        narrow.WriteStartArray();
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => narrow.WriteValue(BlittableValue.Open(Doubled(5, uint.MaxValue)))).Code);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Copies_of_documents_that_share_values_are_equal_and_valid(int seed)
    {
        var texts = new Json.RandomJson(seed);
        var random = new Random(seed);
        for (var i = 0; i < 100; i++)
        {
            // Rows that are shared, and others that are packed with their neighbours.
            var rows = string.Join(',', Enumerable.Range(0, random.Next(2, 12)).Select(_ => $"[{random.Next(3)},{random.Next(3)}.5]"));
            var text = i % 2 == 0 ? texts.Next().Minified : $"{{\"rows\":[{rows}],\"row\":[1,1.5],\"more\":[[1,1.5],[{rows}]]}}";
            var json = $$"""{"a":{{text}},"b":[{{text}},{"c":{{text}}}],"c":{{text}}}""";
            using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
            using var clone = document.Root.Clone();
            clone.Validate();
            Assert.Equal(json, clone.Root.ToJson());
            using var part = document.Root.GetProperty("b"u8).Clone();
            part.Validate();
            Assert.Equal(document.Root.GetProperty("b"u8).ToJson(), part.Root.ToJson());
        }
    }

    /// <summary>Arrays of two elements that are both the array before: 7, [7,7], [[7,7],[7,7]] and so on.</summary>
    private static byte[] Doubled(int levels, uint? shared)
    {
        var bytes = new List<byte> { 0x07 };
        var before = 0;
        for (var level = 0; level < levels; level++)
        {
            var distance = (byte)(bytes.Count - before);
            before = bytes.Count;
            bytes.AddRange([0xB8, 0x02, distance, distance]); // an array with slots of 1 byte, 2 elements
        }

        Span<byte> number = stackalloc byte[Varint.MaxLength];
        if (shared is { } expanded)
        {
            bytes.AddRange(number[..Varint.WriteBackward(number, expanded)]);
            bytes.AddRange(number[..Varint.WriteBackward(number, (uint)levels)]);
        }

        bytes.AddRange(number[..Varint.WriteBackward(number, (uint)(bytes.Count - before))]);
        bytes.Add((byte)(Trailer.Version | (shared is null ? 0 : Trailer.Shared)));
        return [.. bytes];
    }
}
