using System.Globalization;
using Blittable.Tests.Json;

namespace Blittable.Tests.Reading;

/// <summary>Compares numbers copied in bulk with elements read one by one.</summary>
[Trait(Category.Name, Category.Vector)]
public class NumberArrayTests
{
    public static TheoryData<string> Others =>
    [
        "[]",
        "[1]",
        "[1,2.5,-3e2,18446744073709551615]",
        "[1,[2,3],[],4]",
        "[[],[]]",
        "[1e400,0.1000000000000000055511151231257827021181583404541015625,-0,1.0]",
        "[" + string.Join(',', Enumerable.Range(0, 1000).Select(i => (i * i * 1e-3).ToString("F3", CultureInfo.InvariantCulture))) + "]",
        "[" + string.Join(',', Enumerable.Range(0, 700).Select(i => $"[{i},{-i},{i * 1000}]")) + "]",
    ];

    [Theory]
    [MemberData(nameof(NumberArrayLayoutTests.Arrays), MemberType = typeof(NumberArrayLayoutTests))]
    [MemberData(nameof(Others))]
    public void Copied_numbers_equal_the_elements(string json)
    {
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
            AssertSame(document.Root);
            foreach (var element in document.Root.EnumerateArray())
            {
                if (element.Kind == BlittableValueKind.Array)
                {
                    AssertSame(element);
                }
            }
        }
    }

    [Theory]
    [InlineData("1", BlittableErrorCode.WrongKind)]
    [InlineData("{}", BlittableErrorCode.WrongKind)]
    [InlineData("[1,\"2\"]", BlittableErrorCode.WrongKind)]
    [InlineData("[1,null]", BlittableErrorCode.WrongKind)]
    [InlineData("[[1],[[2]]]", BlittableErrorCode.WrongKind)]
    [InlineData("[[1],[[2,3],[4,5],[6,7],[8,9]]]", BlittableErrorCode.WrongKind)]
    public void Copying_a_value_that_is_not_an_array_of_numbers_throws_or_returns_false(string json, BlittableErrorCode code)
    {
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
            Assert.False(document.Root.TryCopyNumbers(new double[99], out var written));
            Assert.Equal(0, written);
            Assert.False(document.Root.TryCopyNumbers(new long[99], out written));
            Assert.Equal(0, written);
            Assert.Equal(code, Assert.Throws<BlittableException>(() => document.Root.CopyNumbers(new double[99])).Code);
            Assert.Equal(code, Assert.Throws<BlittableException>(() => document.Root.CopyNumbers(new long[99])).Code);
        }
    }

    [Theory]
    [InlineData("[1,2,3.5]")]
    [InlineData("[1,2,1e2]")]
    [InlineData("[10.5,11.5,12.5,13.5,14.0,15.5]")]
    public void A_number_that_is_not_an_integer_is_an_error_if_integers_are_requested(string json)
    {
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
            Assert.False(document.Root.TryCopyNumbers(new long[9], out _));
            Assert.Equal(
                BlittableErrorCode.NumberOutOfRange, Assert.Throws<BlittableException>(() => document.Root.CopyNumbers(new long[9])).Code);
        }
    }

    [Fact]
    public void Memory_after_the_copied_numbers_is_unchanged()
    {
        using var document = BlittableDocument.Parse("[1,2,3,4,5,6,7,8,9,10]", new BlittableOptions { Mode = BlittableMode.Disk });
        var numbers = new long[12];
        numbers.AsSpan(10).Fill(-1);
        Assert.Equal(10, document.Root.CopyNumbers(numbers));
        Assert.Equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -1], numbers);
    }

    [Theory]
    [MemberData(nameof(NumberArrayLayoutTests.Arrays), MemberType = typeof(NumberArrayLayoutTests))]
    public void Damaged_numbers_give_values_or_a_BlittableException(string json)
    {
        using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk });
        var original = document.Bytes.ToArray();
        var random = new Random(json.Length);
        var doubles = new double[5_000];
        var longs = new long[5_000];
        using var guarded = new GuardedBytes(original);
        for (var attempt = 0; attempt < 600; attempt++)
        {
            var bytes = original.ToArray();
            for (var i = random.Next(1, 4); i > 0; i--)
            {
                bytes[random.Next(Math.Min(bytes.Length, 48))] = (byte)random.Next(256);
            }

            try
            {
                var root = BlittableValue.Open(guarded.Hold(bytes));
                root.TryCopyNumbers(doubles, out _);
                root.TryCopyNumbers(longs, out _);
            }
            catch (BlittableException)
            {
            }
        }
    }

    private static void AssertSame(BlittableValue array)
    {
        List<double>? doubles = [];
        List<long>? longs = [];
        if (!TryList(array, doubles, longs, out var areIntegers))
        {
            Assert.False(array.TryCopyNumbers(new double[10_000], out _));
            return;
        }

        var numbers = new double[doubles.Count + 1];
        Assert.True(array.TryCopyNumbers(numbers, out var written));
        Assert.Equal(doubles.Count, written);
        Assert.Equal(doubles.Select(BitConverter.DoubleToInt64Bits), numbers[..written].Select(BitConverter.DoubleToInt64Bits));
        Assert.True(array.TryCopyNumbers(numbers.AsSpan(0, written), out _));

        var integers = new long[doubles.Count];
        Assert.Equal(areIntegers, array.TryCopyNumbers(integers, out written));
        Assert.Equal(areIntegers ? doubles.Count : 0, written);
        if (areIntegers)
        {
            Assert.Equal(longs, integers);
        }

        if (doubles.Count > 0)
        {
            Assert.False(array.TryCopyNumbers(numbers.AsSpan(0, doubles.Count - 1), out written));
            Assert.Equal(0, written);
            var isShort = false;
            try
            {
                array.CopyNumbers(numbers.AsSpan(0, doubles.Count - 1));
            }
            catch (ArgumentException)
            {
                isShort = true;
            }

            Assert.True(isShort);
        }
    }

    /// <summary>Copies numbers in the obvious way. Returns false if an array is nested deeper than in an element.</summary>
    private static bool TryList(BlittableValue array, List<double> doubles, List<long> longs, out bool areIntegers)
    {
        areIntegers = true;
        foreach (var element in array.EnumerateArray())
        {
            if (element.Kind == BlittableValueKind.Number)
            {
                Add(element, ref areIntegers);
                continue;
            }

            foreach (var number in element.EnumerateArray())
            {
                if (number.Kind != BlittableValueKind.Number)
                {
                    return false;
                }

                Add(number, ref areIntegers);
            }
        }

        return true;

        void Add(BlittableValue number, ref bool areIntegers)
        {
            doubles.Add(number.GetDouble());
            areIntegers &= number.TryGetInt64(out var integer);
            longs.Add(integer);
        }
    }
}
