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
        var text = parsed.GetRequiredValue(_assignment);
        for (var end = text.IndexOf('=', StringComparison.Ordinal); end >= 0; end = text.IndexOf('=', end + 1))
        {
            if (BlittablePath.TryParse(text[..end].Trim(), out var path))
            {
                var json = Encoding.UTF8.GetBytes(text[(end + 1)..].Trim());
                return editor => editor.Set(path, json);
            }
        }

        throw new UsageException($"'{text}' sets nothing; write a path, '=' and a JSON value: '$.name = \"new\"'.");
    }
}
