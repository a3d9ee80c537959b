using System.Runtime.InteropServices;
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
            Singles = [.. numbers.Select(number => number / 8f)],
            SingleList = [.. numbers.Select(number => number * 0.1f)],
        };

        var options = new BlittableOptions { Mode = mode };
        var read = BlittableSerializer.Deserialize<Measurements>(BlittableSerializer.Serialize(written, options), options)!;
        var converted = BlittableSerializer.Deserialize<Measurements>(BlittableDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(written), options).Root)!;

        foreach (var back in (Measurements[])[read, converted])
        {
            Assert.True(written.Counts.AsSpan().SequenceEqual(back.Counts));
            Assert.True(written.Ticks.SequenceEqual(back.Ticks));
            Assert.True(written.Values.AsSpan().SequenceEqual(back.Values));
            Assert.True(written.Singles.AsSpan().SequenceEqual(back.Singles));
            Assert.True(written.SingleList.SequenceEqual(back.SingleList));
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Any_numbers_have_the_text_of_System_Text_Json_and_come_back(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode };
        var random = new Random(7);
        for (var count = 1; count < 200; count++)
        {
            var bits = new byte[8 * count];
            random.NextBytes(bits);
            var shift = random.Next(64);
            var written = new Measurements
            {
                Counts = [.. MemoryMarshal.Cast<byte, int>(bits)[..count].ToArray().Select(number => number >> (shift & 31))],
                Ticks = [.. MemoryMarshal.Cast<byte, long>(bits).ToArray().Select(number => number >> shift)],
                Values = [.. MemoryMarshal.Cast<byte, double>(bits).ToArray().Where(double.IsFinite), -0.0, double.Epsilon, double.MaxValue],
                Singles = [.. MemoryMarshal.Cast<byte, float>(bits).ToArray().Where(float.IsFinite), -0f, float.Epsilon, float.MinValue],
            };

            var document = BlittableSerializer.Serialize(written, options);
            var read = BlittableSerializer.Deserialize<Measurements>(document, options)!;

            Assert.Equal(JsonSerializer.Serialize(written), BlittableValue.Open(document).ToJson());
            Assert.Equal(written.Counts, read.Counts);
            Assert.Equal(written.Ticks, read.Ticks);
            Assert.Equal(written.Values.Select(BitConverter.DoubleToInt64Bits), read.Values.Select(BitConverter.DoubleToInt64Bits));
            Assert.Equal(written.Singles.Select(BitConverter.SingleToInt32Bits), read.Singles.Select(BitConverter.SingleToInt32Bits));
        }
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Numbers_are_read_as_every_type_that_their_text_allows(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode };
        double[] numbers = [.. Enumerable.Range(-20, 60)];
        var doubles = BlittableSerializer.Serialize(numbers, options);
        var singles = BlittableSerializer.Serialize(Array.ConvertAll(numbers, number => (float)number), options);
        var integers = BlittableSerializer.Serialize(Array.ConvertAll(numbers, number => (long)number), options);

        foreach (var document in (byte[][])[doubles, singles, integers])
        {
            Assert.Equal(numbers, BlittableSerializer.Deserialize<double[]>(document));
            Assert.Equal(numbers, Array.ConvertAll(BlittableSerializer.Deserialize<int[]>(document)!, number => (double)number));
            Assert.Equal(numbers, Array.ConvertAll(BlittableSerializer.Deserialize<long[]>(document)!, number => (double)number));
            Assert.Equal(numbers, Array.ConvertAll(BlittableSerializer.Deserialize<short[]>(document)!, number => (double)number));
            Assert.Equal(numbers, Array.ConvertAll(BlittableSerializer.Deserialize<float[]>(document)!, number => (double)number));
            Assert.Equal(numbers, Array.ConvertAll(BlittableSerializer.Deserialize<Half[]>(document)!, number => (double)number));
            Assert.Equal(numbers, Array.ConvertAll(BlittableSerializer.Deserialize<decimal[]>(document)!, number => (double)number));
        }
    }

    [Theory]
    [InlineData(60, 1)]
    [InlineData(40_000, 2)]
    [InlineData(int.MaxValue, 4)]
    public void Integers_take_as_many_bytes_as_the_largest(int largest, int bytes)
    {
        const int count = 1000, most = 40;
        int[] numbers = [.. Enumerable.Repeat(largest, count - 1), 0];

        Assert.InRange(BlittableSerializer.Serialize(numbers).Length, count * bytes, (count * bytes) + most);
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Numbers_nested_to_the_maximum_depth_are_written_and_one_level_more_is_refused(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode, MaxDepth = 2 };
        double[] numbers = [.. Enumerable.Repeat(0.5, 30)];

        Assert.Equal(numbers, BlittableSerializer.Deserialize<double[][]>(BlittableSerializer.Serialize<double[][]>([numbers], options))![0]);
        Assert.Throws<BlittableException>(() => BlittableSerializer.Serialize<double[][][]>([[numbers]], options));
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

        public float[] Singles { get; set; } = [];

        public List<float> SingleList { get; set; } = [];
    }
}
