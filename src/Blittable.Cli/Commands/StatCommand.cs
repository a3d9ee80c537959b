using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable stat</c>: shows what the bytes of documents are used for.</summary>
internal sealed class StatCommand : DocumentCommand
{
    private readonly Option<bool> _json = new("--json")
    {
        Description = "Print JSON: one object for all document files, or one for each collection.",
    };

    public StatCommand(CommandStreams streams)
        : base(
            "stat",
            "Show how the bytes of documents are used (names, shapes, slots, strings, numbers, dates), or the columns of collections.",
            streams,
            DocumentsOrCollections)
    {
        AddInputs();
        Options.Add(_json);
    }

    protected override IReadOnlyCollection<string> Extensions => [.. base.Extensions, CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var collections = inputs.Where(CollectionFormat.IsCollection).ToArray();
        if (collections.Length > 0)
        {
            return collections.Length == inputs.Count
                ? await ForEachAsync(collections, input => ReportCollection(input, parsed.GetValue(_json)), cancellation)
                : throw new UsageException("Collections and document files cannot be combined; run 'stat' for each separately.");
        }

        var sum = new BlittableStatistics();
        var outcome = await ProgressDisplay.RunAsync(
            Streams,
            "Counting",
            inputs,
            onRead => ForEachAsync(
                inputs,
                input => ForEachDocumentAsync(input, onRead, document => sum += document.GetStatistics(), cancellation),
                cancellation));
        if (sum.Documents == 0 && outcome != ExitCode.Done)
        {
            return outcome;
        }

        using var output = OutputFile.Over(Streams.Output);
        if (parsed.GetValue(_json))
        {
            StatisticsReport.WriteJson(output.Stream, sum);
        }
        else
        {
            StatisticsReport.WriteTable(output.Stream, sum, Streams.OutputIsTerminal);
        }

        output.Commit();
        return outcome;
    }

    private Task ReportCollection(InputFile input, bool asJson)
    {
        using var reader = CollectionFormat.Open(input, MaxExpandedBytes);
        using var output = OutputFile.Over(Streams.Output);
        if (asJson)
        {
            CollectionReport.WriteJson(output.Stream, reader);
        }
        else
        {
            CollectionReport.WriteTable(output.Stream, reader, Streams.OutputIsTerminal);
        }

        output.Commit();
        return Task.CompletedTask;
    }
}
