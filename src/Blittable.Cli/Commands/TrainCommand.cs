using System.CommandLine;
using System.Globalization;

namespace Blittable.Cli;

/// <summary><c>blittable train</c>: samples to a dictionary.</summary>
internal sealed class TrainCommand : FileCommand
{
    private readonly Option<string> _output = new("--output", "-o")
    {
        Description = "Where the dictionary goes. It is needed to read the documents that are written with it.",
        HelpName = "file",
        Required = true,
    };

    private readonly Option<bool> _strings = new("--frequent-strings")
    {
        Description = "Also take in strings that many documents have. They outlive the documents that they came from.",
    };

    public TrainCommand(CommandStreams streams)
        : base("train", "Makes a dictionary of what JSON documents have in common.", streams, "Samples: files of JSON or, by their extension, of one JSON text a line; folders, patterns, or '-' for lines.")
    {
        AddInputs();
        Options.Add(_strings);
        Options.Add(_output);
    }

    protected override IReadOnlyCollection<string> Extensions => [".json", ".ndjson", ".jsonl"];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var samples = new List<ReadOnlyMemory<byte>>();
        foreach (var input in inputs)
        {
            await using var stream = new InputStream(input.Open(Streams), _ => { });
            var text = await new InputBuffer(stream).ReadToEndAsync(cancellation);
            if (Path.GetExtension(input.Path).Equals(".json", StringComparison.OrdinalIgnoreCase))
            {
                samples.Add(text);
            }
            else
            {
                AddLines(text, samples);
            }
        }

        var dictionary = BlittableDictionary.Train(samples, new BlittableTrainingOptions { FrequentStrings = parsed.GetValue(_strings) });
        var bytes = dictionary.Save();
        using var output = OutputFile.Create(parsed.GetRequiredValue(_output));
        output.Stream.Write(bytes);
        output.Commit();
        await Streams.Error.WriteLineAsync(string.Create(
            CultureInfo.InvariantCulture,
            $"{samples.Count:N0} samples: {dictionary.ShapeCount:N0} shapes, {dictionary.StringCount:N0} strings, {dictionary.SymbolTableCount} symbol table(s) in {bytes.Length:N0} bytes"));
        return ExitCode.Done;
    }

    private static void AddLines(ReadOnlyMemory<byte> text, List<ReadOnlyMemory<byte>> samples)
    {
        while (!text.IsEmpty)
        {
            var end = text.Span.IndexOf((byte)'\n');
            var line = end < 0 ? text : text[..end];
            if (!line.Span.TrimEnd(" \t\r"u8).IsEmpty)
            {
                samples.Add(line);
            }

            text = end < 0 ? default : text[(end + 1)..];
        }
    }
}
