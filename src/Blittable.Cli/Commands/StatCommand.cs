using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable stat</c>: what the bytes of documents are spent on.</summary>
internal sealed class StatCommand : DocumentCommand
{
    private readonly Option<bool> _json = new("--json")
    {
        Description = "Write one JSON object for all inputs together, for programs.",
    };

    public StatCommand(CommandStreams streams)
        : base("stat", "Shows what the bytes of documents are spent on: names, shapes, slots, strings, numbers, dates.", streams)
    {
        AddInputs();
        Options.Add(_json);
    }

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var sum = new BlittableStatistics();
        var outcome = await ProgressDisplay.RunAsync(
            Streams,
            "Counting",
            inputs,
            onRead => ForEachAsync(inputs, input => ForEachDocumentAsync(input, onRead, document => sum += document.GetStatistics(), cancellation), cancellation));
        if (sum.Documents == 0)
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
}
