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
            "Samples: '.json' files with one text each, other files with one text per line, folders, patterns, or '-' for lines from standard input.")
    {
        AddInputs();
        Options.Add(_strings);
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_parents);
        Options.Add(_force);
    }

    protected override IReadOnlyCollection<string> Extensions => [".json", ".ndjson", ".jsonl"];

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
        var samples = new List<Sample>();
        foreach (var input in inputs)
        {
            await using var stream = new InputStream(input.Open(Streams), _ => { });
            var text = await new InputBuffer(stream).ReadTextAsync(cancellation);
            if (Path.GetExtension(input.Path).Equals(".json", StringComparison.OrdinalIgnoreCase))
            {
                samples.Add(new Sample(input, text, text));
            }
            else
            {
                AddLines(input, text, samples);
            }
        }

        var options = new BlittableTrainingOptions { FrequentStrings = parsed.GetValue(_strings) };
        var dictionary = await ProgressDisplay.RunAsync(Streams, "Training", () => Task.Run(() => Train(samples, options, cancellation), cancellation));
        var bytes = dictionary.Save();
        output.Stream.Write(bytes);
        output.Commit();
        Streams.WriteNote(string.Create(
            CultureInfo.InvariantCulture,
            $"{Figures.Of(samples.Count, "sample")}: {Figures.Of(dictionary.ShapeCount, "shape")}, {Figures.Of(dictionary.StringCount, "string")}, "
            + $"{Figures.Of(dictionary.SymbolTableCount, "symbol table")} in {Figures.Of(bytes.Length, "byte")}"));
        return ExitCode.Done;
    }

    private static void AddLines(InputFile input, ReadOnlyMemory<byte> file, List<Sample> samples) =>
        samples.AddRange(JsonTexts.Lines(file).Select(line => new Sample(input, file, line)));

    private static BlittableDictionary Train(List<Sample> samples, BlittableTrainingOptions options, CancellationToken cancellation)
    {
        Sample? current = null;
        ReadOnlyMemory<byte> Next(Sample sample)
        {
            cancellation.ThrowIfCancellationRequested();
            return (current = sample).Text;
        }

        try
        {
            return BlittableDictionary.Train(samples.Select(Next), options);
        }
        catch (BlittableException fault) when (current is not null)
        {
            var inFile = current.Text.Length == current.File.Length ? fault : FaultOfLines(current.File) ?? fault;
            throw new BlittableException(inFile.Code, $"{current.Input.Path}: {inFile.Message}", inFile.Offset, inFile.Line, inFile.Column, inFile);
        }
    }

    /// <summary>Returns the first fault in a file of lines, with its position in the file. Training sees only one line at a time.</summary>
    private static BlittableException? FaultOfLines(ReadOnlyMemory<byte> file)
    {
        using var converter = new BlittableConverter();
        try
        {
            var lines = converter.ConvertLines(file.Span);
            while (lines.MoveNext())
            {
            }

            return null;
        }
        catch (BlittableException fault)
        {
            return fault;
        }
    }

    /// <summary>A text to learn from, with the file that it is or is a line of.</summary>
    private sealed record Sample(InputFile Input, ReadOnlyMemory<byte> File, ReadOnlyMemory<byte> Text);
}
