using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable compact</c>: rewrites collections without deleted documents.</summary>
internal sealed class CompactCommand : FileCommand
{
    public CompactCommand(CommandStreams streams)
        : base("compact", "Rewrite collections to remove deleted documents and replaced commits.", streams, "Collections, folders or patterns.") => AddInputs();

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation) => ForEachAsync(
        inputs,
        async input =>
        {
            var before = input.Length;
            CollectionFormat.Open(input).Dispose();
            await ProgressDisplay.RunAsync(Streams, "Compacting", () => Task.Run(
                () =>
                {
                    CollectionCompaction.Compact(input.Path, cancellationToken: cancellation);
                    return true;
                },
                CancellationToken.None));
            Streams.WriteNote($"{input.Path}: {Figures.Bytes(before)} to {Figures.Bytes(input.Length)}");
        },
        cancellation);
}
