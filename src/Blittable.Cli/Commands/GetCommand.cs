using System.CommandLine;
using System.Text;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable get PATH</c>: prints the values at a path, read directly from the documents.</summary>
internal sealed class GetCommand : DocumentCommand
{
    private readonly Argument<string> _path = new("path")
    {
        Description = "The path of the values: '$.a.b', '$.list[0]', '$.list[*].name'; or a JSONPath query (RFC 9535): '$..name', '$.list[?@.id > 1]'.",
    };

    private readonly Option<string?> _key = new("--key")
    {
        Description = "Read only the document with this key, from collections that have a key. The path can then be omitted and defaults to '$'.",
        HelpName = "key",
    };

    private readonly Option<bool> _raw = new("--raw")
    {
        Description = "Print strings as plain text, without quotes.",
    };

    private readonly Option<bool> _indent = new("--indent")
    {
        Description = "Indent the JSON, with one property or element per line.",
    };

    public GetCommand(CommandStreams streams)
        : base("get", "Print the values at a path as JSON, one per line.", streams, DocumentsOrCollections, ArgumentArity.ZeroOrMore)
    {
        Arguments.Add(_path);
        AddInputs();
        Options.Add(_key);
        Options.Add(_raw);
        Options.Add(_indent);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension, .. base.Extensions];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var text = parsed.GetRequiredValue(_path);
        var key = parsed.GetValue(_key);
        if (key is not null && !text.StartsWith('$'))
        {
            inputs = [.. InputExpansion.Expand([text], Extensions), .. inputs];
            text = "$";
        }

        if (inputs.Count == 0)
        {
            throw new UsageException("Specify the files to read, or '-' for standard input.");
        }

        BlittableJsonPath? query = null;
        if (!BlittablePath.TryParse(text, out var path) && !BlittableJsonPath.TryParse(text, out query))
        {
            throw new UsageException(PathText.Explain(text));
        }

        var isRaw = parsed.GetValue(_raw);
        var options = new BlittableJsonOptions { Indented = parsed.GetValue(_indent) };
        var (documents, found) = (0L, 0L);
        string? meant = null;
        using var output = OutputFile.Over(Streams.DataOutput);
        var work = (Action<long> onRead) => ForEachAsync(
            inputs,
            async input =>
            {
                if (CollectionFormat.IsCollection(input))
                {
                    using var reader = CollectionFormat.Open(input, MaxExpandedBytes);
                    ForEachDocument(reader, key, Take, new StepProgress(input.Length, onRead), cancellation);
                    return;
                }

                if (key is not null)
                {
                    throw new UsageException($"'{input.Path}' is not a collection; '--key' can be used with collections only.", isOfInput: true);
                }

                await ForEachDocumentAsync(input, onRead, document => Take(document.Root), cancellation);
            },
            cancellation);
        var outcome = await ProgressDisplay.RunAsync(Streams, "Reading", inputs, work, isStreaming: true);
        output.Commit();
        if (found > 0 || outcome != ExitCode.Done)
        {
            return outcome;
        }

        Streams.WriteError(key is not null && documents == 0 ? $"No document has the key '{key}'."
            : meant is null ? $"No value found at '{text}'."
            : $"No value found at '{text}'; did you mean '{meant}'?");
        return ExitCode.BadData;

        void Take(BlittableValue document)
        {
            documents++;
            if (path is null)
            {
                foreach (var value in query!.Evaluate(document))
                {
                    found++;
                    Write(output.Stream, value, isRaw, options);
                }

                return;
            }

            foreach (var value in path.Evaluate(document))
            {
                found++;
                Write(output.Stream, value, isRaw, options);
            }

            meant ??= found == 0 ? PathSearch.Find(document, text) : null;
        }
    }

    /// <summary>Reads all documents of a collection, or only the one with a key. A key of digits is tried as a number first, then as a string.</summary>
    private static void ForEachDocument(CollectionReader reader, string? key, Action<BlittableValue> take, StepProgress progress, CancellationToken cancellation)
    {
        if (key is null)
        {
            CollectionFormat.ForEachDocument(
                reader,
                (row, document) =>
                {
                    take(document);
                    progress.Report((row + 1.0) / reader.RowCount);
                },
                cancellation);
            return;
        }

        if (reader.Options.Key is null)
        {
            throw new UsageException("The collection has no key; use 'blittable query --where' to find documents by other values.");
        }

        using var found = (CollectionKey.TryParseNumber(key, out var number) ? reader.Find(number) : null) ?? reader.Find(key);
        if (found is not null)
        {
            take(found.Root);
        }
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
