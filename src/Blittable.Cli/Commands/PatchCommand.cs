using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable patch PATCH FILES</c>: applies a JSON Patch or a JSON Merge Patch to files of one document.</summary>
internal sealed class PatchCommand : EditCommand
{
    private readonly Argument<string> _patch = new("patch")
    {
        Description = "A file of JSON: an array of operations (JSON Patch, RFC 6902), or an object of changes (JSON Merge Patch, RFC 7396).",
    };

    public PatchCommand(CommandStreams streams)
        : base("patch", "Applies a JSON Patch or JSON Merge Patch to documents: all of it, or nothing.", streams)
    {
        Arguments.Add(_patch);
        AddInputs();
    }

    protected override Action<BlittableEditor> Read(ParseResult parsed)
    {
        var path = parsed.GetRequiredValue(_patch);
        var patch = File.ReadAllBytes(path);
        return editor =>
        {
            if (patch.AsSpan().TrimStart(" \t\r\n"u8) is [(byte)'[', ..])
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
