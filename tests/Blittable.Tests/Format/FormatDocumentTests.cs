using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Blittable.Tests.Format;

/// <summary>The worked examples of docs/FORMAT.md: their JSON gives their bytes, and their bytes give their JSON.</summary>
public partial class FormatDocumentTests
{
    [Fact]
    public void Every_worked_example_of_the_specification_holds()
    {
        var examples = ExamplePattern().Matches(File.ReadAllText(FindDocument()));
        Assert.True(examples.Count >= 8);
        foreach (Match example in examples)
        {
            var json = example.Groups["json"].Value;
            byte[] expected = [.. example.Groups["rows"].Value.Split('\n', StringSplitOptions.RemoveEmptyEntries).SelectMany(BytesOf)];
            var mode = example.Groups["mode"].Value == "disk" ? BlittableMode.Disk : BlittableMode.Memory;
            using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
            Assert.Equal(Convert.ToHexString(expected), Convert.ToHexString(converter.Convert(Encoding.UTF8.GetBytes(json))));
            using var document = BlittableDocument.Open(expected);
            document.Validate();
            Assert.Equal(json, document.Root.ToJson());
        }
    }

    /// <summary>The pairs of hexadecimal digits that a row starts with, a single space between two.</summary>
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

    [GeneratedRegex("```example (?<mode>memory|disk)\njson (?<json>[^\n]*)\n(?<rows>[^`]*)```")]
    private static partial Regex ExamplePattern();

    [GeneratedRegex("^[0-9A-F]{2}( [0-9A-F]{2})*")]
    private static partial Regex RowPattern();
}
