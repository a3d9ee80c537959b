using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>A command that changes the documents of collections that match a condition.</summary>
internal abstract class CollectionChangeCommand : FileCommand
{
    private readonly WhereOption _where = new();
    private readonly Option<bool> _all = new("--all") { Description = "Select all documents instead of using --where." };
    private readonly Option<bool> _lenient = new("--lenient")
    {
        Description = "Warn instead of failing if no document has a value at a path, or if its values never match the kind of a literal.",
    };

    private readonly string _title;

    /// <param name="name">The name of the command.</param>
    /// <param name="description">The description of the command.</param>
    /// <param name="title">The title of its progress.</param>
    /// <param name="streams">The streams of the command.</param>
    protected CollectionChangeCommand(string name, string description, string title, CommandStreams streams)
        : base(name, description, streams, "Collections, folders or patterns.")
    {
        _title = title;
        AddInputs();
        Options.Add(_where);
        Options.Add(_all);
        Options.Add(_lenient);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var filter = _where.Read(parsed);
        if (filter is null != parsed.GetValue(_all))
        {
            throw new UsageException("Select the documents with either '--where' or '--all'.");
        }

        // A change such as '$.n = $.n + 1' must not be made twice.
        inputs = FileSet.Distinct(inputs);

        // All collections are reviewed before the first one is changed, because a mistake in the condition concerns all of them.
        var reviewed = new List<(InputFile Input, long Count)>();
        var isRefused = false;
        var reviews = await ForEachAsync(
            inputs,
            input =>
            {
                if (input.IsStandard)
                {
                    throw new UsageException("Standard input cannot be changed; specify a collection file.");
                }

                reviewed.Add((input, Review(parsed, input, filter ?? Filter.All(), ref isRefused)));
                return Task.CompletedTask;
            },
            cancellation);
        if (isRefused)
        {
            return reviews;
        }

        var changes = await ForEachAsync(
            [.. reviewed.Select(review => review.Input)],
            async input =>
            {
                var count = reviewed.Find(review => review.Input == input).Count;
                var told = await ProgressDisplay.RunAsync(Streams, _title, count, "documents", onDocument => Task.Run(
                    () => Change(parsed, input, filter ?? Filter.All(), new StepProgress(count, onDocument), cancellation), cancellation));
                Streams.WriteNote($"{input.Path}: {told}");
            },
            cancellation);
        return (ExitCode)Math.Max((int)reviews, (int)changes);
    }

    /// <summary>Returns the expressions that the change computes.</summary>
    protected virtual IEnumerable<ScanExpression> ExpressionsOf(ParseResult parsed) => [];

    /// <summary>Changes one collection.</summary>
    /// <returns>A summary of the change.</returns>
    protected abstract string Change(ParseResult parsed, InputFile input, Filter filter, IProgress<double> progress, CancellationToken cancellation);

    /// <summary>Returns the matching rows, in the state from which a writer continues.</summary>
    protected static List<long> RowsOf(InputFile input, Filter filter, IProgress<double> progress, CancellationToken cancellation)
    {
        using var reader = CollectionFormat.Open(input);
        var rows = new List<long>();
        foreach (var batch in reader.Scan().Where(filter).WithProgress(progress).WithCancellation(cancellation).Select(ScanExpression.Constant(true)))
        {
            rows.AddRange(batch.RowNumbers);
        }

        return rows;
    }

    /// <summary>Refuses a condition or an expression that is probably mistyped. A change cannot be undone.</summary>
    /// <returns>The number of documents of the collection.</returns>
    /// <exception cref="BlittableException">A path or a kind does not exist.</exception>
    private long Review(ParseResult parsed, InputFile input, Filter filter, ref bool isRefused)
    {
        using var reader = CollectionFormat.Open(input);
        var scan = reader.Scan().Where(filter);
        ScanExpression[] expressions = [.. ExpressionsOf(parsed)];
        if (parsed.GetValue(_lenient))
        {
            Warn(input, scan.GetWarnings(expressions));
            return reader.Count;
        }

        try
        {
            scan.WithStrictPaths().GetWarnings(expressions);
            return reader.Count;
        }
        catch (BlittableException fault) when (fault.Code is BlittableErrorCode.NotFound or BlittableErrorCode.WrongKind)
        {
            isRefused = true;
            throw new BlittableException(fault.Code, $"{fault.Message} Nothing was changed; use '{_lenient.Name}' to proceed.", innerException: fault);
        }
    }
}
