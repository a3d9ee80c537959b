using System.CommandLine;
using System.Globalization;

namespace Blittable.Cli;

/// <summary><c>blittable train</c>: trains a dictionary on samples.</summary>
internal sealed class TrainCommand : FileCommand
{
    private readonly OutputOption _output = new(
        "The dictionary file, or '-' for standard output. Documents converted with the dictionary cannot be read without it.", "file")
    {
        Required = true,
    };

    private readonly ReplaceOption _replace = new();
    private readonly ParentsOption _parents = new();
    private readonly ForceOption _force = new();

    private readonly Option<bool> _strings = new("--frequent-strings")
    {
        Description = "Also store strings that occur in many documents. They remain in the dictionary even if the documents are deleted.",
    };

    public TrainCommand(CommandStreams streams)
        : base(
            "train",
            "Train a dictionary on sample JSON documents.",
            streams,
            "JSON or newline-delimited JSON files, which may be compressed, folders, patterns such as 'data/**/*.json', or '-' for standard input.")
    {
        AddInputs();
        Options.Add(_strings);
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_parents);
        Options.Add(_force);
    }

    protected override IReadOnlyCollection<string> Extensions => TextInput.Extensions;

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var target = parsed.GetRequiredValue(_output)!;
        if (target == "-")
        {
            _force.RequireNoTerminal(parsed, Streams, "A dictionary is binary");
        }
        else
        {
            _parents.RequireFolderOf(parsed, target);
        }

        using var output = target == "-"
            ? OutputFile.Over(Streams.Output)
            : OutputFile.Create(new OutputGuard(inputs).Require(target, OutputKind.Dictionary, mayReplace: parsed.GetValue(_replace)));
        var samples = new List<(InputFile Input, ReadOnlyMemory<byte> Text)>();
        foreach (var input in inputs)
        {
            await ReportingAsync(() => input, () => ReadAsync(input, samples, cancellation), cancellation);
        }

        if (samples.Count == 0)
        {
            throw new BlittableException(BlittableErrorCode.UnexpectedEnd, "The input contains no documents.");
        }

        var options = new BlittableTrainingOptions { FrequentStrings = parsed.GetValue(_strings) };
        var dictionary = await ProgressDisplay.RunAsync(Streams, "Training", () => Task.Run(() => TrainAsync(samples, options, cancellation), cancellation));
        var bytes = dictionary.Save();
        output.Stream.Write(bytes);
        output.Commit();
        Streams.WriteNote(string.Create(
            CultureInfo.InvariantCulture,
            $"{Figures.Of(samples.Count, "sample")}: {Figures.Of(dictionary.ShapeCount, "shape")}, {Figures.Of(dictionary.StringCount, "string")}, "
            + $"{Figures.Of(dictionary.SymbolTableCount, "symbol table")} in {Figures.Of(bytes.Length, "byte")}"));
        return ExitCode.Done;
    }

    private static BlittableTextOptions OptionsOf(InputFile input) => TextInput.OptionsFor(input, JsonFormat.Auto) with { SplitArrays = false };

    private async Task ReadAsync(InputFile input, List<(InputFile Input, ReadOnlyMemory<byte> Text)> samples, CancellationToken cancellation)
    {
        await using var stream = new InputStream(input.Open(Streams), _ => { });
        await foreach (var text in BlittableTexts.ReadAsync(stream, OptionsOf(input), cancellation))
        {
            samples.Add((input, text.ToArray()));
        }
    }

    private async Task<BlittableDictionary> TrainAsync(
        List<(InputFile Input, ReadOnlyMemory<byte> Text)> samples, BlittableTrainingOptions options, CancellationToken cancellation)
    {
        var current = samples[0].Input;
        BlittableDictionary? dictionary = null;
        await ReportingAsync(
            () => current,
            () =>
            {
                dictionary = BlittableDictionary.Train(samples.Select(Next), options);
                return Task.CompletedTask;
            },
            cancellation);
        return dictionary!;

        ReadOnlyMemory<byte> Next((InputFile Input, ReadOnlyMemory<byte> Text) sample)
        {
            cancellation.ThrowIfCancellationRequested();
            current = sample.Input;
            return sample.Text;
        }
    }

    /// <summary>Runs work on an input, and adds the path of the input and the position in it to an error.</summary>
    private async Task ReportingAsync(Func<InputFile> input, Func<Task> work, CancellationToken cancellation)
    {
        try
        {
            await work();
        }
        catch (BlittableException fault)
        {
            var located = await TextInput.LocateAsync(fault, input(), Streams, OptionsOf(input()), cancellation);
            throw new BlittableException(located.Code, $"{input().Path}: {located.Message}", located.Offset, located.Line, located.Column, located);
        }
    }
}
