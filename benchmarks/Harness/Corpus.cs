namespace Blittable.Benchmarks.Harness;

/// <summary>Represents JSON test data: one large document, or many small ones.</summary>
internal sealed class Corpus
{
    /// <summary>The number of bytes that may be read after each document of a file.</summary>
    private const int Padding = 64;

    private readonly string _path;
    private readonly Action<Stream>? _generate;
    private ReadOnlyMemory<byte>[]? _documents;

    /// <param name="path">A <c>.json</c> file with one document or an <c>.ndjson</c> file with one document per line.</param>
    /// <param name="generate">Writes the content of the file if it does not exist; null for an existing file.</param>
    /// <param name="isReal">true if <paramref name="generate"/> derives the data from real data; otherwise, false.</param>
    public Corpus(string path, Action<Stream>? generate = null, bool isReal = false)
    {
        IsGenerated = generate is not null && !isReal;
        _path = path;
        _generate = generate;
        Name = Path.GetFileNameWithoutExtension(path);
        IsMany = path.EndsWith(".ndjson", StringComparison.Ordinal);
    }

    private Corpus(string name, ReadOnlyMemory<byte>[] documents)
    {
        _path = "";
        Name = name;
        IsMany = documents.Length > 1;
        _documents = documents;
    }

    public string Name { get; }

    /// <summary>Gets a value that indicates whether the corpus is newline-delimited JSON, with one document per line.</summary>
    public bool IsMany { get; }

    /// <summary>Gets a value that indicates whether this project generates the data without a real source.</summary>
    public bool IsGenerated { get; }

    /// <summary>Gets the name, with a remark if the data is generated.</summary>
    public string Label => IsGenerated ? $"{Name} (generated)" : Name;

    /// <summary>Creates a corpus of one document without a file.</summary>
    public static Corpus Of(ReadOnlyMemory<byte> document) => new("", [document]);

    /// <summary>Returns the first documents whose total length does not exceed <paramref name="bytes"/>, but at least one.</summary>
    public Corpus Head(int bytes)
    {
        int count = 1;
        for (int length = Documents[0].Length; count < Documents.Count && (length += Documents[count].Length) <= bytes; count++)
        {
        }

        return new Corpus(Name, [.. Documents.Take(count)]);
    }

    /// <summary>Returns every second document, starting with the first or the second.</summary>
    public Corpus Half(int first) => new(Name, [.. Documents.Where((_, index) => (index & 1) == first)]);

    /// <summary>Gets the UTF-8 text of the documents, read on first use. The documents are contiguous in one array, with padding after the last one.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Documents => _documents ??= Read();

    /// <summary>Gets the number of bytes of all documents, without line ends.</summary>
    public long Bytes => Documents.Sum(document => (long)document.Length);

    /// <summary>Gets the number of bytes of all documents without the white space between tokens.</summary>
    public long MinifiedBytes => Documents.Sum(document => MinifiedLength(document.Span));

    /// <summary>Returns the number of bytes of a text without the white space between tokens.</summary>
    public static long MinifiedLength(ReadOnlySpan<byte> json)
    {
        long length = 0;
        bool inString = false;
        for (int i = 0; i < json.Length; i++)
        {
            byte b = json[i];
            if (inString && b == '\\')
            {
                length += 2;
                i++;
                continue;
            }

            inString ^= b == '"';
            length += inString || b is not ((byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t') ? 1 : 0;
        }

        return length;
    }

    private ReadOnlyMemory<byte>[] Read()
    {
        if (_generate is not null && !File.Exists(_path))
        {
            Generate(_generate);
        }

        ReadOnlyMemory<byte> bytes = ReadPadded(_path);
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

    private static ReadOnlyMemory<byte> ReadPadded(string path)
    {
        using FileStream file = File.OpenRead(path);
        var bytes = new byte[file.Length + Padding];
        int length = bytes.Length - Padding;
        file.ReadExactly(bytes, 0, length);
        return bytes.AsMemory(0, length);
    }

    /// <summary>Writes the file under a temporary name and then moves it, so an interrupted run leaves no partial file.</summary>
    private void Generate(Action<Stream> generate)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_path)!);
        string unfinished = $"{_path}.{Environment.ProcessId}";
        using (var stream = new FileStream(unfinished, FileMode.Create, FileAccess.Write, FileShare.None, 1 << 16))
        {
            generate(stream);
        }

        File.Move(unfinished, _path, overwrite: true);
    }
}
