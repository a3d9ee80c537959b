using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable unpack</c>: converts a collection to newline-delimited JSON.</summary>
internal sealed class UnpackCommand : FileCommand
{
    private readonly OutputOption _output = new("A file, a folder (existing, or ending in '/'), or '-' for standard output. Default: standard output.");
    private readonly ParentsOption _parents = new();
    private readonly NumberOption _expansion = ExpansionOption.Create();
    private readonly WhereOption _where = new();

    public UnpackCommand(CommandStreams streams)
        : base(
            "unpack",
            "Write the documents of collections as newline-delimited JSON, in row order.",
            streams,
            "Collections, folders, or patterns such as 'data/*.blic'.")
    {
        AddInputs();
        Options.Add(_where);
        Options.Add(_output);
        Options.Add(_parents);
        Options.Add(_expansion);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var plan = OutputPlan.Create(
            parsed.GetValue(_output), OutputKind.Json, inputs, besideInputs: false, Streams.DataOutput, parsed.GetValue(_parents));
        var filter = _where.Read(parsed);
        return ForEachAsync(inputs, Unpack, cancellation);

        async Task Unpack(InputFile input)
        {
            using var reader = CollectionFormat.Open(input, parsed.GetValue(_expansion));
            using var output = plan.Open(input, ".ndjson");
            if (filter is not null)
            {
                await ProgressDisplay.RunAsync(
                    Streams,
                    "Unpacking",
                    reader.Count,
                    "documents",
                    onDocument => Task.Run(
                        () => Write(input, reader, filter, output.Stream, new StepProgress(reader.Count, onDocument), cancellation), CancellationToken.None),
                    isStreaming: plan.ToStandard);
                output.Commit();
                return;
            }

            await ProgressDisplay.RunAsync(Streams, "Unpacking", reader.Count, "documents", onDocument => Task.Run(
                () => reader.ForEach(
                    (row, document) =>
                    {
                        WriteLine(row, document, output.Stream);
                        onDocument(1);
                    },
                    cancellation),
                CancellationToken.None), isStreaming: plan.ToStandard);
            output.Commit();
        }
    }

    private void Write(
        InputFile input, CollectionReader reader, Filter filter, Stream output, IProgress<double> progress, CancellationToken cancellation)
    {
        var scan = reader.Scan().Where(filter).WithProgress(progress).WithCancellation(cancellation).WithWarnings(warning => Warn(input, [warning]));
        foreach (var batch in scan.Select(ScanExpression.Constant(true)))
        {
            batch.ReadDocuments(0, batch.Count, (row, document) =>
            {
                cancellation.ThrowIfCancellationRequested();
                WriteLine(row, document, output);
            });
        }
    }

    private static void WriteLine(long row, BlittableValue document, Stream output)
    {
        try
        {
            document.WriteJson(output);
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson)
        {
            throw JsonText.FaultOf(row, fault);
        }

        output.WriteByte((byte)'\n');
    }
}
