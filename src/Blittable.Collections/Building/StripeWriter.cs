using System.Buffers;
using System.Collections.Immutable;

namespace Blittable.Collections;

/// <summary>Writes stripes: infers the schema of their documents, sorts them, takes them apart group by group, and writes chunks, indexes and
/// directory.</summary>
internal sealed class StripeWriter : IDisposable
{
    /// <summary>The most documents that a dictionary is trained on.</summary>
    private const int MostTrained = 4096;

    /// <summary>A dictionary gives way to one that is trained on so many times as many documents.</summary>
    private const int TrainedAgain = 8;

    /// <summary>What JSON lacks does not keep the rest of a document from being learned from.</summary>
    private static readonly BlittableJsonOptions Json = new() { NotJson = BlittableNotJson.Null };

    private readonly CollectionOptions _options;
    private readonly BlockSink _sink;
    private readonly ChunkContext _context;
    private readonly PageWriter _pages;
    private readonly Shredder _shredder;
    private readonly Shredder _plainShredder = new(areDocumentsKept: true);
    private readonly SchemaInference _inference = new();
    private readonly DirectoryBuffer _directory = new();
    private readonly BlittablePath? _order;
    private readonly ImmutableArray<BlittablePath> _indexed;
    private readonly ImmutableArray<BlittablePath> _required;

    private BlittableBuilder? _stored;
    private bool _isPlain;

    /// <param name="options">How the collection is written.</param>
    /// <param name="sink">Where blocks go.</param>
    /// <param name="dictionary">The last dictionary of the collection, once it has one.</param>
    public StripeWriter(CollectionOptions options, BlockSink sink, StoredDictionary? dictionary)
    {
        _options = options;
        _sink = sink;
        Dictionary = dictionary;
        _context = new ChunkContext(sink);
        _pages = new PageWriter(_context, options.Compression != BlockCompression.None);
        _shredder = new Shredder(AreDocumentsKept);
        _order = options.OrderBy is { } order ? BlittablePath.Parse(order) : null;
        _indexed = [.. (options.Key is { } key ? options.Indexes.Prepend(key) : options.Indexes).Distinct().Select(BlittablePath.Parse)];
        var columns = options.Layout == CollectionLayout.Hybrid ? options.Columns.Select(BlittablePath.Parse) : [];
        _required = [.. _indexed, .. columns, .. _order is null ? [] : new[] { _order }];
    }

    /// <summary>What the documents that are stored whole have in common; null before the first of them are written.</summary>
    public StoredDictionary? Dictionary { get; private set; }

    private bool AreDocumentsKept => _options.Layout != CollectionLayout.Columns;

    /// <summary>Whether so many documents need another dictionary than there is: one has to be trained before others can write stripes with it.</summary>
    public bool NeedsTraining(int documents) =>
        AreDocumentsKept && (Dictionary is null || (Dictionary.Reference.TrainedOn < MostTrained && documents / TrainedAgain >= Dictionary.Reference.TrainedOn));

    /// <summary>Writes the documents that were not dropped, of which there is at least one, as the options say.</summary>
    public StripeReference Write(PendingDocuments documents)
    {
        if (NeedsTraining(documents.LiveCount))
        {
            Train(documents);
        }

        if (AreDocumentsKept)
        {
            _stored ??= new BlittableBuilder(new BlittableOptions
            {
                Mode = BlittableMode.Disk,
                StringCompression = StringCompression.Trained,
                Dictionary = Dictionary!.Dictionary.Value,
            });
        }

        return Write(documents, _options.Layout);
    }

    /// <summary>Writes the documents that were not dropped, of which there is at least one, as they are: without columns, indexes and dictionary, which cost more
    /// than few documents.</summary>
    public StripeReference WritePlain(PendingDocuments documents)
    {
        _isPlain = true;
        try
        {
            return Write(documents, CollectionLayout.Rows);
        }
        finally
        {
            _isPlain = false;
        }
    }

    private StripeReference Write(PendingDocuments documents, CollectionLayout layout)
    {
        var origin = _sink.Position;
        var rows = documents.LiveCount;
        var groups = (rows + _options.ChunkRows - 1) / _options.ChunkRows;
        var order = Order(documents);
        _inference.Start(_isPlain ? [] : _required);
        for (var start = 0; start < rows; start += _options.ChunkRows)
        {
            Observe(documents, order.AsSpan(start, Math.Min(_options.ChunkRows, rows - start)));
        }

        var nodes = _inference.Settle(groups, layout != CollectionLayout.Columns);
        var indexes = Prepare(nodes, _isPlain ? [] : _indexed);
        var pages = new List<IReadOnlyList<DocumentPage>>(groups);
        for (var start = 0; start < rows; start += _options.ChunkRows)
        {
            pages.Add(WriteGroup(documents, order.AsSpan(start, Math.Min(_options.ChunkRows, rows - start)), nodes, start));
        }

        var written = indexes.Select(index => index.Finish(rows, _options.ChunkRows, _context)).ToArray();
        WriteTables(nodes, out var tables);
        StripeDirectoryWriter.Write(_directory, origin, _options with { Layout = layout }, rows, nodes, tables, pages, written);
        var directory = _sink.Write(_directory.Written);
        _directory.Clear();
        var dictionary = _isPlain || !AreDocumentsKept ? 0 : Dictionary!.Number;
        return new StripeReference(origin, directory, rows, documents.ByteCount, 0, dictionary, DeletedRows.None);
    }

    public void Dispose()
    {
        _shredder.Dispose();
        _plainShredder.Dispose();
        _stored?.Dispose();
    }

    private static BlittableValue Open(PendingDocuments documents, int index) => BlittableValue.Open(documents[index]);

    /// <summary>Trains a dictionary on documents and writes it.</summary>
    private void Train(PendingDocuments documents)
    {
        var step = Math.Max(1, documents.Count / MostTrained);
        var sample = new List<ReadOnlyMemory<byte>>();
        for (var i = 0; i < documents.Count; i += step)
        {
            if (!documents.IsDropped(i))
            {
                var json = new ArrayBufferWriter<byte>();
                Open(documents, i).WriteJson(json, Json);
                sample.Add(json.WrittenMemory);
            }
        }

        var dictionary = BlittableDictionary.Train(sample, new BlittableTrainingOptions { FrequentStrings = true });
        var reference = new DictionaryReference(_sink.Write(dictionary.Save()), sample.Count);
        Dictionary = new StoredDictionary((Dictionary?.Number ?? 0) + 1, reference, new Lazy<BlittableDictionary>(dictionary));
        _stored?.Dispose();
        _stored = null;
    }

    private ReadOnlySpan<byte> Stored(BlittableValue document)
    {
        _stored!.Reset();
        _stored.WriteValue(document);
        return _stored.Finish();
    }

    /// <summary>The documents in the order of their rows.</summary>
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

    private List<IndexBuilder> Prepare(List<SchemaNode> nodes, ImmutableArray<BlittablePath> indexed)
    {
        foreach (var node in nodes)
        {
            node.Rows = 0;
            node.Columns = node.IsResidual ? null : new NodeColumns();
        }

        var indexes = new List<IndexBuilder>();
        foreach (var path in indexed)
        {
            var node = _inference.Root;
            foreach (var step in path.Steps)
            {
                node = step.Name is { } name ? node?.Find(name.Utf8, -1) : null;
            }

            // An index needs all values of its path in columns.
            if (node?.Columns is { } columns)
            {
                columns.Index = new IndexBuilder(node.Number);
                indexes.Add(columns.Index);
            }
        }

        return indexes;
    }

    private IReadOnlyList<DocumentPage> WriteGroup(PendingDocuments documents, ReadOnlySpan<int> order, List<SchemaNode> nodes, int firstRow)
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

        return _pages.FinishGroup();
    }

    // Loops over documents are methods of their own: those that run for a whole stripe are compiled while they run, and not as well.

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
            var residual = (_isPlain ? _plainShredder : _shredder).Shred(_inference.Root, document, row);
            _pages.Add(_isPlain ? documents[order[row]] : AreDocumentsKept ? Stored(document) : residual);
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
