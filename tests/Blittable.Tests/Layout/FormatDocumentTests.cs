using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Blittable.Tests.Layout;

/// <summary>The worked examples of docs/FORMAT.md: their JSON converts to their bytes, and their bytes render as their JSON.</summary>
[Trait(Category.Name, Category.Vector)]
public partial class FormatDocumentTests
{
    [Fact]
    public void Every_worked_example_of_the_specification_holds()
    {
        var text = File.ReadAllText(FindDocument());
        var examples = ExamplePattern().Matches(text);
        Assert.True(examples.Count >= 8);
        var dictionary = BlittableDictionary.Load(BytesOf(DictionaryPattern().Match(text)));
        foreach (Match example in examples)
        {
            var json = example.Groups["json"].Value;
            var expected = BytesOf(example);
            var shared = example.Groups["mode"].Value == "shared" ? dictionary : null;
            var mode = example.Groups["mode"].Value == "memory" ? BlittableMode.Memory : BlittableMode.Disk;
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode, Dictionary = shared, NanosecondsPerByte = 1000 });
            Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(converter.Convert(Encoding.UTF8.GetBytes(json))));
            using var document = BlittableDocument.Open(expected, shared);
            document.Validate();
            Assert.Equal(json, document.Root.ToJson());
        }
    }

    [Fact]
    public void The_dictionary_of_the_specification_is_saved_as_specified()
    {
        var bytes = BytesOf(DictionaryPattern().Match(File.ReadAllText(FindDocument())));
        var dictionary = BlittableDictionary.Load(bytes);
        Assert.Equal(new Guid("00112233-4455-6677-8899-aabbccddeeff"), dictionary.Id);
        Assert.Equal((1, 1, 1, 0), (dictionary.Version, dictionary.ShapeCount, dictionary.StringCount, dictionary.SymbolTableCount));
        Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(dictionary.Save()));
    }

    private static byte[] BytesOf(Match example) => [.. example.Groups["rows"].Value.Split('\n', StringSplitOptions.RemoveEmptyEntries).SelectMany(BytesOf)];

    /// <summary>Returns the pairs of hexadecimal digits at the start of a row. One space separates two pairs.</summary>
    private static IEnumerable<byte> BytesOf(string row) =>
        RowPattern().Match(row).Value.Split(' ').Select(pair => byte.Parse(pair, NumberStyles.HexNumber, CultureInfo.InvariantCulture));

    private static string FindDocument()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "docs", "FORMAT.md")))
        {
            folder = Path.GetDirectoryName(folder) ?? throw new FileNotFoundException("docs/FORMAT.md above " + AppContext.BaseDirectory);
        }

        return Path.Combine(folder, "docs", "FORMAT.md");
    }

    [GeneratedRegex("```example (?<mode>memory|disk|shared)\njson (?<json>[^\n]*)\n(?<rows>[^`]*)```")]
    private static partial Regex ExamplePattern();

    [GeneratedRegex("```dictionary\n(?<rows>[^`]*)```")]
    private static partial Regex DictionaryPattern();

    [GeneratedRegex("^[0-9A-F]{2}( [0-9A-F]{2})*")]
    private static partial Regex RowPattern();
}
