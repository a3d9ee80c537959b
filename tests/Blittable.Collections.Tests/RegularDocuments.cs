namespace Blittable.Collections.Tests;

/// <summary>Creates documents with the same properties, each with a column.</summary>
internal static class RegularDocuments
{
    public static List<string> Make(int seed, int count)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(row => Document(random, row))];
    }

    private static string Document(Random random, int row)
    {
        var tags = string.Join(',', Enumerable.Range(0, random.Next(1, 3)).Select(tag => $"\"t{random.Next(5)}\""));
        var items = string.Join(',', Enumerable.Range(0, random.Next(1, 3)).Select(item => $$"""{"n":{{item}},"of":[{{random.Next(9)}}]}"""));
        var open = row % 3 == 0 ? "true" : "null";
        return $$"""
            {"id":{{row}},"word":"w{{random.Next(20)}}","price":{{random.Next(1000)}}.{{random.Next(10, 99)}},"ratio":{{random.Next(1, 9)}}.5e-3,
            "at":"2024-01-{{random.Next(1, 29):00}}T10:00:00Z","open":{{open}},"tags":[{{tags}}],"items":[{{items}}]}
            """.ReplaceLineEndings("");
    }
}
