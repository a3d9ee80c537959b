using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable convert</c>: JSON to documents.</summary>
internal sealed class ConvertCommand : FileCommand
{
    private readonly OutputOption _output = new("A file, a folder (one that exists, or with '/' at its end), or '-'. By default beside each input.");
    private readonly ParentsOption _parents = new();
    private readonly ForceOption _force = new();

    private readonly ChoiceOption<BlittableMode> _mode = new("--mode", BlittableMode.Memory)
    {
        Description = "What to spend time on: 'memory' for data that is used at once, 'disk' for data that is kept.",
    };

    private readonly TextInputOptions _texts;
    private readonly FaultOption _onError = new();

    private readonly ChoiceOption<StringCompression> _strings = new("--strings", StringCompression.Smaz)
    {
        Description = "How disk mode compresses strings: 'smaz', 'general' with the library's symbol table, 'trained' with one of their own, 'none'.",
    };

    private readonly DictionaryOption _dictionary = new();

    private readonly Option<bool> _report = new("--report")
    {
        Description = "Say where every byte went, and what each technique saved; converts each document several times.",
    };

    public ConvertCommand(CommandStreams streams)
        : base(
            "convert",
            "Converts JSON to Blittable documents: one text a file, one a line, or one after another, plain or compressed.",
            streams,
            "Files, folders, patterns such as 'data/**/*.json', or '-'.")
    {
        AddInputs();
        Options.Add(_mode);
        Options.Add(_strings);
        Options.Add(_dictionary);
        _texts = new TextInputOptions(this, splitsArrays: false);
        Options.Add(_onError);
        Options.Add(_report);
        Options.Add(_output);
        Options.Add(_parents);
        Options.Add(_force);
    }

    protected override IReadOnlyCollection<string> Extensions => [".json", ".ndjson", ".jsonl"];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var plan = OutputPlan.Create(parsed.GetValue(_output), inputs, besideInputs: true, Streams.Output, parsed.GetValue(_parents));
        if (plan.ToStandard)
        {
            _force.RequireNoTerminal(parsed, Streams, "Documents are binary");
        }

        if (plan.ToStandard && inputs.Count > 1)
        {
            throw new UsageException("Only one input can be converted to the standard output.");
        }

        var options = new BlittableOptions
        {
            Mode = parsed.GetValue(_mode),
            StringCompression = parsed.GetValue(_strings),
            Dictionary = _dictionary.Load(parsed),
        };
        var table = new ConversionTable();
        using var report = parsed.GetValue(_report) ? new TechniqueReport(options) : null;
        using var faults = _onError.Open(parsed, inputs);
        var outcome = await ProgressDisplay.RunAsync(Streams, "Converting", inputs, async onRead =>
        {
            using var conversion = new FileConversion(options, input => _texts.Of(parsed, input), Streams, onRead, report, faults);
            return await ForEachAsync(inputs, async input => table.Add(input.Path, await conversion.ConvertAsync(input, plan, cancellation)), cancellation);
        });

        faults?.Commit();
        if (faults is { Summary.Length: > 0 })
        {
            Streams.WriteNote(faults.Summary.TrimStart(' ', ','));
        }

        // In the middle of a pipe nobody has asked for figures.
        if (!Streams.IsQuiet && (!plan.ToStandard || report is not null))
        {
            var console = Consoles.OfErrors(Streams);
            table.WriteTo(console);
            report?.WriteTo(console, Streams.ErrorIsTerminal);
        }

        return outcome;
    }
}
