using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable patch PATCH FILES</c>: applies a JSON Patch or a JSON Merge Patch to files with one document.</summary>
internal sealed class PatchCommand : EditCommand
{
    private readonly Argument<string> _patch = new("patch")
    {
        Description = "A JSON file, or '-' for standard input: an array of operations (JSON Patch, RFC 6902) or an object with changes (JSON Merge Patch, RFC 7396).",
    };

    public PatchCommand(CommandStreams streams)
        : base("patch", "Apply a JSON Patch or JSON Merge Patch to documents. If an operation fails, the document is not changed.", streams)
    {
        Arguments.Add(_patch);
        AddInputs();
    }

    protected override IEnumerable<string?> FilesOf(ParseResult parsed) =>
        [.. base.FilesOf(parsed), parsed.GetValue(_patch) is { } patch && patch != InputFile.Standard.Path ? patch : null];

    protected override void Check(ParseResult parsed, IReadOnlyList<InputFile> inputs)
    {
        base.Check(parsed, inputs);
        if (parsed.GetValue(_patch) == InputFile.Standard.Path && inputs.Any(input => input.IsStandard))
        {
            throw new UsageException("'-' can be read only once.");
        }
    }

    protected override Action<BlittableEditor> Read(ParseResult parsed)
    {
        var (patch, isOperations) = OptionFile.ReadPatch(parsed.GetRequiredValue(_patch), _patch.Name, Streams);
        return editor =>
        {
            if (isOperations)
            {
                editor.ApplyPatch(patch);
            }
            else
            {
                editor.ApplyMergePatch(patch);
            }
        };
    }
}
