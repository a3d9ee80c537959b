using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable convert</c>: converts JSON to documents.</summary>
internal sealed class ConvertCommand : FileCommand
{
    private readonly OutputOption _output = new("A file, a folder (existing, or ending in '/'), or '-' for standard output. Default: next to each input, replacing earlier output.");
    private readonly ParentsOption _parents = new();
    private readonly ForceOption _force = new();

    private readonly ChoiceOption<BlittableMode> _mode = new(
        "--mode",
        BlittableMode.Memory,
        "What to optimize for: 'memory' for short-lived data, 'disk' for stored data.");

    private readonly TextInputOptions _texts;
    private readonly FaultOption _onError = new();

    private readonly ChoiceOption<StringCompression> _strings = new(
        "--strings",
        StringCompression.Smaz,
        "How disk mode compresses strings: 'smaz', 'general' with the built-in symbol table, 'trained' with a symbol table trained on the strings, or 'none'.");

    private readonly DictionaryOption _dictionary = new();

    private readonly Option<bool> _report = new("--report")
    {
        Description = "Report how the bytes are used and how many each technique saves. Converts each document several times.",
    };

    public ConvertCommand(CommandStreams streams)
        : base(
            "convert",
            "Convert JSON to Blittable documents. A file can contain a single JSON text, one text per line, or consecutive texts, and may be compressed.",
            streams,
            "Files, folders, patterns such as 'data/**/*.json', or '-' for standard input.")
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

    protected override IReadOnlyCollection<string> Extensions => TextInput.Extensions;

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var plan = OutputPlan.Create(
            parsed.GetValue(_output), OutputKind.Documents, inputs, besideInputs: true, Streams.Output, parsed.GetValue(_parents), parsed.GetValue(_dictionary));
        if (plan.ToStandard)
        {
            _force.RequireNoTerminal(parsed, Streams, "Documents are binary");
        }

        plan.RequireOneOfStandard(inputs);
        var options = new BlittableOptions
        {
            Mode = _mode.Read(parsed),
            StringCompression = _strings.Read(parsed),
            Dictionary = _dictionary.Load(parsed),
        };
        if (parsed.GetResult(_strings) is { Implicit: false } && options is { Mode: BlittableMode.Memory, StringCompression: not StringCompression.None })
        {
            throw new UsageException("'--strings' requires '--mode disk'; memory mode does not compress strings.");
        }

        if (parsed.GetValue(_report) && Streams.IsQuiet)
        {
            throw new UsageException("'--report' cannot be combined with '--quiet', which suppresses it.");
        }

        var table = new ConversionTable();
        using var report = parsed.GetValue(_report) ? new TechniqueReport(options) : null;
        using var faults = _onError.Open(parsed, plan.Guard);
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

        // Statistics would be noise in a pipeline, unless a report was requested.
        if (!Streams.IsQuiet && (!plan.ToStandard || report is not null))
        {
            var console = Consoles.OfErrors(Streams);
            table.WriteTo(console);
            report?.WriteTo(console, Streams.ErrorIsTerminal);
        }

        return outcome;
    }
}
