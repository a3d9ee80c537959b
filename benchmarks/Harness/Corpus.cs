namespace Blittable.Benchmarks.Harness;

/// <summary>JSON to measure with: one large document, or many small ones.</summary>
internal sealed class Corpus
{
    /// <summary>Bytes that may be read after each document of a file.</summary>
    private const int Padding = 64;

    private readonly string _path;
    private readonly Action<Stream>? _generate;
    private ReadOnlyMemory<byte>[]? _documents;

    /// <param name="path">A <c>.json</c> file with one document or an <c>.ndjson</c> file with a document a line.</param>
    /// <param name="generate">Writes the file's content when it is not there; null when it is.</param>
    /// <param name="isReal">Whether what <paramref name="generate"/> writes is taken from real data.</param>
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

    /// <summary>True for newline-delimited JSON: a document a line.</summary>
    public bool IsMany { get; }

    /// <summary>True for a corpus that this project makes and that is no real data.</summary>
    public bool IsGenerated { get; }

    /// <summary>The name, with a remark where the data is generated.</summary>
    public string Label => IsGenerated ? $"{Name} (generated)" : Name;

    /// <summary>A corpus of one document that comes from no file.</summary>
    public static Corpus Of(ReadOnlyMemory<byte> document) => new("", [document]);

    /// <summary>The first documents, at least one, that are together no longer than <paramref name="bytes"/>.</summary>
    public Corpus Head(int bytes)
    {
        int count = 1;
        for (int length = Documents[0].Length; count < Documents.Count && (length += Documents[count].Length) <= bytes; count++)
        {
        }

        return new Corpus(Name, [.. Documents.Take(count)]);
    }

    /// <summary>Every second document, from the first or the second on.</summary>
    public Corpus Half(int first) => new(Name, [.. Documents.Where((_, index) => (index & 1) == first)]);

    /// <summary>The documents' UTF-8 text, read on first use. They lie one after another in one array, with some padding after the last.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Documents => _documents ??= Read();

    /// <summary>The bytes of all documents, line ends not counted.</summary>
    public long Bytes => Documents.Sum(document => (long)document.Length);

    /// <summary>The bytes of all documents without the white space between tokens.</summary>
    public long MinifiedBytes => Documents.Sum(document => MinifiedLength(document.Span));

    /// <summary>The bytes of a text without the white space between its tokens.</summary>
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

    /// <summary>Writes the file beside its place and moves it there, so that a broken-off run leaves no half of it.</summary>
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
