using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable explain</c>: writes a self-contained HTML page that shows every byte of a document next to its values.</summary>
internal sealed class ExplainCommand : FileCommand
{
    /// <summary>The maximum size of a document that a page contains in full. Larger documents are sampled.</summary>
    private const int MaxPageBytes = 1 << 20;

    private readonly DictionaryOption _dictionaryOption = new();
    private readonly Option<string?> _html = new("--html")
    {
        Description = "The HTML page. Default: the input name followed by '.html' in the current folder, replacing an earlier page.", HelpName = "file",
    };

    private readonly NumberOption _expansion = ExpansionOption.Create();
    private readonly WhereOption _where = new(
        "Show the parts of a collection that a query with this condition would skip, such as '$.id = 77'. Can be repeated; all must match.");

    private BlittableDictionary? _dictionary;
    private long? _maxExpandedBytes;

    public ExplainCommand(CommandStreams streams)
        : base(
            "explain",
            "Write an HTML page that shows the bytes of a document next to its values, with sizes, shapes and shared values. JSON is shown in both modes.",
            streams,
            "JSON files, documents or collections.")
    {
        AddInputs();
        Options.Add(_dictionaryOption);
        Options.Add(_html);
        Options.Add(_expansion);
        Options.Add(_where);
    }

    protected override IReadOnlyCollection<string> Extensions => [".json", DocumentFormat.OneExtension, DocumentFormat.ManyExtension, CollectionFormat.Extension];

    protected override void Check(ParseResult parsed, IReadOnlyList<InputFile> inputs) => _dictionaryOption.RequireDocuments(parsed, inputs, readsJson: true);

    protected override void Prepare(ParseResult parsed)
    {
        _dictionary = _dictionaryOption.Load(parsed);
        _maxExpandedBytes = parsed.GetValue(_expansion);
    }

    protected override Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var html = parsed.GetValue(_html);
        if (html is not null && inputs.Count > 1)
        {
            throw new UsageException("'--html' names a single page and cannot be used with several inputs.");
        }

        ParentsOption.RequireFolder(html is null ? null : Path.GetDirectoryName(Path.GetFullPath(html)));
        var guard = new OutputGuard(inputs, parsed.GetValue(_dictionaryOption));
        return ProgressDisplay.RunAsync(
            Streams, "Explaining", inputs, onRead => ForEachAsync(inputs, input => ExplainAsync(parsed, input, html, guard, onRead, cancellation), cancellation));
    }

    private async Task ExplainAsync(ParseResult parsed, InputFile input, string? html, OutputGuard guard, Action<long> onRead, CancellationToken cancellation)
    {
        var target = html ?? Path.GetFileName(input.Name) + ".html";
        if (guard.IsTaken(target))
        {
            throw new IOException($"The page '{target}' was already written for another input; use '--html' for this one.");
        }

        var file = guard.Require(target, OutputKind.Page, _html.Name);
        using var page = new ExplainPage(Path.GetFileName(input.Path));
        if (CollectionFormat.IsCollection(input))
        {
            using var reader = CollectionFormat.Open(input, _maxExpandedBytes);
            var filter = _where.Read(parsed);
            var pruning = filter is null ? [] : reader.Prune(filter);
            page.AddCollection(reader, filter?.ToString(), pruning);
            onRead(input.Length);
            if (filter is not null)
            {
                Warn(input, reader.Scan().Where(filter).GetWarnings());
                Streams.WriteNote($"{input.Path}: a query with this condition skips {Figures.Count(pruning.Sum(stripe => stripe.SkippedGroups))} of "
                    + $"{Figures.Of(pruning.Sum(stripe => stripe.Groups), "chunk group")} based on bounds and membership filters");
            }
        }
        else if (_where.Read(parsed) is not null)
        {
            throw new UsageException($"'{input.Path}' is not a collection; '--where' can be used with collections only.", isOfInput: true);
        }
        else
        {
            await AddDocumentAsync(page, input, onRead, cancellation);
        }

        using var output = OutputFile.Create(file);
        page.WriteTo(output.Stream);
        output.Commit();
        Streams.WriteNote($"{target}: open this page in a browser");
    }

    private async Task AddDocumentAsync(ExplainPage page, InputFile input, Action<long> onRead, CancellationToken cancellation)
    {
        var (json, source) = await JsonText.ReadAsync(input, onRead, cancellation);
        if (json is { } text)
        {
            AddJson(page, text);
            return;
        }

        var file = source.Open(Streams);
        var isFile = !source.IsPipe && file.CanSeek;
        await using var stream = new InputStream(file, onRead);
        var reader = new DocumentReader(stream);
        if (!await reader.ReadAsync(cancellation))
        {
            return;
        }

        var bytes = reader.Document;
        if (JsonText.LooksLikeJson(bytes.Span))
        {
            AddJson(page, bytes);
            return;
        }

        BlittableDocument document;
        try
        {
            document = ExpansionOption.Open(bytes, _dictionary, _maxExpandedBytes, isFile);
            document.Validate(ExpansionOption.OfFile(_maxExpandedBytes));
        }
        catch (BlittableException fault) when (fault.Code != BlittableErrorCode.ExpansionTooLarge)
        {
            // A damaged document is worth a look too: the page shows the error and the bytes around it.
            page.AddFault(fault.Message);
            page.AddDocument("the file", bytes[..Math.Min(bytes.Length, MaxPageBytes)].Span, bytes.Length, _dictionary, sample: null);
            return;
        }

        using (document)
        {
            if (bytes.Length <= MaxPageBytes)
            {
                page.AddDocument(reader.IsMany ? "the first document of the file" : "the document", bytes.Span, bytes.Length, _dictionary, sample: null);
            }
            else
            {
                AddSample(page, "a sample in disk mode", document.Root, BlittableMode.Disk, bytes.Length);
            }
        }
    }

    /// <summary>Adds a JSON text in both modes for comparison.</summary>
    private static void AddJson(ExplainPage page, ReadOnlyMemory<byte> json)
    {
        foreach (var mode in new[] { BlittableMode.Memory, BlittableMode.Disk })
        {
            using var document = BlittableDocument.Parse(json.Span, new BlittableOptions { Mode = mode });
            var label = mode == BlittableMode.Memory ? "memory mode" : "disk mode";
            if (mode == BlittableMode.Memory)
            {
                page.SetJsonBytes(JsonText.MinifiedLength(document));
            }

            if (document.Bytes.Length <= MaxPageBytes)
            {
                page.AddDocument(label, document.Bytes.Span, document.Bytes.Length, dictionary: null, sample: null);
            }
            else
            {
                AddSample(page, label, document.Root, mode, document.Bytes.Length);
            }
        }
    }

    private static void AddSample(ExplainPage page, string label, in BlittableValue root, BlittableMode mode, long totalBytes)
    {
        var json = DocumentSample.Of(root, MaxPageBytes);
        using var sample = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
        page.AddDocument(
            label,
            sample.Bytes.Span,
            totalBytes,
            dictionary: null,
            $"The document is {Figures.Bytes(totalBytes)} long. This page shows a sample of {Figures.Bytes(sample.Bytes.Length)}: "
            + "the first children of each container, converted separately.");
    }
}
