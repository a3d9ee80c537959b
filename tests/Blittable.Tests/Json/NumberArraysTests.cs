using System.Globalization;

namespace Blittable.Tests.Json;

/// <summary>Number arrays that are written directly from their text, wherever the text ends and whatever separates the numbers.</summary>
[Trait(Category.Name, Category.Vector)]
public class NumberArraysTests
{
    private static readonly BlittableOptions Disk = new() { Mode = BlittableMode.Disk };

    /// <summary>Text after an array, chosen to place the start of the copied margin before, in and after the array.</summary>
    public static TheoryData<string> Arrays =>
    [
        $"[{List(90, i => $"{i * 17}")}]",
        $"[{List(60, i => $"[{Degrees(i)},{Degrees(i + 0.5)}]")}]",
        $"[{List(60, i => $"[{i},{i},-{i + 1}.25]")}]",
        $"[[{List(40, i => $"[{i}.5]")}],[{List(40, i => $"[{i},-{i}]")}]]",
        $"[{List(60, i => i == 59 ? "[1,null]" : $"[{i},{Degrees(i)}]")}]",
        $"[{List(60, i => i == 59 ? "1e5" : $"{i}.125")}]",
        $"[{List(60, i => i == 58 ? "[1]" : $"[{i},{i}]")}]",
        $"[{List(5, i => $"[{List(40, j => $"{i * j}")}]")}]",
        "[-0.0,-1.0,-2.0,-3.0,-4.0,-5.0]",
        "[[0.5,-0],[0.5,1],[0.5,2],[0.5,3]]",
    ];

    [Theory]
    [MemberData(nameof(Arrays))]
    public void An_array_is_restored_wherever_its_text_ends(string array)
    {
        var before = new string('b', 1100);
        using var converter = new BlittableConverter(Disk);
        for (var behind = 0; behind < 600; behind += behind < 40 ? 1 : 7)
        {
            var json = $$"""{"before":"{{before}}","array":{{array}},"behind":"{{new string('x', behind)}}","same":{{array}}}""";
            var document = BlittableValue.Open(converter.Convert(System.Text.Encoding.UTF8.GetBytes(json)));
            Assert.Equal(json, document.ToJson());
        }
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public void White_space_between_tokens_changes_nothing(string array)
    {
        using var dense = BlittableDocument.Parse($$"""{"a":{{array}}}""", Disk);
        foreach (var blank in new[] { " ", "\r\n\t", new string(' ', 64), new string('\n', 300) })
        {
            var text = array.Replace(",", $"{blank},{blank}", StringComparison.Ordinal)
                .Replace("[", $"[{blank}", StringComparison.Ordinal)
                .Replace("]", $"{blank}]", StringComparison.Ordinal);
            using var spaced = BlittableDocument.Parse($$"""{"a":{{text}}}""", Disk);
            spaced.Validate();
            Assert.Equal(dense.Root.ToJson(), spaced.Root.ToJson());
        }
    }

    [Theory]
    [InlineData("1,2,3,4,5,6,7,8,9,10]", 0)]
    [InlineData("1,2,3,4,5,6,7,8,9,10]", 500)]
    [InlineData("[1,2],[3,4],[5,6],[7,8]]", 0)]
    [InlineData("1", 0)]
    public void White_space_after_the_bracket_may_extend_into_the_copy_of_the_end(string rest, int behind)
    {
        // The text lies between inaccessible pages, because a pointer into the text must not be compared with the end of the copy.
        using var converter = new BlittableConverter(Disk);
        for (var blanks = 900; blanks < 1500; blanks += 3)
        {
            var json = System.Text.Encoding.UTF8.GetBytes($"[{new string(' ', blanks)}{rest}{new string(' ', behind)}");
            using var text = new GuardedBytes(json);
            try
            {
                Assert.Equal("[" + rest, BlittableValue.Open(converter.Convert(text.Span)).ToJson());
            }
            catch (BlittableException exception)
            {
                Assert.False(rest.EndsWith(']'), exception.Message);
            }
        }
    }

    [Theory]
    [InlineData("[1,2,3,4,05]")]
    [InlineData("[1,2,3,4,-]")]
    [InlineData("[1,2,3,4,+5]")]
    [InlineData("[1,2,3,4,5")]
    [InlineData("[1,2,3,4,]")]
    [InlineData("[1,2,3,4 5]")]
    [InlineData("[[1,2],[3,4],[5,6]")]
    [InlineData("[[1,2],[3,4],[5,6,]]")]
    [InlineData("[[1,2],[3,4],[5 6]]")]
    [InlineData("[[1,2],[3,4],5,6]]")]
    [InlineData("[[1,2],[3,4],,[5,6]]")]
    public void An_invalid_array_is_refused_as_in_memory_mode(string text)
    {
        foreach (var behind in new[] { "", new string(' ', 200), new string(' ', 2000) })
        {
            var json = new string(' ', 1200) + text + behind;
            var disk = Assert.Throws<BlittableException>(() => BlittableDocument.Parse(json, Disk));
            var memory = Assert.Throws<BlittableException>(() => BlittableDocument.Parse(json));
            Assert.Equal((memory.Code, memory.Offset), (disk.Code, disk.Offset));
        }
    }

    [Theory]
    [InlineData("[1.5,2.5,3.5,4.]")]
    [InlineData("[[1.5,2.5],[3.5,4.e1]]")]
    [InlineData("[1.5,2.5,3.5,04.5]")]
    public void Fractions_are_checked(string json) =>
        Assert.Throws<BlittableException>(() => BlittableDocument.Parse(json, Disk));

    [Fact]
    public void Rows_count_with_their_nesting_depth()
    {
        const string Json = """{"a":[[1,2],[3,4],[5,6],[7,8],[9,10],[11,12]]}""";
        using var deep = BlittableDocument.Parse(Json, Disk with { MaxDepth = 3 });
        Assert.Equal(Json, deep.Root.ToJson());
        Assert.Throws<BlittableException>(() => BlittableDocument.Parse(Json, Disk with { MaxDepth = 2 }));
    }

    [Fact]
    public void More_rows_than_initially_allocated_are_restored()
    {
        for (var columns = 1; columns <= 16; columns++)
        {
            var json = $"[{List(700, i => $"[{List(columns, j => $"{i * (j + 1)}.{j % 10}5")}]")}]";
            using var document = BlittableDocument.Parse(json, Disk);
            Assert.Equal(json, document.Root.ToJson());
            Assert.True(document.Bytes.Length < json.Length / 2);
        }
    }

    private static string Degrees(double value) => (value + 1e-14).ToString("F15", CultureInfo.InvariantCulture);

    private static string List(int count, Func<int, string> item) => string.Join(',', Enumerable.Range(0, count).Select(item));
}
