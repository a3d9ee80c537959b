using System.Buffers.Binary;
using System.Text;
using Blittable;
using LightningDB;

namespace LmdbDocuments;

/// <summary>Stores documents by integer key in one LMDB environment, with one index and a dictionary that all documents share.</summary>
/// <remarks>
/// The environment has three tables:
/// <code>
/// documents    int64 key, big-endian                                      ->  the document
/// index        the indexed string in UTF-8, a zero byte, the document key ->  nothing
/// dictionary   int32 version, big-endian                                  ->  changes of the dictionary up to this version
/// </code>
/// Each call makes its changes in one transaction. Writers are serialized. A <see cref="Snapshot"/> never waits for writers and does not see their changes.
/// </remarks>
internal sealed class DocumentStore : IDisposable
{
    private readonly LightningEnvironment _environment;
    private readonly LightningDatabase _documents;
    private readonly LightningDatabase _index;
    private readonly LightningDatabase _dictionaryTable;
    private readonly BlittablePath _indexed;
    private readonly BlittableDictionary _dictionary;
    private readonly BlittableConverter _converter;

    /// <summary>Opens a store, or creates one with a dictionary that is trained on a sample.</summary>
    /// <param name="folder">The folder of the store.</param>
    /// <param name="indexed">The path of the indexed string.</param>
    /// <param name="sample">Sample documents as JSON, used only if the store is created.</param>
    public DocumentStore(string folder, string indexed, IEnumerable<ReadOnlyMemory<byte>> sample)
    {
        _indexed = BlittablePath.Parse(indexed);
        _environment = new LightningEnvironment(folder, new EnvironmentConfiguration { MapSize = 1L << 30, MaxDatabases = 3 });
        _environment.Open();
        using var transaction = _environment.BeginTransaction();
        _documents = Table(transaction, "documents");
        _index = Table(transaction, "index");
        _dictionaryTable = Table(transaction, "dictionary");
        _dictionary = LoadDictionary(transaction) ?? LearnDictionary(transaction, sample);
        transaction.Commit().ThrowOnError();
        _converter = new BlittableConverter(Options);
    }

    private BlittableOptions Options => new() { Mode = BlittableMode.Disk, Dictionary = _dictionary };

    /// <summary>Stores JSON texts under their keys, replacing any existing documents.</summary>
    /// <exception cref="BlittableException">A text is not valid JSON. Nothing is stored.</exception>
    public void Put(IEnumerable<(long Key, ReadOnlyMemory<byte> Utf8Json)> documents)
    {
        using var transaction = _environment.BeginTransaction();
        foreach (var (key, json) in documents)
        {
            Put(transaction, key, _converter.Convert(json.Span));
        }

        transaction.Commit().ThrowOnError();
    }

    /// <summary>Changes a document. Unchanged values keep their bytes, and changed values are appended.</summary>
    /// <returns>true if the document exists; otherwise, false.</returns>
    public bool Update(long key, Action<BlittableEditor> change)
    {
        using var transaction = _environment.BeginTransaction();
        if (transaction.Get(_documents, Key(key)) is not (MDBResultCode.Success, _, var stored))
        {
            return false;
        }

        using var document = BlittableDocument.Open(stored.CopyToNewArray(), _dictionary);
        using var editor = new BlittableEditor(document, Options);
        change(editor);
        using var changed = editor.ToDocument();
        Put(transaction, key, changed.Bytes.Span);
        transaction.Commit().ThrowOnError();
        return true;
    }

    /// <summary>Opens a snapshot of the current state.</summary>
    public Snapshot Read() => new(_environment.BeginTransaction(TransactionBeginFlags.ReadOnly), _documents, _index, _dictionary);

    public void Dispose()
    {
        _converter.Dispose();
        _documents.Dispose();
        _index.Dispose();
        _dictionaryTable.Dispose();
        _environment.Dispose();
    }

    /// <summary>Returns the bytes of a key, big-endian so that LMDB sorts non-negative keys in numeric order.</summary>
    internal static byte[] Key(long key)
    {
        var bytes = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(bytes, key);
        return bytes;
    }

    private static LightningDatabase Table(LightningTransaction transaction, string name) =>
        transaction.OpenDatabase(name, new DatabaseConfiguration { Flags = DatabaseOpenFlags.Create });

    private void Put(LightningTransaction transaction, long key, ReadOnlySpan<byte> document)
    {
        var id = Key(key);
        if (transaction.Get(_documents, id) is (MDBResultCode.Success, _, var old) && Indexed(old.AsSpan()) is { } before)
        {
            transaction.Delete(_index, [.. Encoding.UTF8.GetBytes(before), 0, .. id]).ThrowOnError();
        }

        transaction.Put(_documents, id, document).ThrowOnError();
        if (Indexed(document) is { } text)
        {
            transaction.Put(_index, [.. Encoding.UTF8.GetBytes(text), 0, .. id], []).ThrowOnError();
        }
    }

    private string? Indexed(ReadOnlySpan<byte> document) =>
        _indexed.TryEvaluate(BlittableValue.Open(document, _dictionary), out var value) && value.Kind == BlittableValueKind.String ? value.GetString() : null;

    private BlittableDictionary? LoadDictionary(LightningTransaction transaction)
    {
        BlittableDictionary? dictionary = null;
        using var cursor = transaction.CreateCursor(_dictionaryTable);
        foreach (var (_, changes) in cursor.AsEnumerable())
        {
            if (dictionary is null)
            {
                dictionary = BlittableDictionary.Load(changes.AsSpan());
            }
            else
            {
                dictionary.Apply(changes.AsSpan());
            }
        }

        return dictionary;
    }

    /// <summary>Trains a dictionary and stores it in the transaction that creates the store, so that no document can exist without its dictionary.</summary>
    private BlittableDictionary LearnDictionary(LightningTransaction transaction, IEnumerable<ReadOnlyMemory<byte>> sample)
    {
        var dictionary = BlittableDictionary.Train(sample, new BlittableTrainingOptions { SymbolTable = true, FrequentStrings = true });
        var version = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(version, dictionary.Version);
        transaction.Put(_dictionaryTable, version, dictionary.Save()).ThrowOnError();
        return dictionary;
    }
}
