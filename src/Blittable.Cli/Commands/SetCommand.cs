using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable set 'PATH = VALUE' FILES</c>: sets values in files with one document.</summary>
internal sealed class SetCommand : EditCommand
{
    private readonly Argument<string> _assignment = new("assignment")
    {
        Description = "A path, '=' and a JSON value, such as '$.name = \"new\"' or '$.tags = [\"a\"]'.",
    };

    public SetCommand(CommandStreams streams)
        : base("set", "Set a value in documents and leave everything else unchanged.", streams)
    {
        Arguments.Add(_assignment);
        AddInputs();
    }

    protected override Action<BlittableEditor> Read(ParseResult parsed)
    {
        var assignment = PathAssignment.Parse(parsed.GetRequiredValue(_assignment), "a JSON value");
        var json = assignment.Json();
        return editor => editor.Set(assignment.Path, json);
    }
}
