using System.Text;

namespace Blittable.EntryMatrix;

/// <summary>Passes documents through every entry, alone and in collections of many.</summary>
internal sealed class MatrixRun : IDisposable
{
    /// <summary>The maximum number of documents, and of bytes, in a collection.</summary>
    private const int MaxBatch = 512, MaxBatchBytes = 1 << 24;

    /// <summary>The maximum expansion of a forged document, of which a few hundred bytes can represent gigabytes of JSON.</summary>
    private const long MaxForgedBytes = 1 << 24;

    private readonly WritingEntries _writing = new();
    private readonly ReadingEntries _reading = new();
    private readonly List<(string Name, Expectation Expected)> _batch = [];
    private long _batchBytes;

    /// <summary>Gets the number of documents so far.</summary>
    public long Documents { get; private set; }

    /// <summary>Gets the number of pairs of a writing and a reading entry.</summary>
    public long Pairs { get; private set; }

    /// <summary>Gets a line for each document that an entry rejected or changed.</summary>
    public List<string> Failures { get; } = [];

    /// <summary>Passes JSON through every entry.</summary>
    public void Add(string name, byte[] json) => Run(name, () =>
    {
        var expected = Expectation.Of(BlittableDocument.Parse(json, MatrixOptions.Memory));
        foreach (var (entry, document) in _writing.Of(json))
        {
            Check(entry, document, expected);
        }

        // From here on, the document is in disk mode.
        Continue(name, expected with { Reference = BlittableDocument.Parse(json, MatrixOptions.Balanced) });
    });

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

        Run(name, () => Continue(name, Expectation.Of(document)));
    }

    /// <summary>Stores the documents that are not in a collection yet.</summary>
    public void Flush()
    {
        if (_batch.Count == 0)
        {
            return;
        }

        try
        {
            CollectionEntries.Check(_batch);
            Pairs += _batch.Count * 16;
        }
        catch (MatrixFailure failure)
        {
            Failures.Add(_batch.Count == 1 ? $"{_batch[0].Name}: {failure.Message}" : $"{_batch[0].Name} to {_batch[^1].Name}: {failure.Message}");
        }

        _batch.Clear();
        _batchBytes = 0;
    }

    public void Dispose()
    {
        _writing.Dispose();
        _reading.Dispose();
    }

    private void Continue(string name, Expectation expected)
    {
        Check("itself", expected.Reference, expected);
        foreach (var (entry, document) in _writing.Of(expected))
        {
            Check(entry, document, expected);
        }

        foreach (var (entry, document) in WritingEntries.OfJson(expected))
        {
            Check(entry, document, expected with { MessagePack = Expectation.Pack(BlittableDocument.Parse(expected.Utf8, MatrixOptions.Memory)) });
        }

        if (expected.MessagePack is { } messagePack)
        {
            foreach (var (entry, document) in _writing.OfMessagePack(messagePack))
            {
                ReadingEntries.CheckPacked(entry, document, messagePack);
                Pairs++;
            }
        }

        _batch.Add((name, expected));
        _batchBytes += expected.Utf8.Length + expected.Reference.Bytes.Length;
        if (_batch.Count == MaxBatch || _batchBytes > MaxBatchBytes)
        {
            Flush();
        }
    }

    private void Check(string entry, BlittableDocument document, Expectation expected)
    {
        Pairs += 12;
        _reading.Check(entry, document, expected);
    }

    private void Run(string name, Action run)
    {
        Documents++;
        try
        {
            run();
        }
        catch (MatrixFailure failure)
        {
            Failures.Add($"{name}: {failure.Message}");
        }
        catch (Exception fault)
        {
            Failures.Add($"{name}: an entry that writes: {fault.GetType().Name}: {fault.Message}");
        }
    }
}
