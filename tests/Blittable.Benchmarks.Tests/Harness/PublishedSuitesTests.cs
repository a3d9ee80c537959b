using Blittable.Benchmarks.Publishing;

namespace Blittable.Benchmarks.Tests.Harness;

public sealed class PublishedSuitesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-").FullName;

    [Fact]
    public void A_suite_of_another_commit_is_not_published()
    {
        var published = new PublishedSuites(Path.Combine(_folder, "published.csv"));
        Assert.False(published.Contains("size", "0123456789"));

        published.Add("size", "0123456789", TimeSpan.FromSeconds(12.4), 0.05, 1.5);

        Assert.True(published.Contains("size", "0123456789"));
        Assert.False(published.Contains("size", "abcdef0123"));
        Assert.False(published.Contains("read", "0123456789"));
    }

    [Fact]
    public void A_suite_has_one_line_for_the_last_commit()
    {
        var path = Path.Combine(_folder, "published.csv");
        var published = new PublishedSuites(path);

        published.Add("size", "0123456789", TimeSpan.FromSeconds(12.4), 0.05, 1.5);
        published.Add("read", "0123456789", TimeSpan.FromSeconds(600), 0.25, 0.875);
        published.Add("size", "abcdef0123", TimeSpan.FromSeconds(13), 0, 1);

        string[][] lines = [.. File.ReadAllLines(path).Select(line => line.Split(','))];
        Assert.Equal(["suite", "commit", "date", "seconds", "load before", "load after"], lines[0]);
        Assert.Equal(["read", "0123456789", "600", "0.25", "0.88"], WithoutDate(lines[1]));
        Assert.Equal(["size", "abcdef0123", "13", "0.00", "1.00"], WithoutDate(lines[2]));
        Assert.Equal(3, lines.Length);
    }

    [Theory]
    [InlineData("--only", "headlines")]
    [InlineData("--only", "wild")]
    [InlineData("--only", "read", "--quick")]
    public void A_publication_that_would_be_incomplete_does_not_start(params string[] arguments) => Assert.Equal(2, Suites.Run([Publication.Name, .. arguments]));

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string[] WithoutDate(string[] line) => [.. line[..2], .. line[3..]];
}
