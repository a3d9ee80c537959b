using System.Globalization;
using System.Text;
using System.Text.Json;
using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.DuckDB.Tests;

/// <summary>Tests that random nested documents have the types they were created with and the values that DuckDB reads from their JSON.</summary>
public sealed class RandomNestedTests : IDisposable
{
    private const int MaxDepth = 4;

    private static readonly string[] Names = ["a", "b", "c", "order by", "größe 💶", "quo\"te", "it's", "1st", "a.b[0]", "back\\slash", "tab\t", "_", "select", "x_1"];
    private static readonly string[] Texts = ["", "a", "twelve bytes", "größer als zwölf Bytes 💶", "NULL", "[1, 2]", "{'a': 1}", "quo\"te", "it's", "line\nbreak", "\u0001", "null", "true", "1"];

    private static readonly string[] Mixed = ["1", "true", "\"x\"", "{\"a\":1,\"b\":[null,\"é\"]}", "{}", "[]", "[1,{\"c\":\"x\"}]", "{\"a\":\"x\"}", "[[]]", "null"];

    private readonly string _file = Path.GetTempFileName();

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 16)];

    public void Dispose() => File.Delete(_file);

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Random_documents_have_the_values_that_DuckDB_reads_from_their_JSON(int seed)
    {
        var random = new Random(seed);
        var columns = Enumerable.Range(0, random.Next(1, 4)).Select(i => (Name: $"c{i}", Type: Kind.Create(random, 0))).ToList();
        var documents = Enumerable.Range(0, random.Next(1, 400)).Select(Document).ToList();
        File.WriteAllLines(_file, documents);
        foreach (var layout in (ReadOnlySpan<CollectionLayout>)[CollectionLayout.Columns, CollectionLayout.Rows])
        {
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
            using var session = new Session();
            session.Query("SET TimeZone = 'UTC'");
            session.Connection.AttachCollection("t", reader);
            foreach (var (name, type) in columns.Where(column => column.Type.IsSeen))
            {
                Assert.Equal(type.Sql, session.Query($"SELECT column_type FROM (DESCRIBE t) WHERE column_name = '{name}'"));
            }

            JsonOracle.AssertEqual(session, "t", _file);
        }

        string Document(int id)
        {
            var text = new StringBuilder().Append(CultureInfo.InvariantCulture, $"{{\"id\":{id}");
            foreach (var (name, type) in columns.Where(_ => random.Next(8) > 0))
            {
                type.Write(random, text.Append(CultureInfo.InvariantCulture, $",\"{name}\":"), isFilled: seed % 2 == 0);
            }

            return text.Append('}').ToString();
        }
    }

    /// <summary>A random type, with random values.</summary>
    private sealed class Kind(string name, Func<Random, string>? value, IReadOnlyList<(string Name, Kind Type)> children)
    {
        private static readonly (string Name, Func<Random, string> Value)[] Scalars =
        [
            ("BIGINT", random => random.Next(4) == 0 ? random.NextInt64(long.MinValue, long.MaxValue).ToString(CultureInfo.InvariantCulture) : random.Next(-9, 99).ToString(CultureInfo.InvariantCulture)),
            ("DOUBLE", random => $"{random.Next(-99, 99)}.{random.Next(1, 1_000_000)}e{random.Next(-300, 300)}"),

            // DuckDB reads decimals of JSON as doubles, so that longer ones have other digits.
            ("DECIMAL(18,3)", random => $"{random.NextInt64(-99_999_999_999, 99_999_999_999)}.{random.Next(100):00}{random.Next(1, 10)}"),
            ("BOOLEAN", random => random.Next(2) == 0 ? "true" : "false"),
            ("VARCHAR", random => JsonSerializer.Serialize(Texts[random.Next(Texts.Length)] + random.Next(3))),
            ("DATE", random => $"\"{Day(random):yyyy-MM-dd}\""),
            ("TIMESTAMP", random => $"\"{Day(random):yyyy-MM-dd}T{random.Next(24):00}:{random.Next(60):00}:{random.Next(60):00}.{random.Next(1_000_000):000000}\""),
            ("TIMESTAMP WITH TIME ZONE", random => $"\"{Day(random):yyyy-MM-dd}T{random.Next(24):00}:{random.Next(60):00}:{random.Next(60):00}{(random.Next(2) == 0 ? "Z" : "+05:30")}\""),
            ("MIXED", random => Mixed[random.Next(Mixed.Length)]),
        ];

        /// <summary>Gets a value that indicates whether the values determine the type that the random type represents.</summary>
        public bool IsSeen => _isSeen && name != "MIXED" && children.All(child => child.Type.IsSeen);

        public string Sql => name switch
        {
            "LIST" => $"{children[0].Type.Sql}[]",
            "STRUCT" => $"STRUCT({string.Join(", ", children.Select(child => $"{Quote(child.Name)} {child.Type.Sql}"))})",
            _ => name,
        };

        private bool _isSeen;

        public static Kind Create(Random random, int depth)
        {
            switch (depth < MaxDepth ? random.Next(10) : 0)
            {
                case >= 7:
                    return new Kind("LIST", null, [("", Create(random, depth + 1))]);
                case >= 3:
                    // Objects list their properties in this order, so that the order of the fields is known.
                    return new Kind("STRUCT", null, [.. Names.OrderBy(_ => random.Next()).Take(random.Next(1, 5)).Select(field => (field, Create(random, depth + 1)))]);
                default:
                    var (name, value) = Scalars[random.Next(Scalars.Length)];
                    return new Kind(name, value, []);
            }
        }

        /// <param name="random">Chooses the value.</param>
        /// <param name="text">Receives the value.</param>
        /// <param name="isFilled">true for values without nulls, of which each object has a value for each property.</param>
        public void Write(Random random, StringBuilder text, bool isFilled)
        {
            if (!isFilled && random.Next(8) == 0)
            {
                text.Append("null");
                return;
            }

            var isFirst = !_isSeen;
            _isSeen = true;
            if (value is not null)
            {
                text.Append(value(random));
                return;
            }

            var isList = name == "LIST";
            var start = text.Append(isList ? '[' : '{').Length;
            for (var i = 0; i < (isList ? random.Next(random.Next(12) == 0 ? 40 : 4) : children.Count); i++)
            {
                var (field, type) = children[isList ? 0 : i];
                if (isFilled || isList || isFirst || random.Next(6) > 0)
                {
                    text.Append(text.Length > start ? "," : "").Append(isList ? "" : $"{JsonSerializer.Serialize(field)}:");
                    type.Write(random, text, isFilled);
                }
            }

            text.Append(isList ? ']' : '}');
        }

        private static DateTime Day(Random random) => new DateTime(1900, 1, 1).AddDays(random.Next(90_000));

        private static string Quote(string field) => field is "a" or "b" or "c" or "x_1" or "_" ? field : $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
