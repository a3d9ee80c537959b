namespace Blittable.Cli;

/// <summary>Decides which files a command may write: not the files that it reads, no file twice, and no existing file that another kind of output would destroy.</summary>
/// <remarks>All output files of all commands pass through this class, because <see cref="OutputFile"/> and <see cref="FileReplacement"/> require its result.</remarks>
/// <param name="inputs">The inputs of the command.</param>
/// <param name="others">Other files that the command reads.</param>
internal sealed class OutputGuard(IEnumerable<InputFile> inputs, params IEnumerable<string?> others)
{
    private const int HeadLength = 16;

    /// <summary>The extensions of formats, and the kinds of output that have the format. The command writes no CSV files and no compressed files.</summary>
    private static readonly Dictionary<string, OutputKind[]> s_formats = new(StringComparer.OrdinalIgnoreCase)
    {
        [CollectionFormat.Extension] = [OutputKind.Collection],
        [DocumentFormat.OneExtension] = [OutputKind.Documents],
        [DocumentFormat.ManyExtension] = [OutputKind.Documents],
        [".json"] = [OutputKind.Json, OutputKind.Faults],
        [".ndjson"] = [OutputKind.Json, OutputKind.Faults],
        [".jsonl"] = [OutputKind.Json, OutputKind.Faults],
        [".parquet"] = [OutputKind.Table],
        [".arrow"] = [OutputKind.Table],
        [".html"] = [OutputKind.Page],
        [".csv"] = [],
        [".tsv"] = [],
        [".gz"] = [],
        [".zst"] = [],
        [".br"] = [],
    };

    private readonly string[] _read = [.. inputs.Where(input => !input.IsStandard).Select(input => input.Path), .. others.OfType<string>()];
    private readonly FileSet _written = new();
    private FileSet? _inputs;

    /// <summary>Determines whether the command already writes a file.</summary>
    public bool IsTaken(string path) => _written.Contains(path);

    /// <summary>Allows an output, or refuses it.</summary>
    /// <param name="path">The path of the file. It need not exist.</param>
    /// <param name="kind">What is written.</param>
    /// <param name="option">The option that names the file.</param>
    /// <param name="mayReplace">Whether the user has requested that an existing file is replaced.</param>
    /// <param name="alternative">Another way to proceed than to replace an existing file, to continue a sentence.</param>
    /// <exception cref="UsageException">The output would destroy a file, or the path cannot be written as a file.</exception>
    public OutputTarget Require(string path, OutputKind kind, string option = OutputOption.OptionName, bool mayReplace = false, string alternative = "")
    {
        var isCollection = kind is OutputKind.Collection or OutputKind.Extension;
        if (path == InputFile.Standard.Path)
        {
            throw Refusal(isCollection ? Unseekable(path) : $"'{option}' requires a file, not standard output. For a file with this name, write './{path}'.");
        }

        if (Directory.Exists(path) || Path.EndsInDirectorySeparator(path))
        {
            throw Refusal($"'{path}' is a folder; specify a file for '{option}'.");
        }

        if (File.Exists(path) && Inputs().Contains(path))
        {
            throw Refusal($"The output would overwrite the input '{path}'; choose another output with '{option}'.");
        }

        // An existing collection may have any name.
        if (kind != OutputKind.Extension && s_formats.TryGetValue(Path.GetExtension(path), out var kinds) && !kinds.Contains(kind))
        {
            throw Refusal($"'{option}' is {Describe(kind)}, but '{path}' has the extension of another format; {Instead(path, kind)}.");
        }

        if (isCollection)
        {
            using var special = FileReplacement.OpenSpecial(path);
            if (special is not null)
            {
                throw Refusal(Unseekable(path));
            }
        }

        if (FileReplacement.IsDevice(path))
        {
            return new OutputTarget(path, kind);
        }

        if (File.Exists(path) && !mayReplace)
        {
            RequireReplaceable(path, kind, option, alternative);
        }

        return _written.Add(path) ? new OutputTarget(path, kind, mayReplace) : throw Refusal($"'{option}' must name another file than the other outputs: '{path}'.");
    }

    /// <summary>Allows an input to be replaced by its edited form.</summary>
    public static OutputTarget InPlace(InputFile input) => new(input.Path, OutputKind.Documents);

    private static UsageException Refusal(string message) => new(message, isOfInput: true);

    private static string Describe(OutputKind kind) => kind switch
    {
        OutputKind.Documents => "a file of documents",
        OutputKind.Json => "JSON",
        OutputKind.Table => "a Parquet or Arrow file",
        OutputKind.Page => "an HTML page",
        OutputKind.Faults => "a list of invalid texts in JSON",
        OutputKind.Dictionary => "a dictionary",
        _ => "a collection",
    };

    /// <summary>Describes how to get the output that an extension promises, or another extension.</summary>
    private static string Instead(string path, OutputKind kind) => (kind, Path.GetExtension(path).ToLowerInvariant()) switch
    {
        (OutputKind.Json, ".gz" or ".zst" or ".br") => "to compress it, write to standard output and pipe it to a compressor",
        (OutputKind.Json, ".csv" or ".tsv") => "'query' with '--format' writes CSV",
        (OutputKind.Documents, _) => $"use '{DocumentFormat.OneExtension}' or '{DocumentFormat.ManyExtension}'",
        (OutputKind.Json or OutputKind.Faults, _) => "use '.json' or '.ndjson'",
        (OutputKind.Table, _) => "use '.parquet' or '.arrow'",
        (OutputKind.Page, _) => "use '.html'",
        (OutputKind.Dictionary, _) => "use another extension, such as '.dict'",
        _ => $"use '{CollectionFormat.Extension}'",
    };

    private static string Unseekable(string path) => $"A collection cannot be written to '{path}'; specify a seekable file.";

    private static void RequireReplaceable(string path, OutputKind kind, string option, string alternative)
    {
        if (kind is OutputKind.Collection or OutputKind.Dictionary)
        {
            throw ReplaceOption.Refusal(path, alternative);
        }

        if (kind != OutputKind.Extension && Obstacle(path, kind) is { } found)
        {
            throw Refusal($"'{path}' is {found}, which the output would destroy; choose another file with '{option}', or remove this one first.");
        }
    }

    /// <summary>Describes an existing file that an output must not replace. Returns null if it may.</summary>
    private static string? Obstacle(string path, OutputKind kind)
    {
        var start = Head(path);
        var isDocuments = Path.GetExtension(path) is DocumentFormat.OneExtension or DocumentFormat.ManyExtension;
        return start.Length == 0 ? null
            : CollectionFormat.IsCollection(start) ? "a collection"
            : DictionaryOption.IsDictionary(start) ? "a dictionary"
            : kind switch
            {
                OutputKind.Documents when !isDocuments && start.AsSpan().TrimStart(" \t\r\n"u8) is [(byte)'{' or (byte)'[', ..] => "JSON",
                OutputKind.Json when isDocuments || start.AsSpan().StartsWith(DocumentFormat.Magic) => "a file of documents",
                OutputKind.Page when !start.AsSpan().StartsWith("<!DOCTYPE html"u8) => "not an HTML page",
                OutputKind.Faults when !start.AsSpan().StartsWith("{\"file\":"u8) => "not a list of invalid texts",
                _ => null,
            };
    }

    private static byte[] Head(string path)
    {
        // A link may lead to no file. A named pipe has no length, and opening it would wait for its other end.
        if (new FileInfo(FileReplacement.Resolve(path)) is not { Exists: true, Length: > 0 })
        {
            return [];
        }

        using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var head = new byte[HeadLength];
        return head[..RandomAccess.Read(file, head, 0)];
    }

    private FileSet Inputs()
    {
        // Not before an output exists, because most commands create new files, and there may be thousands of inputs.
        if (_inputs is null)
        {
            _inputs = new FileSet();
            Array.ForEach(_read, path => _inputs.Add(path));
        }

        return _inputs;
    }
}
