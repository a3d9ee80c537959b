namespace Blittable.Benchmarks.Harness;

/// <summary>JSON to measure with: one large document, or many small ones.</summary>
internal sealed class Corpus
{
    private readonly string _path;
    private ReadOnlyMemory<byte>[]? _documents;

    public Corpus(string path)
    {
        _path = path;
        Name = Path.GetFileNameWithoutExtension(path);
        IsMany = path.EndsWith(".ndjson", StringComparison.Ordinal);
    }

    public string Name { get; }

    /// <summary>True for newline-delimited JSON: a document a line.</summary>
    public bool IsMany { get; }

    /// <summary>The documents' UTF-8 text, read on first use. They lie one after another in one array.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Documents => _documents ??= Read();

    /// <summary>The bytes of all documents, line ends not counted.</summary>
    public long Bytes => Documents.Sum(document => (long)document.Length);

    private ReadOnlyMemory<byte>[] Read()
    {
        ReadOnlyMemory<byte> bytes = File.ReadAllBytes(_path);
        if (!IsMany)
        {
            return [bytes];
        }

        var documents = new List<ReadOnlyMemory<byte>>();
        while (!bytes.IsEmpty)
        {
            int end = bytes.Span.IndexOf((byte)'\n');
            ReadOnlyMemory<byte> line = end < 0 ? bytes : bytes[..end];
            if (!line.Span.Trim(" \r\t"u8).IsEmpty)
            {
                documents.Add(line);
            }

            bytes = end < 0 ? default : bytes[(end + 1)..];
        }

        return [.. documents];
    }
}
