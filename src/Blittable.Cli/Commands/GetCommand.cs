using System.CommandLine;
using System.Text;

namespace Blittable.Cli;

/// <summary><c>blittable get PATH</c>: the values that a path leads to, read where they lie.</summary>
internal sealed class GetCommand : DocumentCommand
{
    private readonly Argument<string> _path = new("path")
    {
        Description = "Where the value is: '$.a.b', '$.list[0]', '$.list[*].name'; or a JSONPath query (RFC 9535): '$..name', '$.list[?@.id > 1]'.",
    };

    private readonly Option<bool> _raw = new("--raw")
    {
        Description = "Write strings as their text, without quotation marks.",
    };

    private readonly Option<bool> _indent = new("--indent")
    {
        Description = "Put each property and element on a line of its own.",
    };

    public GetCommand(CommandStreams streams)
        : base("get", "Writes the values that a path leads to, as JSON, one a line.", streams)
    {
        Arguments.Add(_path);
        AddInputs();
        Options.Add(_raw);
        Options.Add(_indent);
    }

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var text = parsed.GetRequiredValue(_path);
        BlittableJsonPath? query = null;
        if (!BlittablePath.TryParse(text, out var path) && !BlittableJsonPath.TryParse(text, out query))
        {
            throw new UsageException(PathText.Explain(text));
        }

        var isRaw = parsed.GetValue(_raw);
        var options = new BlittableJsonOptions { Indented = parsed.GetValue(_indent) };
        var found = 0L;
        string? meant = null;
        using var output = OutputFile.Over(Streams.DataOutput);
        var outcome = await ForEachAsync(
            inputs,
            input => ForEachDocumentAsync(
                input,
                _ => { },
                document =>
                {
                    if (path is null)
                    {
                        foreach (var value in query!.Evaluate(document.Root))
                        {
                            found++;
                            Write(output.Stream, value, isRaw, options);
                        }

                        return;
                    }

                    foreach (var value in path.Evaluate(document.Root))
                    {
                        found++;
                        Write(output.Stream, value, isRaw, options);
                    }

                    meant ??= found == 0 ? PathSearch.Find(document.Root, text) : null;
                },
                cancellation),
            cancellation);
        output.Commit();
        if (found > 0 || outcome != ExitCode.Done)
        {
            return outcome;
        }

        Streams.WriteError(meant is null ? $"'{text}' leads to no value." : $"'{text}' leads to no value; did you mean '{meant}'?");
        return ExitCode.BadData;
    }

    private static void Write(Stream output, BlittableValue value, bool isRaw, BlittableJsonOptions options)
    {
        if (isRaw && value.Kind == BlittableValueKind.String && value.GetString() is { } text)
        {
            output.Write(Encoding.UTF8.GetBytes(text));
        }
        else
        {
            value.WriteJson(output, options);
        }

        output.WriteByte((byte)'\n');
    }
}
