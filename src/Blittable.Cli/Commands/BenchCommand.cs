using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable bench</c>: compares a user's own JSON files with documents.</summary>
internal sealed class BenchCommand : FileCommand
{
    private const int DefaultMilliseconds = 300;

    /// <summary>The longest measurement: one hour.</summary>
    private const int MostMilliseconds = 3_600_000;

    private readonly TextInputOptions _texts;
    private readonly NumberOption _limit = new("--limit", least: 1)
    {
        Description = $"The maximum number of documents to measure of each input. They are held in memory several times. Default: those that begin in the first {BenchTexts.DefaultMegabytes} MB.",
    };

    private readonly Option<bool> _json = new("--json") { Description = "Print JSON instead of tables." };

    private readonly NumberOption _time = new("--time", least: 1, MostMilliseconds)
    {
        Description = $"The duration of each measurement in milliseconds. Longer measurements are more stable. Default: {DefaultMilliseconds}.",
    };

    public BenchCommand(CommandStreams streams)
        : base(
            "bench",
            "Compare JSON with documents in both modes, with and without a trained dictionary: size, time and memory.",
            streams,
            "JSON or newline-delimited JSON files, folders, patterns such as 'data/**/*.json', or '-' for standard input.")
    {
        AddInputs();
        _texts = new TextInputOptions(this, splitsArrays: false);
        Options.Add(_limit);
        Options.Add(_json);
        Options.Add(_time);
    }

    protected override IReadOnlyCollection<string> Extensions => TextInput.Extensions;

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var time = TimeSpan.FromMilliseconds(parsed.GetValue(_time) ?? DefaultMilliseconds);
        var results = new List<BenchResult>();
        var outcome = await ProgressDisplay.RunAsync(Streams, "Measuring", inputs.Count * FileBench.Steps, "steps", onStep => ForEachAsync(
            inputs,
            async input =>
            {
                var source = new BenchTexts(input, Streams, _texts.Of(parsed, input));
                await source.RunAsync(parsed.GetValue(_limit), texts => results.Add(new FileBench(input.Path, texts, time, () => onStep(1), cancellation).Run()), cancellation);
            },
            cancellation));
        using var output = OutputFile.Over(Streams.Output);
        if (parsed.GetValue(_json))
        {
            BenchReport.WriteJson(output.Stream, results);
        }
        else
        {
            BenchReport.WriteTables(output.Stream, results, Streams.OutputIsTerminal);
        }

        output.Commit();
        return outcome;
    }
}
