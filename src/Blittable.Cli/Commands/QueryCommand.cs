using System.CommandLine;
using System.Globalization;
using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Cli;

/// <summary><c>blittable query</c>: rows, groups and aggregates of a collection.</summary>
internal sealed class QueryCommand : FileCommand
{
    private readonly Option<string[]> _where = Many("--where", "condition", "Takes documents that pass, such as '$.amount >= 10'. Several must all pass.");
    private readonly Option<string[]> _select = Many("--select", "path", "What to take out of each document.");
    private readonly Option<string> _unnest = new("--unnest")
    {
        Description = "Makes a row of each element of an array, such as '$.tags[*]'; --where chooses documents before.", HelpName = "path",
    };

    private readonly Option<string[]> _having = Many("--having", "condition", "Takes groups whose column passes, such as 'count > 10'. Several must all pass.");
    private readonly Option<string[]> _groupBy = Many("--group-by", "path", "What is the same in the documents of a group.");
    private readonly Option<bool> _count = new("--count") { Description = "Count documents." };
    private readonly (Option<string[]> Option, Func<string[], Aggregate> Create)[] _aggregates =
    [
        (Many("--sum", "path|product", "Sum of numbers at a path, or of products: '$.price*$.quantity'."), paths => Aggregate.Sum(paths)),
        (Many("--average", "path|product", "Mean of numbers or products."), paths => Aggregate.Average(paths)),
        (Many("--min", "path|product", "Least value."), paths => Aggregate.Min(paths)),
        (Many("--max", "path|product", "Greatest value."), paths => Aggregate.Max(paths)),
        (Many("--distinct", "path", "Number of different values."), paths => paths is [var path]
            ? Aggregate.CountDistinct(path)
            : throw new UsageException("--distinct counts the values of one path; it has no products.")),
    ];

    private readonly Option<string[]> _percentile = Many("--percentile", "fraction:path", "A fraction and a path, such as '0.95:$.duration'.");
    private readonly Option<string[]> _orderBy = Many("--order-by", "column", "A path, with or without its '$.', or the column of an aggregate; a '-' before it turns the order.");
    /// <summary>Groups take one part in so many of the memory: what they take is estimated, and tables that grow are there twice.</summary>
    private const int MemoryShare = 8;

    private readonly NumberOption _limit = new("--limit", least: 0) { Description = "The most rows to show; all by default." };
    private readonly NumberOption _memory = new("--memory", least: 1)
    {
        Description = "Megabytes that groups and distinct values may take before they go to temporary files; an eighth of the machine's memory by default.",
    };

    private readonly NumberOption _workers = new("--workers", least: 1) { Description = "Workers that share the work; 1 by default." };
    private readonly Option<bool> _strict = new("--strict") { Description = "Fail if no document has a value at a path of the query, instead of warning." };
    private readonly ChoiceOption<QueryFormat> _format = new("--format", QueryFormat.Auto)
    {
        Description = "A table for people, an object a line, or RFC 4180; 'auto' is a table at a terminal and CSV elsewhere.",
    };

    public QueryCommand(CommandStreams streams)
        : base("query", "Answers questions about a collection: which documents, what is in them, what they come to.", streams, "A collection.")
    {
        AddInputs();
        Options.Add(_where);
        Options.Add(_select);
        Options.Add(_unnest);
        Options.Add(_groupBy);
        Options.Add(_having);
        Options.Add(_count);
        foreach (var (option, _) in _aggregates)
        {
            Options.Add(option);
        }

        Options.Add(_percentile);
        Options.Add(_orderBy);
        Options.Add(_limit);
        Options.Add(_memory);
        Options.Add(_workers);
        Options.Add(_strict);
        Options.Add(_format);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        if (inputs.Count != 1)
        {
            throw new UsageException($"A query asks one collection; {inputs.Count} were given.");
        }

        PathsOf(parsed).ForEach(PathText.Require);
        using var reader = Open(inputs[0]);
        var scan = reader.Scan().WithWorkers((int)Math.Min(parsed.GetValue(_workers) ?? 1, Environment.ProcessorCount)).WithCancellation(cancellation);
        foreach (var filter in parsed.GetValue(_where) ?? [])
        {
            scan = scan.Where(FilterText.Parse(filter));
        }

        scan = parsed.GetValue(_unnest) is { } elements ? scan.Unnest(elements) : scan;
        var memory = parsed.GetValue(_memory) is { } megabytes ? megabytes << 20 : GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / MemoryShare;
        scan = scan.WithMemoryLimit(Math.Max(memory, 1 << 20));
        scan = parsed.GetValue(_strict) ? scan.WithStrictPaths() : scan;
        var result = await ProgressDisplay.RunAsync(Streams, "Querying", () => Task.Run(() => Run(parsed, scan), CancellationToken.None));
        foreach (var warning in result.Warnings)
        {
            Streams.WriteNote($"blittable: {warning.Message}");
        }

        var format = parsed.GetValue(_format) is not QueryFormat.Auto and var chosen ? chosen
            : Streams.OutputIsTerminal ? QueryFormat.Table
            : QueryFormat.Csv;
        using var output = OutputFile.Over(format == QueryFormat.Table ? Streams.Output : Streams.DataOutput);
        QueryTableWriter.Write(output.Stream, result, format, Streams.OutputIsTerminal);
        output.Commit();
        foreach (var option in NumericAggregates)
        {
            var paths = (parsed.GetValue(option) ?? []).Select(text => option == _percentile ? text[(text.IndexOf(':', StringComparison.Ordinal) + 1)..] : text);
            paths.SelectMany(Factors).Distinct().ToList().ForEach(path => NoteOthers(scan, reader, path));
        }

        return ExitCode.Done;
    }

    private static CollectionReader Open(InputFile input)
    {
        try
        {
            return CollectionFormat.Open(input);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(fault.Code, $"{input.Path}: {fault.Message}", fault.Offset, innerException: fault);
        }
    }

    /// <summary>The options whose aggregates take numbers and leave other values out.</summary>
    private IEnumerable<Option<string[]>> NumericAggregates => [_aggregates[0].Option, _aggregates[1].Option, _percentile];

    /// <summary>Says how many values an aggregate of numbers has left out.</summary>
    private void NoteOthers(CollectionScan scan, CollectionReader reader, string path)
    {
        // A wildcard has many values a document, which a filter of documents does not count.
        var parsed = BlittablePath.Parse(path);
        var columns = reader.GetColumns().Where(column => parsed.Equals(BlittablePath.Parse(column.Path))).ToArray();
        if (parsed.HasWildcard || (columns.Length > 0 && columns.All(column => IsNumber(column.Type))))
        {
            return;
        }

        var isNumber = Filter.Any(Filter.Where(path, FilterOperator.GreaterOrEqual, 0), Filter.Where(path, FilterOperator.Less, 0));
        var counts = scan.Aggregate(Aggregate.Count(path).As("all"), Aggregate.Count(path).Where(isNumber).As("numbers"));
        if (counts[0, "all"].GetInt64() - counts[0, "numbers"].GetInt64() is > 0 and var others)
        {
            Streams.WriteNote($"blittable: {Figures.Of(others, "value")} at '{path}' left out: not {(others == 1 ? "a number" : "numbers")}.");
        }
    }

    private static bool IsNumber(ColumnType type) => type is >= ColumnType.Int32 and <= ColumnType.Double or ColumnType.Decimal;

    /// <summary>All paths that a query names, but those of its order, which may name aggregates.</summary>
    private List<string> PathsOf(ParseResult parsed) =>
    [
        .. (parsed.GetValue(_where) ?? []).Select(FilterText.PathOf),
        .. parsed.GetValue(_select) ?? [],
        .. parsed.GetValue(_groupBy) ?? [],
        .. _aggregates.SelectMany(aggregate => parsed.GetValue(aggregate.Option) ?? []).SelectMany(Factors),
        .. (parsed.GetValue(_percentile) ?? []).SelectMany(text => Factors(text[(text.IndexOf(':', StringComparison.Ordinal) + 1)..])),
    ];

    private static Option<string[]> Many(string name, string helpName, string description) =>
        new(name) { Description = $"{description} Can be repeated.", HelpName = helpName };

    /// <summary>The paths of a product; a star that no path follows is a wildcard, or part of a name.</summary>
    private static string[] Factors(string text)
    {
        var factors = new List<string>();
        var start = 0;
        for (int star; (star = PathScanner.Find(text, start, place => text[place] == '*' && text.AsSpan(place + 1).TrimStart() is ['$', ..])) > 0; start = star + 1)
        {
            factors.Add(text[start..star].Trim());
        }

        return [.. factors, text[start..].Trim()];
    }

    private static Aggregate Percentile(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        if (colon < 0
            || !double.TryParse(text.AsSpan(0, colon), NumberStyles.Float, CultureInfo.InvariantCulture, out var fraction)
            || fraction is not (>= 0 and <= 1))
        {
            throw new UsageException($"'{text}' is not a percentile; one is a fraction from 0 to 1, ':' and a path.");
        }

        return Aggregate.Percentile(fraction, Factors(text[(colon + 1)..]));
    }

    private QueryTable Run(ParseResult parsed, CollectionScan scan)
    {
        var aggregates = Aggregates(parsed);
        var limit = parsed.GetValue(_limit) ?? long.MaxValue;
        string[] paths = [.. parsed.GetValue(_select) ?? [], .. parsed.GetValue(_groupBy) ?? []];
        var order = (parsed.GetValue(_orderBy) ?? [])
            .Select(text => text.StartsWith('-') ? (ColumnOf(text[1..], paths), true) : (ColumnOf(text, paths), false))
            .ToArray();
        if (parsed.GetValue(_select) is { Length: > 0 } select)
        {
            if (aggregates.Count > 0 || parsed.GetValue(_groupBy) is { Length: > 0 })
            {
                throw new UsageException("--select takes values out of documents; it does not go with groups and aggregates.");
            }

            var selection = order.Aggregate(scan.Select(select), (rows, by) => rows.OrderBy(by.Item1, by.Item2));
            return selection.Limit(limit).ToTable();
        }

        if (aggregates.Count == 0)
        {
            aggregates.Add(Aggregate.Count());
        }

        if (parsed.GetValue(_groupBy) is not { Length: > 0 } keys)
        {
            if (parsed.GetValue(_having) is { Length: > 0 })
            {
                throw new UsageException("--having chooses groups; it needs --group-by.");
            }

            return order.Length == 0
                ? scan.Aggregate([.. aggregates])
                : throw new UsageException("--order-by puts rows in order; without --group-by or --select there is one row.");
        }

        var groups = order.Aggregate(scan.GroupBy(keys), (rows, by) => rows.OrderBy(by.Item1, by.Item2));
        foreach (var text in parsed.GetValue(_having) ?? [])
        {
            var (column, comparison, value) = FilterText.ParseCondition(text);
            groups = groups.Having(column, comparison, value);
        }

        return groups.Limit(limit).Aggregate([.. aggregates]);
    }

    /// <summary>The column that an order names: a path may stand without the '$.' before it.</summary>
    private static string ColumnOf(string name, string[] paths) =>
        BlittablePath.TryParse($"$.{name}", out var meant) ? Array.Find(paths, path => meant.Equals(BlittablePath.Parse(path))) ?? name : name;

    private List<Aggregate> Aggregates(ParseResult parsed)
    {
        var aggregates = new List<Aggregate>();
        if (parsed.GetValue(_count))
        {
            aggregates.Add(Aggregate.Count());
        }

        foreach (var (option, create) in _aggregates)
        {
            aggregates.AddRange((parsed.GetValue(option) ?? []).Select(text => create(Factors(text))));
        }

        aggregates.AddRange((parsed.GetValue(_percentile) ?? []).Select(Percentile));
        return aggregates;
    }
}
