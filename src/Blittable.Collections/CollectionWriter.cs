using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Collections.Stripes.Writing;
using Blittable.Layout;
using Blittable.Validation;

namespace Blittable.Collections;

/// <summary>Writes a collection. Added, replaced and deleted documents become visible to new readers when they are committed.</summary>
/// <remarks>
/// <para>Uncommitted changes are lost when the writer is disposed, or when the process or the power fails; the collection remains at the last committed state.
/// <see cref="Durability"/> can exchange a part of this guarantee for speed. Not thread-safe. A file has at most one writer at a time.</para>
/// <para>Documents are buffered in memory until they fill a stripe, so infrequent commits create larger stripes and a smaller file. The stripes of small
/// commits are merged as they age. <see cref="CollectionCommitter"/> combines the documents of many callers into one commit.</para>
/// <para>After a failed write or flush, all calls throw. <see cref="Append(string)"/> opens the state that is on disk;
/// <see cref="CollectionCommitException.MayBeVisible"/> indicates whether that may be the failed commit.</para>
/// </remarks>
public sealed partial class CollectionWriter : IDisposable
{
    private readonly CollectionFile? _file;
    private readonly Stream _stream;
    private readonly bool _leaveOpen;
    private readonly CollectionOptions _options;
    private readonly Lineage _lineage;
    private readonly BlittableConverter _converter;
    private readonly BlittableBuilder _copies;
    private readonly StripeWriter _stripes;
    private readonly BlockSink _sink;
    private SinkSource _source;
    private readonly List<StripeState> _written;
    private readonly List<StoredDictionary> _dictionaries;
    private FooterChain _footers;
    private PendingDocuments _pending;
    private long _sequence;
    private bool _isFailed;
    private bool _isDictionaryFaultLogged;
    private bool _isDisposed;

    /// <param name="file">The file; null for a stream.</param>
    /// <param name="stream">The stream of the file.</param>
    /// <param name="leaveOpen">True to leave the stream open after the writer is disposed.</param>
    /// <param name="options">The options that the collection is written with.</param>
    /// <param name="lineage">The lineage of the next commit.</param>
    /// <param name="snapshot">The last commit of the file; null for a new file.</param>
    /// <param name="lost">A later commit that is not on disk, but that readers may have seen; null if there is none.</param>
    private CollectionWriter(
        CollectionFile? file, Stream stream, bool leaveOpen, CollectionOptions options, Lineage lineage, CollectionSnapshot? snapshot, Superblock? lost)
    {
        _file = file;
        _stream = stream;
        _leaveOpen = leaveOpen;
        _options = options;
        _lineage = lineage;
        _sequence = lost?.Sequence ?? snapshot?.Superblock.Sequence ?? 0;
        _footers = snapshot?.Footers ?? new FooterChain();
        _written = [.. (snapshot?.State.Stripes ?? []).Select(reference => new StripeState(reference))];
        _lastNumber = _written.Count == 0 ? 0 : _written[^1].Reference.Numbers.Last;
        _sink = new BlockSink(stream, lost?.End ?? snapshot?.Superblock.End ?? Superblock.DataStart, options.Compression, snapshot?.Superblock.Place ?? 0);
        _source = new SinkSource(_sink);
        _dictionaries = [.. StoredDictionary.Of(_source, snapshot?.State.Dictionaries ?? [])];
        _stripes = new StripeWriter(options, _sink, _dictionaries.LastOrDefault());
        _pending = new PendingDocuments(_pages);
        _keyPath = options.Key is { } key ? BlittablePath.Parse(key) : null;

        // Columns and stored documents are built from these documents: numbers are validated and decomposed, strings stay uncompressed.
        var pending = new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = StringCompression.None, ShareValues = false };
        _converter = new BlittableConverter(pending);
        _copies = new BlittableBuilder(pending with { MaxDepth = int.MaxValue }); // the source has already enforced its own limit
    }

    /// <summary>Gets the number of documents added since the last stripe was full.</summary>
    public int PendingCount => _pending.LiveCount;

    /// <summary>Gets the number of documents, committed and uncommitted, without deleted ones.</summary>
    public long Count => _written.Sum(stripe => (long)stripe.LiveRows) + PartCount + _pending.LiveCount;

    /// <summary>Gets the number of the last commit: 0 for a new collection, incremented by each commit.</summary>
    public long CommitNumber => _sequence;

    /// <summary>Gets the collection name for messages.</summary>
    private string Name => _file?.Name ?? "a stream";

    /// <summary>Gets or sets the document size at which a stripe ends. Tests use a smaller value.</summary>
    internal long MostStripeBytes { get; set; } = 1 << 28;

    /// <summary>Creates a collection. If the file does not exist, an empty collection is created immediately. An existing file is replaced by the first commit;
    /// readers of the old file continue to use it.</summary>
    /// <exception cref="ArgumentException">The options are invalid.</exception>
    /// <exception cref="BlittableException">A path in the options is invalid, or the compression is not available on this platform.</exception>
    /// <exception cref="IOException">The file cannot be written, or is already open in a writer.</exception>
    public static CollectionWriter Create(string path, CollectionOptions? options = null)
    {
        options ??= CollectionOptions.Default;
        options.Check();
        var file = CollectionFile.Create(path);
        var writer = Create(file, file.Stream, options, leaveOpen: false);
        if (!file.IsReplacement)
        {
            writer.Publish();
        }

        return writer;
    }

    /// <summary>Creates a collection in a seekable stream and commits it without documents.</summary>
    /// <inheritdoc cref="Create(string, CollectionOptions?)"/>
    public static CollectionWriter Create(Stream stream, CollectionOptions? options = null, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(stream);
        options ??= CollectionOptions.Default;
        options.Check();
        return Create(null, stream, options, leaveOpen);
    }

    /// <summary>Opens a file for appending. Superblocks are read from disk, bypassing the operating system's cache if possible.</summary>
    /// <exception cref="BlittableException">The file is not a collection, or a superblock or the last footer is damaged, so a commit may be lost. A crash
    /// alone does not cause such damage. Use <see cref="CollectionRecovery"/> to recover the file.</exception>
    /// <exception cref="IOException">The file cannot be written or flushed, or is already open in a writer.</exception>
    public static CollectionWriter Append(string path)
    {
        var file = CollectionFile.Open(path);
        try
        {
            return Append(file, file.Stream, leaveOpen: false, file.ReadSuperblocks());
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Opens a collection in a seekable stream for appending.</summary>
    /// <inheritdoc cref="Append(string)"/>
    public static CollectionWriter Append(Stream stream, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(stream);
        try
        {
            return Append(null, stream, leaveOpen, default);
        }
        catch when (!leaveOpen)
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>Adds a JSON document.</summary>
    /// <exception cref="BlittableException">The text is not JSON, or its key is missing or already exists.</exception>
    public void Add(ReadOnlySpan<byte> utf8Json)
    {
        CheckUsable();
        AddStored(ConvertChecked(utf8Json), isUpdate: false);
    }

    /// <summary>Adds a copy of a document, or of a value in a document.</summary>
    /// <exception cref="BlittableException">The document is damaged, or its key is missing or already exists.</exception>
    public void Add(BlittableValue document)
    {
        CheckUsable();
        AddStored(CopyChecked(document), isUpdate: false);
    }

    /// <summary>Adds the completed document of a builder.</summary>
    /// <exception cref="BlittableException">The builder's document is incomplete, or its key is missing or already exists.</exception>
    public void Add(BlittableBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        using var document = builder.ToDocument();
        Add(document.Root);
    }

    /// <summary>Releases the file. Uncommitted changes are lost.</summary>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        StopFlushing();
        foreach (var part in _parts.Concat(_idle))
        {
            part.Dispose();
        }

        _converter.Dispose();
        _copies.Dispose();
        _stripes.Dispose();
        if (_file is not null)
        {
            _file.Dispose();
        }
        else if (!_leaveOpen)
        {
            _stream.Dispose();
        }
    }

    /// <summary>Creates a collection in a file that does not have its final name until it is published.</summary>
    /// <param name="file">The file; null for a stream.</param>
    /// <param name="stream">The stream of the file.</param>
    /// <param name="options">The options that the collection is written with.</param>
    /// <param name="leaveOpen">True to leave the stream open after the writer is disposed.</param>
    /// <param name="origin">The state whose documents the caller copies to the collection. The collection continues the commit numbers and tokens of this
    /// state. Null for an unrelated collection.</param>
    /// <param name="lineage">The lineage; null to start a new one.</param>
    internal static CollectionWriter Create(
        CollectionFile? file, Stream stream, CollectionOptions options, bool leaveOpen, CollectionState? origin = null, Lineage? lineage = null)
    {
        var writer = new CollectionWriter(file, stream, leaveOpen, options, lineage ?? Lineage.Start(), null, null) { _sequence = origin?.Sequence ?? 0 };
        try
        {
            var footer = writer.NextFooter(writer._sequence, origin?.Tokens ?? []);
            writer._footers.Add(writer._sink.CommitFirst(writer._sequence, footer.ToArray(writer._sink.Position), 0, 0).Footer, footer);
            return writer;
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    /// <summary>Opens a collection for appending.</summary>
    /// <param name="file">The file; null for a stream.</param>
    /// <param name="stream">The stream of the file.</param>
    /// <param name="leaveOpen">True to leave the stream open after the writer is disposed.</param>
    /// <param name="superblocks">The superblocks on disk; empty to read them from the stream.</param>
    internal static CollectionWriter Append(CollectionFile? file, Stream stream, bool leaveOpen, ReadOnlyMemory<byte> superblocks)
    {
        var source = new StreamSource(stream, leaveOpen: true);
        var snapshot = CollectionSnapshot.Open(source, superblocks);
        snapshot.CheckIsLast();
        snapshot.Options.Check();

        // Readers may have seen a commit that a failed flush left in the system's cache only. Its number and its bytes are not used again.
        var lost = snapshot.FindLater(source.ReadChecked(0, Superblock.DataStart, "the superblocks"));
        var lineage = lost is not null || snapshot.State.Lineage.IsBackup ? snapshot.State.Lineage.Continue(snapshot.Superblock.Sequence, isRenumbered: false)
            : snapshot.State.Lineage;
        var writer = new CollectionWriter(file, stream, leaveOpen, snapshot.Options, lineage, snapshot, lost);
        if (snapshot.Superblock.Unflushed == 0)
        {
            return writer;
        }

        try
        {
            writer._sink.Settle(snapshot.Superblock);
            return writer;
        }
        catch
        {
            writer.Dispose();
            throw;
        }
    }

    private void Publish()
    {
        try
        {
            _file!.Publish();
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    private ReadOnlySpan<byte> Copy(BlittableValue document)
    {
        _copies.Reset();
        _copies.WriteValue(document);
        return _copies.Finish();
    }

    private ReadOnlySpan<byte> ConvertChecked(ReadOnlySpan<byte> utf8Json)
    {
        var document = _converter.Convert(utf8Json);
        if (_options.MaxExpandedBytes is { } limit && utf8Json.Length > limit)
        {
            RequireExpansion(document, limit);
        }

        return document;
    }

    /// <summary>Copies an untrusted document, and throws if it expands to more than the limit.</summary>
    private ReadOnlySpan<byte> CopyChecked(BlittableValue document)
    {
        document.RequireDefined();
        var limit = Math.Min(_options.MaxExpandedBytes ?? ExpansionLimit.Of(document.Document.Length, document.Dictionary), CollectionOptions.MostExpandedBytes);
        _copies.Reset();
        _copies.WriteValue(document.WithMaxExpandedBytes(limit));
        var isBelow = _copies.MaxExpandedText <= limit;
        var copy = _copies.Finish();
        if (!isBelow)
        {
            RequireExpansion(copy, limit);
        }

        return copy;
    }

    private static void RequireExpansion(ReadOnlySpan<byte> document, long limit)
    {
        var expanded = DocumentValidator.Measure(BlittableValue.Open(document)).Text;
        if (expanded > limit)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.ExpansionTooLarge,
                $"The document expands to {expanded} bytes of JSON, but the limit is {limit}; "
                    + $"raise {nameof(CollectionOptions.MaxExpandedBytes)} to accept it.");
        }
    }

    private void AddStored(ReadOnlySpan<byte> document, bool isUpdate)
    {
        if (_keyPath is not null)
        {
            TakeKey(BlittableValue.OpenStored(document), isUpdate);
        }

        Store(document);
    }

    /// <summary>Adds a document whose key is in <see cref="_pendingKeys"/>.</summary>
    private void Store(ReadOnlySpan<byte> document)
    {
        _pending.Add(document);
        if (_pending.LiveCount >= _options.StripeRows || _pending.HeldBytes >= MostStripeBytes)
        {
            _isFailed = true;
            Flush(isCommit: false);
            _isFailed = false;
        }
    }

    private void Flush(bool isCommit)
    {
        // A dictionary is trained on the documents of one stripe before other stripes use it.
        if (Workers > 1 && _pending.LiveCount > 0 && !_stripes.NeedsTraining(_pending.LiveCount) && !IsPlain(isCommit))
        {
            StartPart();
            return;
        }

        TakeAllParts();
        if (_pending.LiveCount > 0)
        {
            AddStripe(Write(_pending, IsPlain(isCommit)));
        }

        _pending.Clear();
        _pendingKeys.Clear();
    }

    /// <summary>Determines whether the pending documents are so few that a stripe with columns would consist mostly of metadata. The first commit has columns
    /// regardless, so a small collection that is written once has them.</summary>
    private bool IsPlain(bool isCommit) => isCommit && _pending.LiveCount < StripeMerge.FanOut && (_written.Count > 0 || _parts.Count > 0);

    private StripeReference Write(PendingDocuments documents, bool isPlain)
    {
        var stripe = isPlain ? _stripes.WritePlain(documents) : _stripes.Write(documents);
        AddDictionary();
        return stripe;
    }

    private void CheckUsable()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (_isChanging)
        {
            throw new InvalidOperationException($"The writer is in use by {nameof(UpdateWhere)}, which has not returned yet.");
        }

        if (_isFailed)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, "A write or flush of this writer failed. Reopen the collection.");
        }
    }
}
