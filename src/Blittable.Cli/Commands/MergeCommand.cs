using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable merge</c>: merges several collections into a new one.</summary>
internal sealed class MergeCommand : FileCommand
{
    private readonly OutputOption _output = new("The new collection, created with the options of the first input.", "file") { Required = true };
    private readonly ReplaceOption _replace = new();
    private readonly ParentsOption _parents = new();

    public MergeCommand(CommandStreams streams)
        : base("merge", "Merge the documents of several collections into a new collection.", streams, "Collections, folders or patterns.")
    {
        AddInputs();
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_parents);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        inputs = FileSet.Distinct(inputs);
        var target = parsed.GetValue(_output)!;
        var output = new OutputGuard(inputs).Require(target, OutputKind.Collection, mayReplace: parsed.GetValue(_replace));
        _parents.RequireFolderOf(parsed, target);
        using var collections = CollectionInputs.Open(inputs);
        using var file = FileReplacement.Of(output);
        long count;
        using (var writer = file.Create(path => CollectionWriter.Create(path, collections.Readers[0].Options)))
        {
            await ProgressDisplay.RunAsync(Streams, "Merging", collections.Count, "documents", onDocument => Task.Run(
                () =>
                {
                    foreach (var (input, reader) in inputs.Zip(collections.Readers))
                    {
                        reader.ForEach(
                            (_, document) =>
                            {
                                Add(writer, input, document);
                                onDocument(1);
                            },
                            cancellation);
                    }

                    writer.Commit();
                },
                CancellationToken.None));
            count = writer.Count;
        }

        file.Commit();
        Streams.WriteNote($"{target}: {Figures.Documents(count)} from {Figures.Of(inputs.Count, "collection")}");
        return ExitCode.Done;
    }

    /// <exception cref="BlittableException">The document does not fit the new collection. The message names its file.</exception>
    private static void Add(CollectionWriter writer, InputFile input, BlittableValue document)
    {
        try
        {
            writer.Add(document);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(fault.Code, $"{input.Path}: {fault.Message}", fault.Offset, innerException: fault);
        }
    }
}
