using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Arrays of numbers in each stored form: number arrays, strides, slots, and references to equal numbers.</summary>
public sealed class NumberArrayTests
{
    public static TheoryData<BlittableMode, int, string> Stored()
    {
        var data = new TheoryData<BlittableMode, int, string>();
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            foreach (var count in (int[])[0, 1, 2, 7, 8, 60, 1000, 70_000])
            {
                foreach (var range in (string[])["small", "bytes", "mixed", "negative", "equal", "steps"])
                {
                    data.Add(mode, count, range);
                }
            }
        }

        return data;
    }

    [Theory]
    [MemberData(nameof(Stored))]
    public void Numbers_are_restored_from_every_stored_form(BlittableMode mode, int count, string range)
    {
        var random = new Random(count);
        int[] numbers = [.. Enumerable.Range(0, count).Select(i => range switch
        {
            "small" => random.Next(60),
            "bytes" => random.Next(200, 256),
            "mixed" => random.Next() >> random.Next(31),
            "negative" => random.Next(int.MinValue, 1),
            "equal" => 123_456_789,
            _ => 1000 + (3 * i),
        })];
        var written = new Measurements
        {
            Counts = numbers,
            Ticks = [.. numbers.Select(number => number * 1_000_003L)],
            Values = [.. numbers.Select(number => number / 8.0)],
        };

        var options = new BlittableOptions { Mode = mode };
        var read = BlittableSerializer.Deserialize<Measurements>(BlittableSerializer.Serialize(written, options), options)!;
        var converted = BlittableSerializer.Deserialize<Measurements>(BlittableDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(written), options).Root)!;

        foreach (var back in (Measurements[])[read, converted])
        {
            Assert.True(written.Counts.AsSpan().SequenceEqual(back.Counts));
            Assert.True(written.Ticks.SequenceEqual(back.Ticks));
            Assert.True(written.Values.AsSpan().SequenceEqual(back.Values));
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory, "2147483648")]
    [InlineData(BlittableMode.Disk, "2147483648")]
    [InlineData(BlittableMode.Memory, "-2147483649")]
    [InlineData(BlittableMode.Disk, "-2147483649")]
    [InlineData(BlittableMode.Disk, "1.5")]
    [InlineData(BlittableMode.Memory, "\"1\"")]
    public void A_number_that_does_not_fit_is_an_error_that_names_its_path(BlittableMode mode, string number)
    {
        var json = $$"""{"Counts":[{{string.Concat(Enumerable.Repeat("300000,", 20))}}{{number}}]}""";
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });

        var error = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Measurements>(document.Root));

        Assert.StartsWith("$.Counts[20]", error.Message, StringComparison.Ordinal);
    }

    [BlittableSerializable]
    public sealed class Measurements
    {
        public int[] Counts { get; set; } = [];

        public List<long> Ticks { get; set; } = [];

        public double[] Values { get; set; } = [];
    }
}
