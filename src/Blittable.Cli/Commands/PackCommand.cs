using System.CommandLine;
using System.Text;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable pack</c>: packs JSON or newline-delimited JSON into a collection.</summary>
internal sealed class PackCommand : FileCommand
{
    /// <summary>The maximum number of workers. Each holds stripes in memory, and one thread reads the documents for all of them.</summary>
    private const int MostWorkers = 4;

    /// <summary>The default commit interval. A commit follows the stripe that exceeds it. A crash or damage only loses documents of later commits.</summary>
    private const int DefaultCommitMegabytes = 256;

    private readonly OutputOption _output = new(
        $"The collection. Default: next to the input, with the extension '{CollectionFormat.Extension}'. Required for several inputs or standard input.",
        "file");

    private readonly ParentsOption _parents = new();
    private readonly ReplaceOption _replace = new();
    private readonly Option<bool> _append = new("--append") { Description = "Append to an existing collection, which keeps its layout and key." };

    private readonly TextInputOptions _texts;
    private readonly FaultOption _onError = new();

    private readonly ChoiceOption<CollectionLayout> _layout = new(
        "--layout",
        CollectionLayout.Columns,
        "'rows' to fetch whole documents, 'columns' for scans and the smallest file, 'hybrid' for whole documents plus selected columns, "
            + "'auto' for the smaller of rows and columns, measured on a sample.");

    private readonly Option<string?> _orderBy = new("--order-by") { Description = "The path to sort the documents of each stripe by.", HelpName = "path" };
    private readonly Option<string?> _key = new("--key") { Description = "The path of the key, which must be unique.", HelpName = "path" };
    private readonly Option<string[]> _indexes = Paths("--index", "A path to index for lookups. Can be repeated.");
    private readonly Option<string[]> _columns = Paths("--column", "A path to store as a column in the layout 'hybrid'. Can be repeated.");

    private readonly ChoiceOption<BlockCompression> _compression = new(
        "--compress",
        BlockCompression.None,
        "The compression of blocks: 'none', 'brotli', 'zstandard' or 'lz4'. Blocks that would not become smaller are stored uncompressed.");

    private readonly NumberOption _commitEvery = new("--commit-every", 1)
    {
        Description = "Commit after this many megabytes of input, as it is stored: compressed input counts compressed. Values smaller than a stripe produce smaller stripes. "
            + $"Default: at the end of the stripe that exceeds {DefaultCommitMegabytes} MB.",
        HelpName = "MB",
    };

    public PackCommand(CommandStreams streams)
        : base(
            "pack",
            "Pack JSON into a collection. The input can be an array of documents, one document per line, or consecutive documents, and may be compressed.",
            streams,
            "Files, folders, patterns such as 'data/**/*.ndjson', or '-' for standard input.")
    {
        AddInputs();
        Options.Add(_layout);
        Options.Add(_orderBy);
        Options.Add(_key);
        Options.Add(_indexes);
        Options.Add(_columns);
        Options.Add(_compression);
        Options.Add(_commitEvery);
        _texts = new TextInputOptions(this, splitsArrays: true);
        Options.Add(_onError);
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_append);
        Options.Add(_parents);
    }

    protected override IReadOnlyCollection<string> Extensions => TextInput.Extensions;

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var target = parsed.GetValue(_output) ?? (inputs is [{ IsStandard: false } only]
            ? Path.ChangeExtension(TextInput.PlainPath(only.Path), CollectionFormat.Extension)
            : throw new UsageException("Specify the collection with '--output' for several inputs or standard input."));
        var guard = new OutputGuard(inputs);
        var appends = parsed.GetValue(_append);
        var output = guard.Require(
            target,
            appends ? OutputKind.Extension : OutputKind.Collection,
            mayReplace: parsed.GetValue(_replace),
            alternative: " or '--append' to add to it");
        if (parsed.GetValue(_columns) is { Length: > 0 } && _layout.Read(parsed) != CollectionLayout.Hybrid)
        {
            throw new UsageException("'--column' requires '--layout hybrid'; the other layouts select their columns automatically.");
        }

        _parents.RequireFolderOf(parsed, target);
        if (appends)
        {
            return await AppendAsync(parsed, inputs, target, guard, cancellation);
        }

        var options = new CollectionOptions
        {
            Layout = _layout.Read(parsed),
            OrderBy = ValuePathOf(parsed.GetValue(_orderBy)),
            Key = ValuePathOf(parsed.GetValue(_key)),
            Indexes = [.. (parsed.GetValue(_indexes) ?? []).Select(path => PathOf(path)!)],
            Columns = [.. (parsed.GetValue(_columns) ?? []).Select(path => PathOf(path)!)],
            Compression = _compression.Read(parsed),
        };

        // A collection is not written sequentially, so it is written to a temporary file and renamed when it is complete.
        using var file = FileReplacement.Of(output);
        using var faults = _onError.Open(parsed, guard);
        var packed = await ProgressDisplay.RunAsync(Streams, "Packing", inputs, onRead => PackAsync(
            inputs, parsed, () => file.Create(path => CollectionWriter.Create(path, options)), faults, onRead, _ => { }, cancellation));
        file.Commit();
        faults?.Commit();
        var length = new FileInfo(target).Length;
        // The fixed size of a collection dominates small inputs, for which a ratio would be misleading.
        var isCompressed = inputs.Any(input => TextInput.PlainPath(input.Path) != input.Path);
        var ratio = length < packed.TextBytes && !isCompressed ? $" ({Figures.Percent(length, packed.TextBytes)})" : "";
        Streams.WriteNote($"{target}: {Figures.Documents(packed.Documents)}, {Figures.Bytes(packed.TextBytes)}{(isCompressed ? " (compressed)" : "")} to {Figures.Bytes(length)}{ratio}{faults?.Summary}");
        return ExitCode.Done;
    }

    private async Task<ExitCode> AppendAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, string target, OutputGuard guard, CancellationToken cancellation)
    {
        if (new Option[] { _layout, _orderBy, _key, _indexes, _columns, _compression, _replace }.FirstOrDefault(option => parsed.GetResult(option) is { Implicit: false }) is { } given)
        {
            throw new UsageException($"'{given.Name}' cannot be combined with '--append', which keeps the options of the existing collection.");
        }

        CollectionFormat.Open(InputExpansion.Expand([target], Extensions)[0]).Dispose();
        long before = 0;
        var kept = "nothing was added";
        using var faults = _onError.Open(parsed, guard);
        try
        {
            var packed = await ProgressDisplay.RunAsync(Streams, "Appending", inputs, onRead => PackAsync(
                inputs,
                parsed,
                () =>
                {
                    var writer = CollectionWriter.Append(target);
                    before = writer.Count;
                    return writer;
                },
                faults,
                onRead,
                commit => kept = $"{Figures.Documents(commit.Documents - before)} up to document {commit.Number} of '{commit.Input.Path}' were added and are kept",
                cancellation));
            faults?.Commit();
            Streams.WriteNote($"{target}: {Figures.Documents(packed.Documents - before)} added to {Figures.Count(before)}{faults?.Summary}");
            return ExitCode.Done;
        }
        catch (Exception fault) when (ExitCodeOf(fault) is not null)
        {
            // A user who corrects the input and appends it again must know which documents the collection already contains.
            Streams.WriteError($"{target}: {kept}.");
            throw;
        }
    }

    /// <summary>Returns the path that an option specifies. The leading '$.' can be omitted.</summary>
    private static string? PathOf(string? text)
    {
        if (text is null)
        {
            return null;
        }

        var path = PathText.Complete(text);
        PathText.Require(path);
        return path;
    }

    /// <summary>Returns the path of one value.</summary>
    /// <exception cref="UsageException">The path has a wildcard, so that it can match several values.</exception>
    private static string? ValuePathOf(string? text) => PathOf(text) is { } path && BlittablePath.Parse(path).HasWildcard
        ? throw new UsageException($"'{path}' can match several values; specify the path of one value.")
        : PathOf(text);

    private static Option<string[]> Paths(string name, string description) => new(name) { Description = description, HelpName = "path" };

    private async Task<(long Documents, long TextBytes)> PackAsync(
        IReadOnlyList<InputFile> inputs,
        ParseResult parsed,
        Func<CollectionWriter> open,
        FaultLog? faults,
        Action<long> onRead,
        Action<(long Documents, InputFile Input, long Number)> onCommit,
        CancellationToken cancellation)
    {
        var commitEvery = parsed.GetValue(_commitEvery);
        var commitBytes = Math.Min(commitEvery ?? DefaultCommitMegabytes, long.MaxValue / 1_000_000) * 1_000_000;
        long bytes = 0;
        long committed = 0;
        using var writer = open();
        writer.Workers = Math.Min(MostWorkers, Environment.ProcessorCount);
        foreach (var input in inputs)
        {
            await using var stream = new InputStream(input.Open(Streams), read =>
            {
                bytes += read;
                onRead(read);
            });
            using var converter = new BlittableConverter();
            long number = 0;
            var texts = _texts.Of(parsed, input) with
            {
                OnFault = faults is null ? null : fault =>
                {
                    // The number counts all texts, including invalid ones.
                    number = fault.Number;
                    faults.Add(input, number, fault.Exception, fault.Text.Span);
                },
            };
            try
            {
                await foreach (var document in converter.ConvertTextsAsync(stream, texts, cancellation))
                {
                    number++;
                    Add(writer, input, number, ExpansionOption.OpenOwn(document.Span), faults);
                    if (bytes - committed >= commitBytes && (commitEvery is not null || writer.PendingCount == 0))
                    {
                        writer.Commit();
                        committed = bytes;
                        onCommit((writer.Count, input, number));
                    }
                }
            }
            catch (BlittableException fault)
            {
                // Invalid JSON has a line; a document that does not fit the collection is identified by its number.
                var where = fault.Line is null ? $"Document {number}: " : "";
                throw new BlittableException(fault.Code, $"{input.Path}: {where}{fault.Message}", fault.Offset, fault.Line, fault.Column, fault);
            }
        }

        writer.Commit();
        return (writer.Count, bytes);
    }

    private static void Add(CollectionWriter writer, InputFile input, long number, BlittableValue document, FaultLog? faults)
    {
        try
        {
            writer.Add(document);
        }
        catch (BlittableException fault) when (faults is not null)
        {
            faults.Add(input, number, fault, Encoding.UTF8.GetBytes(document.ToJson(JsonText.Shown)));
        }
    }
}
