using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Writes a collection: documents are added, replaced and deleted, and become visible to new readers when they are committed.</summary>
/// <remarks>
/// <para>What was not committed when the writer is disposed of is lost, and so it is when the process or the power fails: the last committed state is
/// then the collection. Not thread-safe; a file has one writer at a time.</para>
/// <para>Documents gather in memory until they fill a stripe, so a rare commit makes larger stripes and a smaller file.</para>
/// </remarks>
public sealed partial class CollectionWriter : IDisposable
{
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly CollectionOptions _options;
    private readonly BlittableConverter _converter;
    private readonly BlittableBuilder _copies;
    private readonly StripeWriter _stripes;
    private readonly BlockSink _sink;
    private readonly List<StripeState> _written;
    private PendingDocuments _pending = new();
    private long _sequence;
    private bool _isFailed;
    private bool _isDisposed;

    private CollectionWriter(Stream stream, bool leaveOpen, CollectionOptions options, CollectionSnapshot? snapshot)
    {
        _stream = stream;
        _leaveOpen = leaveOpen;
        _options = options;
        _sequence = snapshot?.Superblock.Sequence ?? -1;
        _written = [.. (snapshot?.Stripes ?? []).Zip(snapshot?.Footer.Stripes ?? [], (stripe, reference) => new StripeState(reference, stripe))];
        _sink = new BlockSink(stream, snapshot?.Superblock.End ?? Superblock.DataStart, options.Compression);
        _stripes = new StripeWriter(options, _sink, (snapshot?.Dictionary, snapshot?.Footer.Dictionary ?? default));
        _keyPath = options.Key is { } key ? BlittablePath.Parse(key) : null;

        // Columns are made of what these hold, and so are the documents that are stored: numbers are checked and taken apart, strings are left as they are.
        var pending = new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = StringCompression.None, ShareValues = false };
        _converter = new BlittableConverter(pending);
        _copies = new BlittableBuilder(pending);
    }

    /// <summary>The documents added since the last stripe was full.</summary>
    public int PendingCount => _pending.LiveCount;

    /// <summary>The documents: those committed, those that wait for it, and not those deleted.</summary>
    public long Count => _written.Sum(stripe => (long)stripe.LiveRows) + PartCount + _pending.LiveCount;

    /// <summary>A stripe ends with the document that reaches this; a test can do with less.</summary>
    internal long MostStripeBytes { get; set; } = 1 << 28;

    /// <summary>Makes a new file and commits it without a document. One that may be there is replaced, not overwritten: who reads it goes on.</summary>
    /// <exception cref="ArgumentException">The options make no sense.</exception>
    /// <exception cref="BlittableException">A path of the options is none, or the compression is not available here.</exception>
    /// <exception cref="IOException">It cannot be written, or another writer has it open.</exception>
    public static CollectionWriter Create(string path, CollectionOptions? options = null)
    {
        (options ?? CollectionOptions.Default).Check();
        if (File.Exists(path))
        {
            // Another writer would go on in a file that nobody can find any more.
            using var locked = OpenFile(path, FileMode.Open);
            File.Delete(path);
        }

        return Create(OpenFile(path, FileMode.CreateNew), options);
    }

    /// <summary>Makes a new collection in a stream that seeks, and commits it without a document.</summary>
    /// <inheritdoc cref="Create(string, CollectionOptions?)"/>
    public static CollectionWriter Create(Stream stream, CollectionOptions? options = null, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(stream);
        options ??= CollectionOptions.Default;
        options.Check();
        var writer = new CollectionWriter(stream, leaveOpen, options, null);
        try
        {
            stream.Position = 0;
            stream.Write(new byte[Superblock.DataStart]);
            writer.Commit();
            return writer;
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    /// <summary>Opens a file to append to it.</summary>
    /// <exception cref="BlittableException">The file is no collection, or its last commit was damaged; a crash does not do that.</exception>
    /// <exception cref="IOException">It cannot be written, or another writer has it open.</exception>
    public static CollectionWriter Append(string path) => Append(OpenFile(path, FileMode.Open));

    /// <summary>Opens a collection in a stream that seeks to append to it.</summary>
    /// <inheritdoc cref="Append(string)"/>
    public static CollectionWriter Append(Stream stream, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(stream);
        try
        {
            var snapshot = CollectionSnapshot.Open(new StreamSource(stream, leaveOpen: true));
            snapshot.CheckIsLast();
            snapshot.Options.Check();
            return new CollectionWriter(stream, leaveOpen, snapshot.Options, snapshot);
        }
        catch when (!leaveOpen)
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>Adds a document given as JSON.</summary>
    /// <exception cref="BlittableException">The text is not JSON, or its key is missing or taken.</exception>
    public void Add(ReadOnlySpan<byte> utf8Json)
    {
        CheckUsable();
        AddStored(_converter.Convert(utf8Json), isUpdate: false);
    }

    /// <summary>Adds a copy of a document, or of a part of one.</summary>
    /// <exception cref="BlittableException">The document is damaged, or its key is missing or taken.</exception>
    public void Add(BlittableValue document)
    {
        CheckUsable();
        AddStored(Copy(document), isUpdate: false);
    }

    /// <summary>Adds the document that a builder has completed.</summary>
    /// <exception cref="BlittableException">The builder's document is not complete, or its key is missing or taken.</exception>
    public void Add(BlittableBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        using var document = builder.ToDocument();
        Add(document.Root);
    }

    /// <summary>Makes all changes so far visible to readers that are opened from now on, and lets them survive a loss of power.</summary>
    /// <exception cref="IOException">A write failed; the last committed state still stands, and the writer cannot be used any more.</exception>
    public void Commit()
    {
        CheckUsable();
        _isFailed = true;
        Flush();
        TakeAllParts();
        foreach (var stripe in _written)
        {
            stripe.WriteMask(_sink);
        }

        var footer = new Footer(_options, _stripes.DictionaryBlock, [.. _written.Select(stripe => stripe.Reference)]);
        var bytes = new DirectoryBuffer();
        footer.Write(bytes);
        _sink.Commit(++_sequence, bytes.Written, footer.RowCount);
        _isFailed = false;
    }

    /// <summary>Lets go of the file; what was not committed is lost.</summary>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        foreach (var part in _parts.Concat(_idle))
        {
            part.Dispose();
        }

        _converter.Dispose();
        _copies.Dispose();
        _stripes.Dispose();
        if (!_leaveOpen)
        {
            _stream.Dispose();
        }
    }

    /// <summary>Opens a file and locks it. One that had its name taken by another before it was locked is left for that one.</summary>
    internal static FileStream OpenFile(string path, FileMode mode)
    {
        while (true)
        {
            var stream = new FileStream(path, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, bufferSize: 0);
            try
            {
                WriterLock.Take(stream);
                if (WriterLock.IsAt(path, stream))
                {
                    return stream;
                }
            }
            catch
            {
                stream.Dispose();
                throw;
            }

            stream.Dispose();
        }
    }

    private ReadOnlySpan<byte> Copy(BlittableValue document)
    {
        _copies.Reset();
        _copies.WriteValue(document);
        return _copies.Finish();
    }

    private void AddStored(ReadOnlySpan<byte> document, bool isUpdate)
    {
        if (_keyPath is not null)
        {
            TakeKey(BlittableValue.Open(document), isUpdate);
        }

        _pending.Add(document);
        if (_pending.LiveCount >= _options.StripeRows || _pending.ByteCount >= MostStripeBytes)
        {
            _isFailed = true;
            Flush();
            _isFailed = false;
        }
    }

    private void Flush()
    {
        // The dictionary that documents are stored with is learned from the first stripe, before others need it.
        if (Workers > 1 && _stripes.IsReady && _pending.LiveCount > 0)
        {
            StartPart();
            return;
        }

        TakeAllParts();
        if (_pending.LiveCount > 0)
        {
            _written.Add(new StripeState(_stripes.Write(_pending), null));
        }

        _pending.Clear();
        _pendingKeys.Clear();
    }

    private void CheckUsable()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (_isFailed)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidOperation, "Expected a writer whose writes have succeeded, found one that failed; open the collection again.");
        }
    }
}
