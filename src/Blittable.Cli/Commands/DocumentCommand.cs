using System.CommandLine;

namespace Blittable.Cli;

/// <summary>A command that reads documents.</summary>
internal abstract class DocumentCommand : FileCommand
{
    private readonly DictionaryOption _dictionaryOption = new();
    private readonly NumberOption _expansionOption = ExpansionOption.Create();
    private BlittableDictionary? _dictionary;

    /// <summary>Describes the inputs of a command that also reads collections.</summary>
    protected const string DocumentsOrCollections = "Document files or collections, folders, patterns such as 'data/**/*.blit', or '-' for a document from standard input.";

    protected DocumentCommand(
        string name,
        string description,
        CommandStreams streams,
        string inputDescription = "Document files, folders, patterns such as 'data/**/*.blit', or '-' for standard input.",
        ArgumentArity? inputs = null)
        : base(name, description, streams, inputDescription, inputs)
    {
        Options.Add(_dictionaryOption);
        Options.Add(_expansionOption);
    }

    protected override IReadOnlyCollection<string> Extensions => [DocumentFormat.OneExtension, DocumentFormat.ManyExtension];

    /// <summary>Gets the maximum number of bytes that a document may expand to, or null if the command line does not set it.</summary>
    protected long? MaxExpandedBytes { get; private set; }

    /// <summary>Returns the path of the dictionary, or null if there is none.</summary>
    protected string? DictionaryOf(ParseResult parsed) => parsed.GetValue(_dictionaryOption);

    /// <summary>Gets a value that indicates whether the command also reads JSON.</summary>
    protected virtual bool ReadsJson => false;

    protected override void Check(ParseResult parsed, IReadOnlyList<InputFile> inputs) => _dictionaryOption.RequireDocuments(parsed, inputs, ReadsJson);

    protected override void Prepare(ParseResult parsed)
    {
        _dictionary = _dictionaryOption.Load(parsed);
        MaxExpandedBytes = parsed.GetValue(_expansionOption);
    }

    /// <summary>Processes each document of a file until <paramref name="isComplete"/> returns true.</summary>
    /// <returns>The number of documents that were read.</returns>
    /// <exception cref="BlittableException">A document could not be read or processed. The message contains its number in the file.</exception>
    protected async Task<long> ForEachDocumentAsync(InputFile input, Action<long> onRead, Action<BlittableDocument> process, CancellationToken cancellation, Func<bool>? isComplete = null)
    {
        var file = input.Open(Streams);
        var isFile = !input.IsPipe && file.CanSeek;
        await using var stream = new InputStream(file, onRead);
        var reader = new DocumentReader(stream);
        while (isComplete?.Invoke() != true && await reader.ReadAsync(cancellation))
        {
            cancellation.ThrowIfCancellationRequested();
            BlittableDocument? document = null;
            try
            {
                using (document = ExpansionOption.Open(reader.Document, _dictionary, MaxExpandedBytes, isFile))
                {
                    process(document);
                }
            }
            catch (BlittableException fault) when (reader.IsMany)
            {
                throw new BlittableException(fault.Code, $"Document {reader.Number}: {fault.Message}", fault.Offset, innerException: fault);
            }
            catch (BlittableException fault) when (CollectionFormat.IsCollection(input) || CollectionFormat.IsCollection(reader.Document.Span))
            {
                throw new BlittableException(
                    fault.Code,
                    isFile ? "The file is a collection, not a document; use 'blittable unpack' to extract its documents."
                        : "The input is a collection, which can be read only from a file, not from a pipe.",
                    fault.Offset,
                    innerException: fault);
            }
            catch (BlittableException fault) when (DictionaryOption.IsDictionary(reader.Document.Span))
            {
                throw new BlittableException(
                    fault.Code, "The file is a dictionary, not a document; pass it with '--dictionary'.", fault.Offset, innerException: fault);
            }
            catch (BlittableException fault) when (fault.Code == BlittableErrorCode.UnsupportedVersion && JsonText.LooksLikeJson(reader.Document.Span))
            {
                throw new BlittableException(
                    fault.Code,
                    "The file looks like JSON, not a document; convert it with 'blittable convert'.",
                    fault.Offset,
                    innerException: fault);
            }
            catch (BlittableException fault) when (fault.Code is BlittableErrorCode.UnsupportedVersion or BlittableErrorCode.InvalidData)
            {
                // A document is read from its end, so truncation usually shows when it is opened.
                var found = document is null ? "not a Blittable document, or" : "damaged Blittable document, or";
                throw new BlittableException(
                    fault.Code, $"{found} truncated at byte {reader.Document.Length}. {fault.Message}", fault.Offset, innerException: fault);
            }
        }

        return reader.Number;
    }
}
