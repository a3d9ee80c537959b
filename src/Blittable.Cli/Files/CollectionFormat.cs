using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Detects, opens and validates collection files.</summary>
internal static class CollectionFormat
{
    public const string Extension = ".blic";

    /// <summary>The number of documents that are read at once if not all of them may be needed.</summary>
    private const int RowsAtOnce = 256;

    /// <summary>Gets the first bytes of a collection. A collection truncated by a crash has them, too.</summary>
    private static ReadOnlySpan<byte> Magic => [0x89, (byte)'B', (byte)'L', (byte)'T', (byte)'C'];

    /// <summary>Determines whether an input is a collection, by its extension or its first bytes: a backup may have any name.</summary>
    public static bool IsCollection(InputFile input) =>
        string.Equals(Path.GetExtension(input.Path), Extension, StringComparison.OrdinalIgnoreCase) || (!input.IsStandard && StartsLikeCollection(input.Path));

    /// <summary>Determines whether bytes are the start of a collection.</summary>
    public static bool IsCollection(ReadOnlySpan<byte> start) => start.StartsWith(Magic);

    /// <summary>Determines whether there is a collection at a path, by its first bytes.</summary>
    public static bool IsCollectionFile(string path)
    {
        // A device or a named pipe has no length. Reading it would take bytes away from its reader.
        if (new FileInfo(FileReplacement.Resolve(path)) is not { Exists: true, Length: > 0 })
        {
            return false;
        }

        using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        Span<byte> start = stackalloc byte[5];
        return RandomAccess.Read(file, start, 0) == start.Length && IsCollection(start);
    }

    private static bool StartsLikeCollection(string path)
    {
        try
        {
            return IsCollectionFile(path);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            // The error is reported when the file is read.
            return false;
        }
    }

    /// <summary>Opens a collection and makes sure that no commit is lost: silently reading an older commit would lose data.</summary>
    /// <param name="input">The file.</param>
    /// <param name="maxExpandedBytes">The limit of the command line (<see cref="ExpansionOption"/>), or null if there is none.</param>
    /// <exception cref="BlittableException">The file is not a collection, or it or its last commit is damaged.</exception>
    /// <exception cref="UsageException">The input is standard input or a pipe.</exception>
    public static CollectionReader Open(InputFile input, long? maxExpandedBytes = null)
    {
        if (input.IsStandard)
        {
            throw new UsageException("A collection cannot be read from standard input; specify a file.");
        }

        var reader = OpenAny(input);
        try
        {
            reader.MaxExpandedBytes = ExpansionOption.OfFile(maxExpandedBytes);
            if (reader.IsDamaged)
            {
                Validate(reader, new StepProgress(0, _ => { }), CancellationToken.None);
            }

            return reader;
        }
        catch
        {
            reader.Dispose();
            throw;
        }
    }

    /// <summary>Passes documents to an action, in row order. Many documents are read at once, which is faster than reading each row.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="action">Receives the row number and the document.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <param name="isComplete">Returns true when no more documents are needed, or null if all of them are.</param>
    public static void ForEachDocument(CollectionReader reader, CollectionAction action, CancellationToken cancellation, Func<bool>? isComplete = null)
    {
        foreach (var batch in reader.Scan().WithCancellation(cancellation).Select(ScanExpression.Constant(true)))
        {
            var rows = isComplete is null ? batch.Count : RowsAtOnce;
            for (var first = 0; first < batch.Count; first += rows)
            {
                if (isComplete?.Invoke() == true)
                {
                    return;
                }

                batch.ReadDocuments(first, Math.Min(rows, batch.Count - first), (row, document) =>
                {
                    cancellation.ThrowIfCancellationRequested();
                    if (isComplete?.Invoke() != true)
                    {
                        action(row, document);
                    }
                });
            }
        }
    }

    /// <summary>Enumerates documents with their rows, in row order. Many documents are read at once. The caller disposes each document.</summary>
    public static IEnumerable<(long Row, BlittableDocument Document)> ReadDocuments(CollectionReader reader, CancellationToken cancellation)
    {
        List<(long Row, BlittableDocument Document)> documents = [];
        foreach (var batch in reader.Scan().WithCancellation(cancellation).Select(ScanExpression.Constant(true)))
        {
            for (var first = 0; first < batch.Count; first += RowsAtOnce)
            {
                documents.Clear();
                batch.ReadDocuments(first, Math.Min(RowsAtOnce, batch.Count - first), (row, document) => documents.Add((row, document.Clone())));
                foreach (var document in documents)
                {
                    cancellation.ThrowIfCancellationRequested();
                    yield return document;
                }
            }
        }
    }

    /// <summary>Creates the error for an input in which no position can be read again, such as a pipe.</summary>
    public static UsageException Unseekable(InputFile input) => new($"'{input.Path}' is a pipe, but this command requires a file.", isOfInput: true);

    /// <summary>Validates all data of a collection.</summary>
    /// <exception cref="BlittableException">The collection is damaged. The message describes the damage and names the command for recovery.</exception>
    public static void Validate(CollectionReader reader, IProgress<double> progress, CancellationToken cancellation)
    {
        try
        {
            reader.Validate(progress, cancellation);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(
                fault.Code,
                $"{fault.Message} Run 'blittable recover' to salvage the intact parts into a new file.",
                fault.Offset,
                fault.Line,
                fault.Column,
                fault);
        }
    }

    /// <summary>Opens a collection with system calls instead of mapping it: the command must report an error if another program truncates the file or the disk
    /// fails. Mapping would save little, because most blocks are read once.</summary>
    private static CollectionReader OpenAny(InputFile input)
    {
        try
        {
            return CollectionReader.Open(input.Path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
        }
        catch (NotSupportedException)
        {
            throw Unseekable(input);
        }
        catch (BlittableException fault) when (!IsCollectionFile(input.Path))
        {
            throw new BlittableException(fault.Code, "not a collection; create one with 'blittable pack'", fault.Offset, innerException: fault);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(
                fault.Code, $"damaged Blittable collection, or truncated at byte {input.Length}. {fault.Message}", fault.Offset, innerException: fault);
        }
    }
}
