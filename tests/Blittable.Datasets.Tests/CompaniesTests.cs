using System.Text;
using System.Text.Json;

namespace Blittable.Datasets.Tests;

public class CompaniesTests
{
    [Fact]
    public void The_same_seed_produces_the_same_bytes()
    {
        Assert.Equal(Lines(20, 3), Lines(20, 3));
        Assert.NotEqual(Lines(20, 3), Lines(20, 4));
    }

    [Fact]
    public void One_array_contains_the_same_companies_as_separate_lines()
    {
        var array = new MemoryStream();
        Companies.WriteArray(array, 20, 3);
        Assert.Equal(Encoding.UTF8.GetString(Lines(20, 3)).TrimEnd('\n').Replace('\n', ','), Encoding.UTF8.GetString(array.ToArray())[1..^1]);
    }

    [Fact]
    public void A_company_has_prose_offices_and_dates()
    {
        foreach (string line in Encoding.UTF8.GetString(Lines(100, 1)).TrimEnd('\n').Split('\n'))
        {
            using var document = JsonDocument.Parse(line);
            JsonElement company = document.RootElement;
            Assert.StartsWith("<p>", company.GetProperty("overview").GetString(), StringComparison.Ordinal);
            Assert.InRange(company.GetProperty("offices")[0].GetProperty("latitude").GetDouble(), -90, 90);
            Assert.True(company.GetProperty("updated_at").GetDateTimeOffset() > company.GetProperty("created_at").GetDateTimeOffset());
        }
    }

    private static byte[] Lines(int count, ulong seed)
    {
        var lines = new MemoryStream();
        Companies.WriteLines(lines, count, seed);
        return lines.ToArray();
    }
}
