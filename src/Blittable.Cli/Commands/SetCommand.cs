using System.CommandLine;
using System.Text;

namespace Blittable.Cli;

/// <summary><c>blittable set 'PATH = VALUE' FILES</c>: sets values in files of one document.</summary>
internal sealed class SetCommand : EditCommand
{
    private readonly Argument<string> _assignment = new("assignment")
    {
        Description = "A path, '=' and a JSON value: '$.name = \"new\"', '$.tags = [\"a\"]'.",
    };

    public SetCommand(CommandStreams streams)
        : base("set", "Sets a value in documents; the rest of a document stays as it is.", streams)
    {
        Arguments.Add(_assignment);
        AddInputs();
    }

    protected override Action<BlittableEditor> Read(ParseResult parsed)
    {
        var (path, value) = PathAssignment.Parse(parsed.GetRequiredValue(_assignment), "a JSON value");
        var json = Encoding.UTF8.GetBytes(value);
        return editor => editor.Set(path, json);
    }
}
