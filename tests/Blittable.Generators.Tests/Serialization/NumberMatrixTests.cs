using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Arrays of arrays of numbers, which are written as one matrix if all arrays have the same length.</summary>
public sealed class NumberMatrixTests
{
    private static readonly int[] s_rows = [0, 1, 2, 3, 63, 64, 65, 200];

    /// <summary>Lengths within and beyond the columns of a matrix, and arrays of different lengths.</summary>
    private static readonly int[] s_lengths = [0, 1, 2, 3, 15, 16, 17, -1];

    public static TheoryData<BlittableMode, int, int> Sizes() =>
        [.. from mode in Enum.GetValues<BlittableMode>() from rows in s_rows from length in s_lengths select (mode, rows, length)];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Rows_have_the_text_of_System_Text_Json_and_come_back(BlittableMode mode, int rows, int length)
    {
        var options = new BlittableOptions { Mode = mode };
        var random = new Random(rows + length);
        for (var shift = 0; shift < 64; shift += 9)
        {
            var written = new Matrices
            {
                Doubles = Rows(index => index % 5 == 0 ? Math.Round(random.NextDouble() * 180, 6) : BitConverter.Int64BitsToDouble(random.NextInt64()) is var any && double.IsFinite(any) ? any : -0.0),
                Singles = Rows(index => index % 2 == 0 ? random.NextSingle() : (float)(random.NextInt64() >> shift)),
                Integers = Rows(_ => (int)(random.NextInt64(long.MinValue, long.MaxValue) >> Math.Max(shift, 32))),
                Longs = [.. Rows(_ => random.NextInt64(long.MinValue, long.MaxValue) >> shift)],
                Lists = [.. Rows(_ => random.Next(100) / 4.0).Select(row => row.ToList())],
                Cube = [Rows(index => (double)index), Rows(index => index / 3.0)],
            };

            var document = BlittableSerializer.Serialize(written, options);

            var text = JsonSerializer.Serialize(written);
            Assert.Equal(text, BlittableValue.Open(document).ToJson());
            Assert.Equal(text, JsonSerializer.Serialize(BlittableSerializer.Deserialize<Matrices>(document)));
            using var converted = BlittableDocument.Parse(text, options);
            AssertSame(converted.Root, BlittableValue.Open(document));
            Assert.Equal(text, JsonSerializer.Serialize(BlittableSerializer.Deserialize<Matrices>(converted.Root)));
        }

        T[][] Rows<T>(Func<int, T> next) =>
            [.. Enumerable.Range(0, rows).Select(row => Enumerable.Range(0, length < 0 ? row % 4 : length).Select(column => next((row * 7) + column)).ToArray())];
    }

    /// <summary>Asserts that values are equal in every way, although a matrix stores only one of them.</summary>
    private static void AssertSame(BlittableValue expected, BlittableValue actual)
    {
        Assert.True(BlittableValue.DeepEquals(expected, actual));
        Assert.Equal(expected.GetDeepHashCode(), actual.GetDeepHashCode());
        using var clone = actual.Clone();
        Assert.Equal(expected.ToJson(), clone.Root.ToJson());
        clone.Validate();
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Rows_that_are_null_come_back(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode };
        double[]?[] rows = [[1.5, 2], null, [3, 4.25], []];

        var read = BlittableSerializer.Deserialize<double[][]>(BlittableSerializer.Serialize<double[][]>(rows!, options), options);

        Assert.Equal(rows, read!);
    }

    [Theory]
    [InlineData(2, 3, true)]
    [InlineData(3, 3, false)]
    [InlineData(2, 2, true)]
    public void The_rows_of_a_matrix_count_toward_the_maximum_depth(int depth, int maxDepth, bool isAllowed)
    {
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            var options = new BlittableOptions { Mode = mode, MaxDepth = maxDepth };
            double[][] rows = [[0.5, 1.5], [2.5, 3.5], [4.5, 5.5]];
            var write = () => depth == 2 ? BlittableSerializer.Serialize(rows, options) : BlittableSerializer.Serialize<double[][][][]>([[rows]], options);

            if (isAllowed)
            {
                Assert.Equal(JsonSerializer.Serialize(rows), BlittableValue.Open(write()).ToJson());
            }
            else
            {
                Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(write).Code);
            }
        }
    }

    [Fact]
    public void A_number_of_a_row_that_does_not_fit_is_an_error_that_names_its_path()
    {
        using var document = BlittableDocument.Parse("""{"Integers":[[1,2],[3,4],[5,3000000000],[6,7]]}""", new BlittableOptions { Mode = BlittableMode.Disk });

        var error = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Matrices>(document.Root));

        Assert.StartsWith("$.Integers[2][1]", error.Message, StringComparison.Ordinal);
    }

    [BlittableSerializable]
    public sealed class Matrices
    {
        public double[][] Doubles { get; set; } = [];

        public float[][] Singles { get; set; } = [];

        public int[][] Integers { get; set; } = [];

        public List<long[]> Longs { get; set; } = [];

        public List<List<double>> Lists { get; set; } = [];

        public double[][][] Cube { get; set; } = [];
    }
}
