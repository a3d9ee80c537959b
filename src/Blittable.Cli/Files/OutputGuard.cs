namespace Blittable.Cli;

/// <summary>Decides which files a command may write: not the files that it reads, no file twice, and no existing file that another kind of output would destroy.</summary>
/// <remarks>All output files of all commands pass through this class, because <see cref="OutputFile"/> and <see cref="FileReplacement"/> require its result.</remarks>
/// <param name="inputs">The inputs of the command.</param>
/// <param name="others">Other files that the command reads.</param>
internal sealed class OutputGuard(IEnumerable<InputFile> inputs, params IEnumerable<string?> others)
{
    private const int HeadLength = 16;

    /// <summary>The extensions of formats that other commands write.</summary>
    private static readonly string[] s_foreign = [".parquet", ".arrow", ".csv", ".tsv", ".json", ".ndjson", ".jsonl", ".html", DocumentFormat.OneExtension];

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
            throw new UsageException(isCollection ? Unseekable(path) : $"'{option}' requires a file, not standard output. For a file with this name, write './{path}'.");
        }

        if (Directory.Exists(path) || Path.EndsInDirectorySeparator(path))
        {
            throw new UsageException($"'{path}' is a folder; specify a file for '{option}'.");
        }

        if (File.Exists(path) && Inputs().Contains(path))
        {
            throw new UsageException($"The output would overwrite the input '{path}'; choose another output with '{option}'.");
        }

        if (kind == OutputKind.Collection && s_foreign.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase))
        {
            throw new UsageException($"'{option}' is a collection, but '{path}' has the extension of another format; use '{CollectionFormat.Extension}'.");
        }

        if (isCollection)
        {
            using var special = FileReplacement.OpenSpecial(path);
            if (special is not null)
            {
                throw new UsageException(Unseekable(path));
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

        return _written.Add(path) ? new OutputTarget(path, kind) : throw new UsageException($"'{option}' must name another file than the other outputs: '{path}'.");
    }

    /// <summary>Allows an input to be replaced by its edited form.</summary>
    public static OutputTarget InPlace(InputFile input) => new(input.Path, OutputKind.Documents);

    private static string Unseekable(string path) => $"A collection cannot be written to '{path}'; specify a seekable file.";

    private static void RequireReplaceable(string path, OutputKind kind, string option, string alternative)
    {
        if (kind is OutputKind.Collection or OutputKind.Dictionary)
        {
            throw ReplaceOption.Refusal(path, alternative);
        }

        if (kind != OutputKind.Extension && Obstacle(path, kind) is { } found)
        {
            throw new UsageException($"'{path}' is {found}, which the output would destroy; choose another file with '{option}', or remove this one first.");
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
