using System.Text;

namespace Blittable.Collections.Tests.Building;

/// <summary>Tests that queries over columns find the same rows as queries over documents, even if there are so many names that the schema leaves paths out and
/// adds them again.</summary>
public sealed class ForgottenPathTests
{
    private const int Rare = 150, Wide = 1000, Frequent = 400;

    private static readonly string[] Names = ["p0", "p1", "p2"], Children = ["c0", "c1", "c2"];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Columns_and_documents_answer_alike(int seed)
    {
        var random = new Random(seed);
        string[] documents = [.. Enumerable.Range(0, Rare + Wide + Frequent).Select(id => Document(random, id))];
        using var columns = Open(documents, CollectionLayout.Columns);
        using var rows = Open(documents, CollectionLayout.Rows);
        Assert.Equal(CollectionFile.ReadAll(rows), CollectionFile.ReadAll(columns));

        foreach (var path in Paths(random))
        {
            Filter[] filters =
            [
                Filter.Exists(path), Filter.Not(Filter.Exists(path)), Filter.Where(path, FilterOperator.Equal, random.Next(5)), Filter.Where(path, FilterOperator.NotEqual, 2),
                Filter.Where(path, FilterOperator.StartsWith, "t"), Filter.Where(path, FilterOperator.Equal, QueryValue.Null), Filter.Where(path, FilterOperator.Less, "2024-02-01"),
                Filter.In(ScanExpression.Path(path), [1, "t2", true]), Filter.Contains(path, "3"), Filter.Contains(path, """{"c0":1}"""), Filter.Contains(path, "[1]"),
            ];
            foreach (var filter in filters)
            {
                Assert.Equal((filter.ToString(), string.Join(' ', Ids(rows, filter))), (filter.ToString(), string.Join(' ', Ids(columns, filter))));
            }

            if (!path.Contains('*', StringComparison.Ordinal))
            {
                Assert.Equal(Groups(rows, path), Groups(columns, path));
            }
        }
    }

    private static IEnumerable<string> Paths(Random random)
    {
        foreach (var name in Names)
        {
            yield return $"$.{name}";
            yield return $"$.{name}[*]";
            foreach (var child in Children)
            {
                yield return $"$.{name}.{child}";
                yield return $"$.{name}.{child}[*]";
                yield return $"$.{name}[*].{child}";
            }
        }

        yield return "$.u[*]";
        yield return "$.u[*].c1";
        for (var i = 0; i < 2; i++)
        {
            var (id, part) = (Rare + random.Next(Wide), random.Next(6));
            yield return $"$.u.k{id}_{part}";
            yield return $"$.u.k{id}_{part}.c0";
            yield return $"$.u.k{id}_{part}[*]";
        }
    }

    /// <summary>Returns a document: some with the names of the schema, then many with names that are data, then again some with the names of the schema.</summary>
    private static string Document(Random random, int id)
    {
        var isWide = id is >= Rare and < Rare + Wide;
        var share = isWide ? 60 : id < Rare ? 12 : 2;
        var text = new StringBuilder($"{{\"id\":{id}");
        foreach (var name in Names.Where(_ => random.Next(share) == 0))
        {
            // Kinds change, so that a path forgets other values than it learns.
            text.Append($",\"{name}\":{(id < Rare || random.Next(40) == 0 ? Value(random, 2) : Scalar(random))}");
        }

        if (isWide)
        {
            text.Append($",\"u\":{{{string.Join(',', Enumerable.Range(0, 6).Select(part => $"\"k{id}_{part}\":{Value(random, 1)}"))}}}");
        }

        return text.Append('}').ToString();
    }

    private static string Value(Random random, int depth) => random.Next(depth > 0 ? 5 : 3) switch
    {
        3 => $"[{string.Join(',', Enumerable.Range(0, random.Next(3)).Select(_ => Value(random, depth - 1)))}]",
        4 => $"{{{string.Join(',', Children.Where(_ => random.Next(2) == 0).Select(child => $"\"{child}\":{Value(random, depth - 1)}"))}}}",
        _ => Scalar(random),
    };

    private static string Scalar(Random random) => random.Next(8) switch
    {
        0 => $"\"t{random.Next(5)}\"",
        1 => $"\"2024-0{random.Next(1, 4)}-01\"",
        2 => "null",
        3 => "true",
        4 => $"{random.Next(5)}.50",
        _ => $"{random.Next(5)}",
    };

    private static CollectionReader Open(string[] documents, CollectionLayout layout) =>
        CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = layout, ChunkRows = 256 }));

    private static List<long> Ids(CollectionReader reader, Filter filter)
    {
        var table = reader.Scan().Where(filter).Select("$.id").ToTable();
        return [.. Enumerable.Range(0, table.Count).Select(row => table[row, 0].GetInt64())];
    }

    private static IEnumerable<string> Groups(CollectionReader reader, string path)
    {
        var table = reader.Scan().GroupBy(path).Aggregate(Aggregate.Count(), Aggregate.Min("$.id"));
        return Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray().Select(value => value.ToJson()))).Order(StringComparer.Ordinal);
    }
}
