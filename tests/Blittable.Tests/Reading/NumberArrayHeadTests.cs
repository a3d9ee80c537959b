using System.Globalization;
using System.Text.Json;
using Blittable.Layout;

namespace Blittable.Tests.Reading;

/// <summary>Compares counts and numbers read from one word of a number array with those read from the complete header.</summary>
[Trait(Category.Name, Category.Vector)]
public class NumberArrayHeadTests
{
    /// <summary>The reader of one number reads at most two bytes of the row size, so validation must refuse a size that needs more.</summary>
    [Theory]
    [InlineData(16, true)]
    [InlineData(200, true)]
    [InlineData(16 * 96, true)]
    [InlineData((16 * 96) + 1, false)]
    [InlineData(20_000, false)]
    [InlineData(3_000_000, false)]
    public void A_row_has_at_most_the_bits_of_its_widest_columns(int rowBits, bool isValid)
    {
        const int rows = 3;
        var bytes = new byte[((rows * rowBits) + 7) / 8];
        for (var number = 0; number < 2 * rows; number++)
        {
            bytes[((number / 2 * rowBits) + (number % 2 * 8)) / 8] = (byte)(100 + number);
        }

        Span<byte> size = stackalloc byte[Varint.MaxLength];
        byte[] head = [Tag.NumberArray, NumberArrayLayout.IsMatrixFlag, 2, rows, .. size[..Varint.Write(size, (uint)rowBits)]];
        byte[] columns = [0, 8, 0, 0, 0, 0, 8, 8, 0, 0];
        var document = DocumentBytes.Of([.. head, .. columns, .. bytes]);
        if (!isValid)
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(BlittableDocument.Open(document).Validate).Code);
            return;
        }

        using var opened = BlittableDocument.Open(document);
        opened.Validate();
        Assert.Equal("[[100,101],[102,103],[104,105]]", opened.Root.ToJson());
        Assert.Equal([100, 101, 102, 103, 104, 105], Enumerable.Range(0, 2 * rows).Select(number => opened.Root[number / 2][number % 2].GetInt64()));
    }

    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    [Theory]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(16_383)]
    [InlineData(16_384)]
    public void An_array_of_any_length_is_counted_and_read_by_index(int count)
    {
        foreach (var columns in new[] { 0, 1, 2, 5, 16 })
        {
            string Row(int i) => columns == 0 ? $"{i * 7}" : "[" + string.Join(',', Enumerable.Range(0, columns).Select(j => $"{(i * 3) - j}")) + "]";
            using var document = BlittableDocument.Parse("[" + string.Join(',', Enumerable.Range(0, count).Select(Row)) + "]", Disk);
            Assert.True(document.Root.TryGetPackedNumbers(out _));

            Assert.Equal(count, document.Root.Count);
            foreach (var i in new[] { 0, 1, count / 2, count - 1 })
            {
                Assert.Equal(Row(i), document.Root[i].ToJson());
                Assert.Equal(columns == 0 ? i * 7 : (i * 3) - columns + 1, (columns == 0 ? document.Root[i] : document.Root[i][columns - 1]).GetInt32());
                Assert.Equal(columns == 0 ? i * 7.0 : i * 3.0, (columns == 0 ? document.Root[i] : document.Root[i][0]).GetDouble());
            }

            Assert.False(document.Root.TryGetElement(count, out _));
            Assert.False(document.Root.TryGetElement(-1, out _));
        }
    }

    [Theory]
    [InlineData("[{0},-{0}]")]
    [InlineData("[{0}.5,{0}.25]")]
    [InlineData("[{0},{0}000,{0}00.75]")]
    [InlineData("[{0},1,{0}.125,3,{0}]")]
    public void A_number_of_a_matrix_is_read_from_the_start_of_its_header(string row)
    {
        var rows = Enumerable.Range(10, 300).Select(i => string.Format(CultureInfo.InvariantCulture, row, i * 7 % 1009));
        using var document = BlittableDocument.Parse($"[[{string.Join(',', rows)}],\"{new string('x', 60)}\"]", Disk);
        var address = document.Root[0].Address;
        var matrix = NumberArrayLayout.Read(document.Bytes.Span, address);
        for (var index = 0; index < matrix.Rows * matrix.Columns; index++)
        {
            var (line, column) = (index / matrix.Columns, index % matrix.Columns);
            Assert.True(NumberArrayLayout.TryReadOfMatrix(
                document.Bytes.Span, address, NumberArrayLayout.IndexInMatrix(line, column), out var form, out var value));
            Assert.Equal(matrix.Column(column).StoredForm, form);
            Assert.Equal(matrix.Value(matrix.Column(column), line), value);
        }
    }

    [Theory]
    [InlineData("[{0},2.5,{0}.0]")]
    [InlineData("[{0},2.5,{0}.75]")]
    [InlineData("[{0}.0,2.5,{0}.75]")]
    [InlineData("[{1},-{1}]")]
    [InlineData("[{0}00,-{0},{0}.000,12345678901234567]")]
    public void An_element_is_an_integer_if_its_text_is(string row)
    {
        foreach (var isMatrix in new[] { true, false })
        {
            var rows = Enumerable.Range(1, 80).Select(i => string.Format(CultureInfo.InvariantCulture, row, i * i, i / 8.0));
            var json = $"[{string.Join(',', isMatrix ? rows : rows.Select(list => list[1..^1]))}]";
            using var document = BlittableDocument.Parse($$"""{"a":{{json}},"b":"{{new string('x', 60)}}"}""", Disk);
            using var expected = JsonDocument.Parse(json);
            var array = document.Root.GetProperty("a");
            Assert.True(!isMatrix || array.TryGetPackedNumbers(out _));
            var texts = isMatrix ? expected.RootElement.EnumerateArray().SelectMany(list => list.EnumerateArray()) : expected.RootElement.EnumerateArray();
            var numbers = texts.GetEnumerator();
            foreach (var element in array.EnumerateArray())
            {
                if (!isMatrix)
                {
                    AssertIntegerAlike(numbers, element);
                    continue;
                }

                foreach (var number in element.EnumerateArray())
                {
                    AssertIntegerAlike(numbers, number);
                }
            }

            Assert.False(numbers.MoveNext());
        }
    }

    private static void AssertIntegerAlike(IEnumerator<JsonElement> numbers, BlittableValue actual)
    {
        Assert.True(numbers.MoveNext());
        var expected = numbers.Current;
        Assert.Equal((expected.TryGetInt64(out var wide), wide), (actual.TryGetInt64(out var actualWide), actualWide));
        Assert.Equal((expected.TryGetUInt64(out var unsigned), unsigned), (actual.TryGetUInt64(out var actualUnsigned), actualUnsigned));
        Assert.Equal((expected.TryGetInt16(out var narrow), narrow), (actual.TryGetInt16(out var actualNarrow), actualNarrow));
        Assert.Equal((expected.TryGetSByte(out var least), least), (actual.TryGetSByte(out var actualLeast), actualLeast));
        Assert.Equal(expected.GetDouble(), actual.GetDouble());
        Assert.Equal(expected.GetDecimal(), actual.GetDecimal());
    }

    [Fact]
    public void Any_header_gives_the_same_count_as_reading_it_completely()
    {
        var random = new Random(3);
        string[] arrays =
        [
            "[1,2,3]", "[1,20,300,4000,50000]", "[[1,2],[3,4],[5,6]]", "[-1.5,2.25,-3.125]", "[10,20,30,40,50,60,70]",
            "[[1.5,-2000],[3.25,40],[5,600],[7.5,-8]]", "[[100,1],[200,2],[300,3],[400,4],[500,5],[600,6]]",
        ];
        foreach (var json in arrays)
        {
            // Padded to keep the numbers away from the end of the buffer, and truncated to bring them near it.
            using var document = BlittableDocument.Parse($"[[{string.Join(',', Enumerable.Repeat(json, 1))}],\"{new string('x', 60)}\"]", Disk);
            var packed = document.Root[0][0].Address;
            for (var attempt = 0; attempt < 40_000; attempt++)
            {
                var bytes = document.Bytes.ToArray();
                for (var i = random.Next(3); i >= 0; i--)
                {
                    bytes[packed + 1 + random.Next(8)] = (byte)(random.Next(4) == 0 ? random.Next(256) : bytes[packed + 1 + random.Next(8)]);
                }

                AssertCountedAlike(bytes.AsSpan(0, bytes.Length - (random.Next(2) * random.Next(bytes.Length - packed))), packed);
            }
        }
    }

    private static void AssertCountedAlike(ReadOnlySpan<byte> document, int address)
    {
        int? rows = null;
        var isMatrix = false;
        var isSplit = false;
        try
        {
            var packed = NumberArrayLayout.Read(document, address);
            (rows, isMatrix) = (packed.Rows, packed.IsMatrix);
            isSplit = packed.Column(0).Exponent != 0;
        }
        catch (BlittableException)
        {
        }

        // Columns are not examined, so the count can include numbers that are not completely present.
        if (NumberArrayLayout.TryReadRows(document, address, out var count, out var isMatrixByWord))
        {
            Assert.InRange(count, 1, (document.Length - address) * 8);
            if (rows is not null)
            {
                Assert.Equal(rows, count);
                Assert.Equal(isMatrix, isMatrixByWord);
            }
        }

        int? counted = null;
        try
        {
            counted = NumberArrayLayout.ReadRows(document, address, out var isCountedMatrix);
            Assert.Equal(isMatrix, isCountedMatrix);
        }
        catch (BlittableException)
        {
        }

        Assert.Equal(rows, counted);
        byte form;
        long value;
        if (rows is { } last && !isSplit && NumberArrayLayout.TryReadPlain(document, address, last - 1, out form, out value))
        {
            var packed = NumberArrayLayout.Read(document, address);
            var column = packed.Column(0);
            Assert.Equal(column.StoredForm, form);
            Assert.Equal(packed.Value(column, last - 1), value);
        }

        if (rows is { } lastRow && isMatrix)
        {
            var packed = NumberArrayLayout.Read(document, address);
            for (var i = 0; i < packed.Columns; i++)
            {
                if (NumberArrayLayout.TryReadOfMatrix(document, address, NumberArrayLayout.IndexInMatrix(lastRow - 1, i), out form, out value))
                {
                    Assert.Equal(packed.Column(i).StoredForm, form);
                    Assert.Equal(packed.Value(packed.Column(i), lastRow - 1), value);
                }
            }
        }
    }
}
