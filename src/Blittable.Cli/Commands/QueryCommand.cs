using System.CommandLine;
using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.Cli;

/// <summary><c>blittable query</c>: queries documents, rows, groups and aggregates of collections.</summary>
internal sealed class QueryCommand : FileCommand
{
    /// <summary>The divisor of the memory that groups may use. Their size is only estimated, and a growing table exists twice for a while.</summary>
    private const int MemoryShare = 8;

    private const string Title = "Querying", Unit = "documents";

    private readonly WhereOption _where = new();
    private readonly Option<string[]> _select = Many(
        "--select", "expressions", "Expressions to compute for each document, such as '$.id, $.price * 2 as twice'.");

    private readonly Option<string> _unnest = new("--unnest")
    {
        Description = "Produce one row per array element, such as '$.tags[*]'. --where filters whole documents first.", HelpName = "path",
    };

    private readonly Option<string[]> _having = Many("--having", "condition", "Select matching groups, such as 'count > 10'. All conditions must match.");
    private readonly Option<string[]> _groupBy = Many("--group-by", "expressions", "Expressions to group documents by.");
    private readonly QueryAggregates _aggregates = new();
    private readonly Option<string[]> _orderBy = Many(
        "--order-by", "orders", "Paths, expressions or columns to sort by, separated by commas. Prefix one with '-' or append 'desc' for descending order.");

    private readonly NumberOption _limit = new("--limit", least: 0) { Description = "The maximum number of rows. Default: all." };
    private readonly NumberOption _offset = new("--offset", least: 0) { Description = "The number of rows to skip before --limit applies. Default: 0." };
    private readonly NumberOption _memory = new("--memory", least: 1, most: long.MaxValue >> 20)
    {
        Description = "Megabytes of memory for groups and distinct values before they spill to temporary files. Default: an eighth of the machine's memory.",
    };

    private readonly NumberOption _workers = new("--workers", least: 1) { Description = "The number of parallel workers. Default: 1." };
    private readonly Option<bool> _strict = new("--strict")
    {
        Description = "Fail instead of warning if no document has a value at a path of the query, or if its values never match the kind of a literal.",
    };
    private readonly Option<bool> _explain = new("--explain")
    {
        Description = "Run the query and print its plan instead of its rows: estimated and actual rows, skipped chunk groups, bytes read and spilled.",
    };

    private readonly ChoiceOption<QueryFormat> _format = new(
        "--format",
        QueryFormat.Auto,
        "'table' for people, 'json' or 'ndjson' for one object per line, 'csv' (RFC 4180) or 'tsv'. "
            + "'auto' prints a table on a terminal, otherwise NDJSON for selections and CSV for groups.");

    private readonly Option<bool> _full = new("--full") { Description = "Do not truncate long table cells." };

    public QueryCommand(CommandStreams streams)
        : base(
            "query",
            "Filter, select, group and aggregate the documents of collections.",
            streams,
            "Collections, folders or patterns. The query covers the documents of all inputs.")
    {
        AddInputs();
        Options.Add(_where);
        Options.Add(_select);
        Options.Add(_unnest);
        Options.Add(_groupBy);
        Options.Add(_having);
        foreach (var option in _aggregates.Options)
        {
            Options.Add(option);
        }

        Options.Add(_orderBy);
        Options.Add(_limit);
        Options.Add(_offset);
        Options.Add(_memory);
        Options.Add(_workers);
        Options.Add(_strict);
        Options.Add(_explain);
        Options.Add(_format);
        Options.Add(_full);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var aggregates = _aggregates.Read(parsed);
        using var collections = CollectionInputs.Open(FileSet.Distinct(inputs));
        var lenient = Scan(parsed, collections, cancellation);
        QueryStatistics? statistics = null;
        if (parsed.GetValue(_explain))
        {
            lenient = lenient.WithStatistics(found => statistics = found);
        }

        var scan = parsed.GetValue(_strict) ? lenient.WithStrictPaths() : lenient;
        if (aggregates.Count == 0 && !IsGiven(parsed, _groupBy) && !IsGiven(parsed, _having))
        {
            return await SelectAsync(parsed, collections, scan, () => statistics);
        }

        if (IsGiven(parsed, _select))
        {
            throw new UsageException("'--select' cannot be combined with groups or aggregates.");
        }

        var keys = ExpressionText.ParseAll(parsed.GetValue(_groupBy));
        var result = await RunAsync(collections, scan, observed => Aggregate(parsed, observed, keys, aggregates));
        if (statistics is not null)
        {
            return WritePlan(statistics);
        }

        Write(parsed, result, result.Columns.Count, QueryFormat.Csv);
        foreach (var path in _aggregates.PathsOfNumbers(parsed))
        {
            NoteOthers(lenient, collections, path);
        }

        return ExitCode.Done;
    }

    private CollectionScan Scan(ParseResult parsed, CollectionInputs collections, CancellationToken cancellation)
    {
        var scan = collections.Scan().WithWorkers((int)Math.Min(parsed.GetValue(_workers) ?? 1, Environment.ProcessorCount)).WithCancellation(cancellation);
        scan = _where.Read(parsed) is { } filter ? scan.Where(filter) : scan;
        if (parsed.GetValue(_unnest) is { } elements)
        {
            PathText.Require(elements);
            scan = scan.Unnest(elements);
        }

        var memory = parsed.GetValue(_memory) is { } megabytes ? megabytes << 20 : GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / MemoryShare;
        return scan.WithMemoryLimit(Math.Max(memory, 1 << 20));
    }

    /// <summary>Writes the selected values of each document or, without --select, the documents.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="collections">The collections.</param>
    /// <param name="scan">The query.</param>
    /// <param name="statistics">Returns the statistics that replace the rows, or null if rows are wanted.</param>
    private async Task<ExitCode> SelectAsync(ParseResult parsed, CollectionInputs collections, CollectionScan scan, Func<QueryStatistics?> statistics)
    {
        var columns = ExpressionText.ParseAll(parsed.GetValue(_select));
        var isWhole = columns.Length == 0;
        if (isWhole)
        {
            // Without --select, the rows are written as they are: documents, or the elements produced by --unnest.
            columns = [ScanExpression.Path(parsed.GetValue(_unnest) ?? "$")];
            if (_format.Read(parsed) is QueryFormat.Table or QueryFormat.Csv or QueryFormat.Tsv)
            {
                throw new UsageException("Whole documents can only be written as JSON; use '--select' to choose the columns of a table.");
            }

            if (parsed.GetValue(_explain))
            {
                throw new UsageException("'--explain' requires '--select', '--group-by' or an aggregate such as '--count'.");
            }
        }

        string[] names = [.. columns.Select(column => column.ToString())];
        RequireDistinct(names);
        var order = ExpressionText.ParseOrders(parsed.GetValue(_orderBy), isWhole ? [] : names);
        if (isWhole && order.Length == 0)
        {
            await ProgressDisplay.RunAsync(
                Streams,
                Title,
                collections.Count,
                Unit,
                onDocument => Task.Run(() => WriteRows(scan.WithProgress(new StepProgress(collections.Count, onDocument)), parsed), CancellationToken.None),
                isStreaming: true);
            return ExitCode.Done;
        }

        ScanExpression[] hidden = [.. order.Select(by => by.Hidden).OfType<ScanExpression>().DistinctBy(expression => expression.ToString())];
        var result = await RunAsync(collections, scan, observed =>
            order.Aggregate(observed.Select([.. columns, .. hidden]), (rows, by) => rows.OrderBy(by.Column, by.IsDescending))
                .Limit(parsed.GetValue(_limit) ?? long.MaxValue)
                .Offset(parsed.GetValue(_offset) ?? 0)
                .ToTable());
        if (statistics() is { } found)
        {
            return WritePlan(found);
        }

        if (isWhole)
        {
            using var output = OutputFile.Over(Streams.DataOutput);
            for (var row = 0; row < result.Count; row++)
            {
                WriteLine(output.Stream, result[row, 0]);
            }

            output.Commit();
        }
        else
        {
            Write(parsed, result, columns.Length, QueryFormat.NdJson);
        }

        return ExitCode.Done;
    }

    /// <summary>Writes rows as they are found, in constant memory for any number of rows.</summary>
    private void WriteRows(CollectionScan scan, ParseResult parsed)
    {
        var (limit, offset) = (parsed.GetValue(_limit) ?? long.MaxValue, parsed.GetValue(_offset) ?? 0);
        using var output = OutputFile.Over(Streams.DataOutput);
        if (limit > 0)
        {
            foreach (var batch in scan.WithWarnings(Warn).Select(parsed.GetValue(_unnest) ?? "$"))
            {
                var first = (int)Math.Min(batch.Count, offset);
                offset -= first;
                for (var row = first; row < batch.Count && limit > 0; row++, limit--)
                {
                    WriteLine(output.Stream, batch[row, 0]);
                }

                if (limit == 0)
                {
                    break;
                }
            }
        }

        output.Commit();
    }

    private ExitCode WritePlan(QueryStatistics statistics)
    {
        using var output = OutputFile.Over(Streams.DataOutput);
        output.Stream.Write(System.Text.Encoding.UTF8.GetBytes($"{statistics}\n"));
        output.Commit();
        return ExitCode.Done;
    }

    private static void WriteLine(Stream output, QueryValue value)
    {
        output.Write(System.Text.Encoding.UTF8.GetBytes(value.ToJson()));
        output.WriteByte((byte)'\n');
    }

    private QueryTable Aggregate(ParseResult parsed, CollectionScan scan, ScanExpression[] keys, List<Aggregate> aggregates)
    {
        if (aggregates.Count == 0)
        {
            aggregates.Add(Collections.Aggregate.Count());
        }

        string[] names = [.. keys.Select(key => key.ToString()), .. aggregates.Select(aggregate => aggregate.Name)];
        RequireDistinct(names);
        var order = ExpressionText.ParseOrders(parsed.GetValue(_orderBy), names);
        if (Array.Find(order, by => by.Hidden is not null) is { } unknown)
        {
            throw new UsageException($"The groups have no column '{unknown.Column}'; the columns are {string.Join(", ", names)}.");
        }

        if (keys.Length == 0)
        {
            return parsed.GetValue(_limit) is not null || parsed.GetValue(_offset) is not null
                    ? throw new UsageException("'--limit' and '--offset' require '--group-by' or '--select'; otherwise the result is a single row.")
                : IsGiven(parsed, _having) ? throw new UsageException("'--having' requires '--group-by'.")
                : order.Length > 0 ? throw new UsageException("'--order-by' requires '--group-by' or '--select'; otherwise the result is a single row.")
                : scan.Aggregate([.. aggregates]);
        }

        var groups = order.Aggregate(scan.GroupBy(keys), (rows, by) => rows.OrderBy(by.Column, by.IsDescending));
        groups = (parsed.GetValue(_having) ?? []).Aggregate(groups, (rows, condition) => rows.Having(condition));
        return groups.Limit(parsed.GetValue(_limit) ?? long.MaxValue).Offset(parsed.GetValue(_offset) ?? 0).Aggregate([.. aggregates]);
    }

    private async Task<QueryTable> RunAsync(CollectionInputs collections, CollectionScan scan, Func<CollectionScan, QueryTable> query)
    {
        var result = await ProgressDisplay.RunAsync(Streams, Title, collections.Count, Unit, onDocument => Task.Run(
            () => query(scan.WithProgress(new StepProgress(collections.Count, onDocument))), CancellationToken.None));
        foreach (var warning in result.Warnings)
        {
            Warn(warning);
        }

        return result;
    }

    private void Warn(QueryWarning warning) => Streams.WriteNote($"blittable: {warning.Message}");

    private void Write(ParseResult parsed, QueryTable table, int columns, QueryFormat inPipes)
    {
        var format = _format.Read(parsed) is not QueryFormat.Auto and var chosen ? chosen
            : Streams.OutputIsTerminal ? QueryFormat.Table
            : inPipes;
        using var output = OutputFile.Over(format == QueryFormat.Table ? Streams.Output : Streams.DataOutput);
        QueryTableWriter.Write(output.Stream, table, columns, format, Streams.OutputIsTerminal, parsed.GetValue(_full));
        output.Commit();
    }

    /// <summary>Reports how many values a numeric aggregate has ignored.</summary>
    private void NoteOthers(CollectionScan scan, CollectionInputs collections, BlittablePath path)
    {
        var columns = collections.Readers.SelectMany(reader => reader.GetColumns()).Where(column => path.Equals(BlittablePath.Parse(column.Path))).ToArray();
        if (columns.Length > 0 && Array.TrueForAll(columns, column => column.Type is >= ColumnType.Int32 and <= ColumnType.Double or ColumnType.Decimal))
        {
            return;
        }

        var expression = ScanExpression.Path(path.ToString());
        var isNumber = Filter.Any(Filter.Where(path, FilterOperator.GreaterOrEqual, 0), Filter.Where(path, FilterOperator.Less, 0));
        var counts = scan.Aggregate(Collections.Aggregate.Count(expression).As("all"), Collections.Aggregate.Count(expression).Where(isNumber).As("numbers"));
        if (counts[0, "all"].GetInt64() - counts[0, "numbers"].GetInt64() is > 0 and var others)
        {
            Streams.WriteNote($"blittable: {Figures.Of(others, "value")} at '{path}' ignored: not {(others == 1 ? "a number" : "numbers")}.");
        }
    }

    /// <summary>Refuses two columns with one name, which would be one property of a JSON object.</summary>
    private static void RequireDistinct(string[] names)
    {
        if (names.GroupBy(name => name).FirstOrDefault(same => same.Count() > 1) is { Key: var name })
        {
            throw new UsageException($"Two columns are named '{name}'; rename one of them with 'as'.");
        }
    }

    private static bool IsGiven(ParseResult parsed, Option<string[]> option) => parsed.GetValue(option) is { Length: > 0 };

    private static Option<string[]> Many(string name, string helpName, string description) =>
        new(name) { Description = $"{description} Can be repeated.", HelpName = helpName };
}
