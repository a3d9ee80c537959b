using System.Collections.Immutable;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Writes stripes: infers the schema of their documents, sorts and shreds the documents, and writes chunks, indexes and the directory.</summary>
internal sealed partial class StripeWriter : IDisposable
{
    /// <summary>The maximum number of documents that a dictionary is trained on.</summary>
    private const int MostTrained = 4096;

    /// <summary>The factor by which the number of training documents must grow for a new dictionary to replace the current one.</summary>
    private const int TrainedAgain = 8;

    /// <summary>The maximum number of documents that layouts are tried on.</summary>
    private const int MostTried = 2048;

    /// <summary>The size of residual documents below which a dictionary is not worthwhile.</summary>
    private const int LeastForDictionary = 1 << 14;

    /// <summary>The options of stored documents, which may be as deep as they were accepted.</summary>
    private static readonly BlittableOptions s_stored = new() { Mode = BlittableMode.Disk, MaxDepth = int.MaxValue };

    private readonly CollectionOptions _options;
    private readonly BlockSink _sink;
    private readonly ChunkContext _context;
    private readonly PageWriter _pages;
    private readonly Shredder _shredder = new();
    private readonly SchemaInference _inference = new();
    private readonly DirectoryBuffer _directory = new();
    private readonly PendingDocuments _residuals = new();
    private readonly BlittablePath? _order;
    private readonly ImmutableArray<BlittablePath> _indexed;
    private readonly ImmutableArray<BlittablePath> _required;

    private BlittableBuilder? _stored;
    private bool _isPlain;

    /// <summary>The number of the last dictionary of the collection, including one that cannot be read.</summary>
    private int _lastDictionary;

    /// <summary>True if the dictionary, if any, was found to be readable.</summary>
    private bool _isLoaded;

    /// <summary>True if the dictionary, if any, is final: residual documents use the dictionary of the first stripe.</summary>
    private bool _isSettled;

    /// <param name="options">The options that the collection is written with.</param>
    /// <param name="sink">The output.</param>
    /// <param name="dictionary">The last dictionary of the collection, if it has one.</param>
    /// <param name="isSettled">True if the dictionary is final.</param>
    public StripeWriter(CollectionOptions options, BlockSink sink, StoredDictionary? dictionary, bool isSettled = false)
    {
        _options = options;
        _sink = sink;
        Dictionary = dictionary;
        _lastDictionary = dictionary?.Number ?? 0;
        _isSettled = isSettled;
        _context = new ChunkContext(sink);
        _pages = new PageWriter(_context, options.Compression != BlockCompression.None);
        _order = options.OrderBy is { } order ? BlittablePath.Parse(order) : null;
        _indexed = [.. (options.Key is { } key ? options.Indexes.Prepend(key) : options.Indexes).Distinct().Select(BlittablePath.Parse)];
        var columns = options.Layout == CollectionLayout.Hybrid ? options.Columns.Select(BlittablePath.Parse) : [];
        _required = [.. _indexed, .. columns, .. _order is null ? [] : new[] { _order }];
    }

    /// <summary>Gets the dictionary of stored and residual documents, or null before one is trained.</summary>
    public StoredDictionary? Dictionary { get; private set; }

    /// <summary>Gets the reason why the last dictionary of the collection cannot be read; null if it can, or if it has not been used.</summary>
    public Exception? DictionaryFault { get; private set; }

    /// <summary>Determines whether the specified number of documents requires a new dictionary, which must be trained before other writers can use
    /// it.</summary>
    public bool NeedsTraining(int documents)
    {
        LoadDictionary();
        return _options.Layout is CollectionLayout.Columns or CollectionLayout.Auto ? !_isSettled && Dictionary is null : NeedsDictionary(documents);
    }

    /// <summary>Writes the documents that were not dropped (at least one) with the layout in the options.</summary>
    public StripeReference Write(PendingDocuments documents)
    {
        LoadDictionary();
        var layout = _options.Layout == CollectionLayout.Auto ? Choose(documents) : new LayoutChoice(_options.Layout, 0, 0);
        if (layout.Layout != CollectionLayout.Columns && !_isSettled && NeedsDictionary(documents.LiveCount))
        {
            Train(documents);
        }

        var stripe = Write(documents, layout);
        _isSettled |= _options.Layout is CollectionLayout.Columns or CollectionLayout.Auto;
        return stripe;
    }

    /// <summary>Writes the documents that were not dropped (at least one) without columns, indexes and dictionary, which do not pay off for few
    /// documents.</summary>
    public StripeReference WritePlain(PendingDocuments documents)
    {
        _isPlain = true;
        try
        {
            return Write(documents, new LayoutChoice(CollectionLayout.Rows, 0, 0));
        }
        finally
        {
            _isPlain = false;
        }
    }

    /// <summary>Loads the dictionary of earlier stripes. If it is damaged, new documents do not use it, because they would be lost with it.</summary>
    private void LoadDictionary()
    {
        if (_isLoaded)
        {
            return;
        }

        _isLoaded = true;
        try
        {
            _ = Dictionary?.Dictionary.Value;
        }
        catch (Exception fault) when (fault is BlittableException or IOException)
        {
            DictionaryFault = fault;
            Dictionary = null;
        }
    }

    private bool NeedsDictionary(int documents) =>
        Dictionary is null || (Dictionary.Reference.TrainedOn < MostTrained && documents / TrainedAgain >= Dictionary.Reference.TrainedOn);

    private StripeReference Write(PendingDocuments documents, LayoutChoice layout)
    {
        _shredder.AreDocumentsKept = layout.Layout != CollectionLayout.Columns;
        var origin = _sink.Position;
        var rows = documents.LiveCount;
        var groups = (rows + _options.ChunkRows - 1) / _options.ChunkRows;
        var order = Order(documents);
        _inference.Start(_isPlain ? [] : _required, _options.ChunkRows, _shredder.AreDocumentsKept);
        for (var start = 0; start < rows; start += _options.ChunkRows)
        {
            var group = order.AsSpan(start, Math.Min(_options.ChunkRows, rows - start));
            _inference.StartGroup(MaxValues(documents, group));
            Observe(documents, group);
        }

        var nodes = _inference.Settle(groups);
        var indexes = Prepare(_inference.Root, nodes, _isPlain ? [] : _indexed);
        var pages = new List<IReadOnlyList<DocumentPage>>(groups);
        for (var start = 0; start < rows; start += _options.ChunkRows)
        {
            WriteGroup(documents, order.AsSpan(start, Math.Min(_options.ChunkRows, rows - start)), nodes, start);
            if (_shredder.AreDocumentsKept)
            {
                pages.Add(_pages.FinishGroup());
            }

            if (_order is null)
            {
                documents.Release(order[Math.Min(start + _options.ChunkRows, rows) - 1]);
            }
        }

        nodes.ForEach(node => node.Columns?.FinishStripe(_context));
        var dictionary = _isPlain ? 0
            : _shredder.AreDocumentsKept ? Dictionary?.Number ?? 0
            : WriteResiduals(_residuals, pages);
        _residuals.Clear();
        return Finish(new StripeReference(origin, default, rows, documents.ByteCount, 0, dictionary, DeletedRows.None), layout, nodes, pages, indexes);
    }

    /// <summary>Writes the indexes, the symbol tables and the directory of a stripe.</summary>
    private StripeReference Finish(
        StripeReference stripe, LayoutChoice layout, List<SchemaNode> nodes, List<IReadOnlyList<DocumentPage>> pages, List<IndexBuilder> indexes)
    {
        var written = indexes.Select(index => index.Finish(stripe.Rows, _options.ChunkRows, _context)).ToArray();
        WriteTables(nodes, out var tables);
        StripeDirectoryWriter.Write(_directory, stripe.Origin, layout, _options.ChunkRows, stripe.Rows, nodes, tables, pages, written);
        var directory = _sink.Write(_directory.Written);
        _directory.Clear();
        return stripe with { Directory = directory };
    }

    public void Dispose()
    {
        _shredder.Dispose();
        _stored?.Dispose();
    }

    private static BlittableValue Open(PendingDocuments documents, int index) => BlittableValue.OpenStored(documents[index]);

    /// <summary>Encodes a sample in rows and in columns without storing it, and returns the smaller layout.</summary>
    private LayoutChoice Choose(PendingDocuments documents)
    {
        var sample = new PendingDocuments();
        var step = Math.Max(1, documents.LiveCount / MostTried);
        for (int i = 0, live = 0; i < documents.Count; i++)
        {
            if (!documents.IsDropped(i) && live++ % step == 0)
            {
                sample.Add(documents[i]);
            }
        }

        var (rowBytes, columnBytes) = (Try(CollectionLayout.Rows), Try(CollectionLayout.Columns));
        return new LayoutChoice(columnBytes <= rowBytes ? CollectionLayout.Columns : CollectionLayout.Rows, rowBytes, columnBytes);

        long Try(CollectionLayout layout)
        {
            var sink = new BlockSink(new MemoryStream(), 0, _options.Compression);
            using var writer = new StripeWriter(_options with { Layout = layout }, sink, Dictionary);
            writer.Write(sample);

            // A dictionary is written only once for all stripes.
            var bytes = sink.Position - (writer.Dictionary == Dictionary ? 0 : writer.Dictionary!.Reference.Block.StoredLength);
            return bytes * documents.LiveCount / sample.LiveCount;
        }
    }

    /// <summary>Writes the residual documents of a stripe, in separate pages for each group. They may share names and strings, like whole documents.</summary>
    /// <param name="residuals">The residual document of each row; empty if it has none.</param>
    /// <param name="pages">Receives the pages of each group.</param>
    /// <returns>The number of their dictionary, or 0 if they do not use a dictionary.</returns>
    private int WriteResiduals(PendingDocuments residuals, List<IReadOnlyList<DocumentPage>> pages)
    {
        if (Dictionary is null && !_isSettled && residuals.ByteCount >= LeastForDictionary)
        {
            Train(residuals);
        }

        for (var row = 0; row < residuals.Count; row++)
        {
            var residual = residuals[row];
            _pages.Add(residual.IsEmpty || Dictionary is null ? residual : Stored(BlittableValue.OpenStored(residual)));
            if ((row + 1) % _options.ChunkRows == 0 || row + 1 == residuals.Count)
            {
                pages.Add(_pages.FinishGroup());
            }
        }

        return Dictionary?.Number ?? 0;
    }

    /// <summary>Trains a dictionary on documents and writes it.</summary>
    private void Train(PendingDocuments documents)
    {
        var present = Enumerable.Range(0, documents.Count).Where(i => !documents.IsDropped(i)).ToArray();
        var step = Math.Max(1, present.Length / MostTrained);
        var trained = 0;
        var dictionary = BlittableDictionary.Train(
            trainer =>
            {
                for (var i = 0; i < present.Length; i += step, trained++)
                {
                    trainer.Add(Open(documents, present[i]));
                }
            },
            new BlittableTrainingOptions { FrequentStrings = true });
        var reference = new DictionaryReference(_sink.Write(dictionary.Save()), trained);
        Dictionary = new StoredDictionary(++_lastDictionary, reference, new Lazy<BlittableDictionary>(dictionary));
        _stored?.Dispose();
        _stored = null;
    }

    private ReadOnlySpan<byte> Stored(BlittableValue document)
    {
        _stored ??= new BlittableBuilder(Dictionary is { } dictionary
            ? s_stored with { StringCompression = StringCompression.Trained, Dictionary = dictionary.Dictionary.Value }
            : s_stored);
        _stored.Reset();
        _stored.WriteValue(document);
        return _stored.Finish();
    }

    /// <summary>Returns the documents in row order.</summary>
    private int[] Order(PendingDocuments documents)
    {
        var order = new int[documents.LiveCount];
        for (int i = 0, row = 0; i < documents.Count; i++)
        {
            if (!documents.IsDropped(i))
            {
                order[row++] = i;
            }
        }

        if (_order is not null)
        {
            var keys = new SortKey[order.Length];
            for (var row = 0; row < keys.Length; row++)
            {
                keys[row] = SortKey.Of(Open(documents, order[row]), _order, row);
            }

            Array.Sort(keys, order);
        }

        return order;
    }

    private static List<IndexBuilder> Prepare(SchemaNode root, List<SchemaNode> nodes, ImmutableArray<BlittablePath> indexed)
    {
        foreach (var node in nodes)
        {
            node.Rows = 0;
            node.Columns = node.IsResidual ? null : new NodeColumns();
        }

        var indexes = new List<IndexBuilder>();
        foreach (var path in indexed)
        {
            var node = root;
            foreach (var step in path.Steps)
            {
                node = step.Name is { } name ? node?.Find(name.Utf8, -1) : null;
            }

            // An index requires all values of its path in columns.
            if (node?.Columns is { } columns)
            {
                columns.Index = new IndexBuilder(node);
                indexes.Add(columns.Index);
            }
        }

        return indexes;
    }

    private void WriteGroup(PendingDocuments documents, ReadOnlySpan<int> order, List<SchemaNode> nodes, int firstRow)
    {
        Shred(documents, order);
        _inference.Root.Rows = order.Length;
        _context.FirstRow = firstRow;
        foreach (var node in nodes)
        {
            node.Columns?.FinishGroup(node.Space.Rows, _context);
        }

        foreach (var node in nodes)
        {
            node.Rows = 0;
        }
    }

    // Loops over documents are separate methods: on-stack replacement of a method that runs for a whole stripe yields slower code.

    private static long MaxValues(PendingDocuments documents, ReadOnlySpan<int> order)
    {
        long values = 0;
        foreach (var index in order)
        {
            values += Math.Min(Trailer.Read(documents[index]).MaxValues, uint.MaxValue);
        }

        return values;
    }

    private void Observe(PendingDocuments documents, ReadOnlySpan<int> order)
    {
        foreach (var index in order)
        {
            _inference.Observe(Open(documents, index));
        }
    }

    private void Shred(PendingDocuments documents, ReadOnlySpan<int> order)
    {
        for (var row = 0; row < order.Length; row++)
        {
            var document = Open(documents, order[row]);
            var residual = _shredder.Shred(_inference.Root, document, row);
            if (_shredder.AreDocumentsKept)
            {
                _pages.Add(_isPlain ? documents[order[row]] : Stored(document));
            }
            else
            {
                _residuals.Add(residual);
            }
        }
    }

    private void WriteTables(List<SchemaNode> nodes, out Dictionary<int, BlockReference> tables)
    {
        tables = [];
        foreach (var node in nodes)
        {
            if (node.Columns is { Symbols.IsEmpty: false } columns)
            {
                tables.Add(node.Number, _sink.Write(columns.Symbols));
            }
        }
    }
}
