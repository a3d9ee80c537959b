namespace Blittable.Collections.Tests.Query;

/// <summary>Creates random queries over <see cref="Documents"/>: filters, groups, expressions, joins, aggregates and orders.</summary>
internal sealed class RandomQueries(int seed)
{
    private static readonly string[] s_documentPaths = ["$.a", "$['a']", "$.b", "$['c.[*]d']", "$.o", "$.o.x", "$.list", "$.items", "$.id", "$.nope"];
    private static readonly string[] s_elementPaths = ["$.list[*]", "$.items[*]", "$.items[ * ].n", "$.items[*]['n']", "$.items[*].of", "$.items[*].nope"];
    private static readonly QueryValue[] s_values = [QueryValue.Null, 0, 1, 2, "x", "y", "2024-01-02", new DateOnly(2024, 1, 2), true];

    private readonly Random _random = new(seed);

    /// <summary>Creates documents whose properties have values of every kind or are missing.</summary>
    public List<string> Documents(int count) => [.. Enumerable.Range(0, count).Select(Document)];

    /// <summary>Creates a query that returns its answer for a scan as text.</summary>
    public Func<CollectionScan, string> Next()
    {
        var isUnnested = _random.Next(3) == 0;
        var before = Many(2, () => Filter(3, isRow: false));
        var after = isUnnested ? Many(2, () => Filter(3, isRow: true)) : [];
        var keys = Many(3, () => Expression(isUnnested));
        var aggregates = Many(5, () => Aggregated(isUnnested)).Select((aggregate, i) => aggregate.As($"a{i}")).ToArray();
        var isSelection = _random.Next(4) == 0;
        var isDescending = _random.Next(2) == 0;
        var limit = _random.Next(3) == 0 ? _random.Next(20) : long.MaxValue;
        var joined = _random.Next(4);
        return scan =>
        {
            var all = scan;
            var columns = keys;
            scan = before.Aggregate(scan, (rows, filter) => rows.Where(filter));
            scan = isUnnested ? scan.Unnest("$.items[*]") : scan;
            scan = after.Aggregate(scan, (rows, filter) => rows.Where(filter));
            if (isSelection && keys.Length > 0)
            {
                return Text(scan.Select([.. keys, "$.id"]).OrderBy(keys[0].ToString(), isDescending).Limit(limit).ToTable());
            }

            if (joined == 0)
            {
                // The ids are unique keys. The keys of the other table may be null or of other kinds, and are not unique.
                var table = CollectionLookup.From(all.Select("$.id", "$.a"));
                scan = isUnnested ? scan : scan.Where(Collections.Filter.In("$.b", all, "$.a"));
                columns = [.. keys, ScanExpression.Lookup(table, "$.b", "$.a").As("joined")];
            }

            return columns.Length == 0
                ? Text(scan.Aggregate([Aggregate.Count(), .. aggregates]))
                : Text(scan.GroupBy(columns).Limit(limit).Aggregate([Aggregate.Count(), .. aggregates]));
        };
    }

    private static string Text(QueryTable table) =>
        string.Join('\n', Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray().Select(value => value.ToJson()))));

    private T[] Many<T>(int most, Func<T> make) => [.. Enumerable.Range(0, _random.Next(most + 1)).Select(_ => make())];

    private T Pick<T>(params T[] choices) => choices[_random.Next(choices.Length)];

    private string Path(bool isRow) => isRow && _random.Next(2) == 0 ? Pick(s_elementPaths[1..]) : Pick(s_documentPaths);

    private Filter Filter(int depth, bool isRow)
    {
        // A filter of documents may also test elements.
        var path = !isRow && _random.Next(4) == 0 ? Pick(s_elementPaths) : Path(isRow);
        return _random.Next(depth > 0 ? 10 : 7) switch
        {
            0 => Collections.Filter.Exists(path),
            1 => Collections.Filter.In(path, Many(4, () => Pick(s_values))),
            2 => Collections.Filter.Like(path, Pick("%", "x%", "_", "2024%")),
            3 => Collections.Filter.Contains(path, Pick("1", "\"x\"", "null", "[1]", "{}", "[]", """{"n":1}""", """{"x":1}""", """[{"n":1}]""")),
            4 => Where(Expression(isRow)),
            5 or 6 => Where(path),
            7 => Collections.Filter.Not(Filter(depth - 1, isRow)),
            8 => Collections.Filter.All(Many(3, () => Filter(depth - 1, isRow))),
            _ => Collections.Filter.Any(Many(3, () => Filter(depth - 1, isRow))),
        };
    }

    private Filter Where(ScanExpression expression)
    {
        var value = Pick(s_values);
        var comparison = value.Kind switch
        {
            QueryValueKind.Boolean => Pick(FilterOperator.Equal, FilterOperator.NotEqual),
            QueryValueKind.String => Pick(Enum.GetValues<FilterOperator>()),
            _ => Pick(Enum.GetValues<FilterOperator>().Where(comparison => comparison != FilterOperator.StartsWith).ToArray()),
        };
        return Collections.Filter.Where(expression, comparison, value);
    }

    private ScanExpression Expression(bool isRow) => _random.Next(6) switch
    {
        0 => ScanExpression.Coalesce(Path(isRow), Path(isRow), 7),
        1 => ScanExpression.Path(Path(isRow)) + 1,
        2 => ScanExpression.Path(Path(isRow)).Cast(QueryValueKind.Number),
        _ => Path(isRow),
    };

    private Aggregate Aggregated(bool isRow)
    {
        var aggregate = _random.Next(9) switch
        {
            0 => Aggregate.Count(),
            1 => Aggregate.Count(Expression(isRow)),
            2 => Aggregate.Sum(Expression(isRow)),
            3 => Aggregate.Min(Expression(isRow)),
            4 => Aggregate.Max(Expression(isRow)),
            5 => Aggregate.CountDistinct(Expression(isRow)),
            6 => Aggregate.ApproximateCountDistinct(Expression(isRow)),
            7 => Aggregate.PercentileDiscrete(0.5, Expression(isRow)),
            _ => Aggregate.Sum(Path(isRow), Path(isRow)),
        };
        return _random.Next(2) == 0 ? aggregate.Where(Filter(2, isRow)) : aggregate;
    }

    private string Document(int id)
    {
        string[] properties =
        [
            $"\"id\":{id}",
            .. Maybe("a", () => Value(1)),
            .. Maybe("b", () => Pick("1", "2", "3", "null")),
            .. Maybe("c.[*]d", () => Pick("\"x\"", "\"y\"", "\"2024-01-02\"", "\"2024-01-02\"")),
            .. Maybe("o", () => Pick("{\"x\":1}", "{\"x\":null}", "{}", "{\"x\":[1]}", "1")),
            .. Maybe("list", () => Pick("[]", "[1,2]", "[null]", "[\"x\",[1]]", "[{}]", "\"x\"")),
            .. Maybe("items", () => $"[{string.Join(',', Many(3, Item))}]"),
        ];
        return $"{{{string.Join(',', properties)}}}";
    }

    private string[] Maybe(string name, Func<string> value) => _random.Next(5) == 0 ? [] : [$"\"{name}\":{value()}"];

    private string Item() => _random.Next(5) == 0 ? Value(1) : $"{{{string.Join(',', (string[])[.. Maybe("n", () => Value(1)), .. Maybe("of", () => Value(0))])}}}";

    private string Value(int depth) => _random.Next(depth > 0 ? 9 : 7) switch
    {
        0 => "null",
        1 => Pick("true", "false"),
        2 or 3 => Pick("0", "1", "2", "3"),
        4 or 5 => Pick("\"x\"", "\"y\"", "\"\""),
        6 => "\"2024-01-02\"",
        7 => $"[{string.Join(',', Many(2, () => Value(0)))}]",
        _ => $"{{{string.Join(',', Maybe("x", () => Value(0)))}}}",
    };
}
