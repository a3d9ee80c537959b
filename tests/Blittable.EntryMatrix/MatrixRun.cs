namespace Blittable.EntryMatrix;

/// <summary>Passes documents through every entry, alone and in collections of many.</summary>
/// <remarks>
/// Documents wait in a batch. Each entry writes all documents of the batch before the next entry does, because a thread caches only the converter of its last
/// options: alternating between options would create a converter for each document. The documents of several batches are stored in one collection per layout.
/// </remarks>
internal sealed class MatrixRun : IDisposable
{
    /// <summary>The maximum number of documents, and of bytes, in a batch.</summary>
    private const int MaxBatch = 256, MaxBatchBytes = 1 << 22;

    /// <summary>The maximum number of documents, and of bytes, in a collection.</summary>
    private const int MaxStored = 2048, MaxStoredBytes = 1 << 24;

    /// <summary>The maximum expansion of a forged document, of which a few hundred bytes can represent gigabytes of JSON.</summary>
    private const long MaxForgedBytes = 1 << 24;

    /// <summary>The number of documents of which one is read again for each entry, to find state that leaks from one document to another.</summary>
    private const int ReadAgain = 64;

    private readonly WritingEntries _writing = new();
    private readonly ReadingEntries _reading = new();
    private readonly List<MatrixDocument> _batch = [];
    private readonly List<MatrixDocument> _stored = [];
    private long _batchBytes, _storedBytes;

    /// <summary>Gets the number of documents so far.</summary>
    public long Documents { get; private set; }

    /// <summary>Gets the number of pairs of a writing and a reading entry.</summary>
    public long Pairs { get; private set; }

    /// <summary>Gets the number of documents that were read. The other documents of the pairs have the bytes of one that was read.</summary>
    public long Reads => _reading.Reads;

    /// <summary>Gets a line for each document that an entry rejected or changed.</summary>
    public List<string> Failures { get; } = [];

    /// <summary>Gets a value that indicates whether no document waits.</summary>
    public bool IsFlushed => _batch.Count == 0 && _stored.Count == 0;

    /// <summary>Passes JSON through every entry.</summary>
    public void Add(string name, byte[] json)
    {
        Documents++;
        try
        {
            Add(new MatrixDocument(name, json, Expectation.Of(BlittableDocument.Parse(json, MatrixOptions.Memory))) { IsReadAgain = Documents % ReadAgain == 0 });
        }
        catch (Exception fault)
        {
            Failures.Add($"{name}: the first entry: {fault.GetType().Name}: {fault.Message}");
        }
    }

    /// <summary>Passes a document through every entry if it is valid and expands to at most 16 MB.</summary>
    public void AddDocument(string name, byte[] bytes)
    {
        var document = BlittableDocument.Open(bytes, dictionary: null, MatrixOptions.MaxExpandedBytes);
        try
        {
            document.Validate(MaxForgedBytes);
        }
        catch (BlittableException)
        {
            return;
        }

        Documents++;
        try
        {
            Add(new MatrixDocument(name, json: null, Expectation.Of(document)) { IsReadAgain = Documents % ReadAgain == 0 });
        }
        catch (Exception fault)
        {
            Failures.Add($"{name}: the first entry: {fault.GetType().Name}: {fault.Message}");
        }
    }

    /// <summary>Passes the waiting documents through the entries and stores them in collections.</summary>
    public void Flush()
    {
        PassBatch();
        if (_stored.Count == 0)
        {
            return;
        }

        try
        {
            CollectionEntries.Check(_stored);
            Pairs += _stored.Count * 24;
        }
        catch (MatrixFailure failure)
        {
            Failures.Add(_stored.Count == 1 ? $"{_stored[0].Name}: {failure.Message}" : $"{_stored[0].Name} to {_stored[^1].Name}: {failure.Message}");
        }

        _stored.Clear();
        _storedBytes = 0;
    }

    public void Dispose()
    {
        _writing.Dispose();
        _reading.Dispose();
    }

    private void Add(MatrixDocument document)
    {
        _batch.Add(document);
        _batchBytes += document.Accepted.Utf8.Length + document.Accepted.Reference.Bytes.Length;
        if (_batch.Count == MaxBatch || _batchBytes > MaxBatchBytes)
        {
            PassBatch();
            if (_stored.Count >= MaxStored || _storedBytes > MaxStoredBytes)
            {
                Flush();
            }
        }
    }

    private void PassBatch()
    {
        foreach (var entry in _writing.All)
        {
            Pass(entry);
        }

        Try("an object with members", document => document.Envelope = ReadingEntries.Envelope(document.Accepted));
        Try("reading an object with members", document => document.Members = ReadingEntries.ReadMembers(document.Envelope));
        Try("writing an object with members", document => ReadingEntries.CheckMembers(document.Envelope, document.Members));
        foreach (var document in _batch)
        {
            if (!document.HasFailed)
            {
                document.Forget();
                _stored.Add(document);
            }
        }

        _storedBytes += _batchBytes;
        _batch.Clear();
        _batchBytes = 0;
    }

    /// <summary>Writes all documents of the batch with an entry, and then reads them.</summary>
    private void Pass(WritingEntry entry)
    {
        Try($"an entry that writes: {entry.Name}", document => document.Written = entry.Write(document));
        Try($"the expectation of {entry.Name}", document =>
        {
            if (document.Written is { } written)
            {
                var expected = entry.Expected(document);
                Pairs += entry.IsPacked
                    ? ReadingEntries.CheckPacked(entry.Name, document, written, expected.MessagePack!)
                    : _reading.Check(entry.Name, document, written, expected);
            }
        });
    }

    private void Try(string step, Action<MatrixDocument> check)
    {
        foreach (var document in _batch)
        {
            if (document.HasFailed)
            {
                continue;
            }

            try
            {
                check(document);
            }
            catch (MatrixFailure failure)
            {
                document.HasFailed = true;
                Failures.Add($"{document.Name}: {failure.Message}");
            }
            catch (Exception fault)
            {
                document.HasFailed = true;
                Failures.Add($"{document.Name}: {step}: {fault.GetType().Name}: {fault.Message}");
            }
        }
    }
}
