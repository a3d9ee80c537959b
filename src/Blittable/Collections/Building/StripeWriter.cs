using System.Collections.Immutable;

namespace Blittable.Collections;

/// <summary>Writes stripes: infers the schema of their documents, sorts them, takes them apart group by group, and writes chunks, indexes and directory.</summary>
internal sealed class StripeWriter : IDisposable
{
    private readonly CollectionOptions _options;
    private readonly BlockSink _sink;
    private readonly ChunkContext _context;
    private readonly PageWriter _pages;
    private readonly Shredder _shredder;
    private readonly SchemaInference _inference = new();
    private readonly DirectoryBuffer _directory = new();
    private readonly BlittableDictionary? _dictionary;
    private readonly BlittablePath? _order;
    private readonly ImmutableArray<BlittablePath> _indexed;
    private readonly ImmutableArray<BlittablePath> _required;

    public StripeWriter(CollectionOptions options, BlockSink sink, BlittableDictionary? dictionary)
    {
        _options = options;
        _sink = sink;
        _dictionary = dictionary;
        _context = new ChunkContext(sink);
        _pages = new PageWriter(_context, options.Compression != BlockCompression.None);
        _shredder = new Shredder(AreDocumentsKept);
        _order = options.OrderBy is { } order ? BlittablePath.Parse(order) : null;
        _indexed = [.. (options.Key is { } key ? options.Indexes.Prepend(key) : options.Indexes).Distinct().Select(BlittablePath.Parse)];
        var columns = options.Layout == CollectionLayout.Hybrid ? options.Columns.Select(BlittablePath.Parse) : [];
        _required = [.. _indexed, .. columns, .. _order is null ? [] : new[] { _order }];
    }

    private bool AreDocumentsKept => _options.Layout != CollectionLayout.Columns;

    /// <summary>Writes the documents that were not dropped, of which there is at least one.</summary>
    public StripeReference Write(PendingDocuments documents)
    {
        var origin = _sink.Position;
        var rows = documents.LiveCount;
        var groups = (rows + _options.ChunkRows - 1) / _options.ChunkRows;
        var order = Order(documents);
        _inference.Start(_required);
        foreach (var index in order)
        {
            _inference.Observe(Open(documents, index));
        }

        var nodes = _inference.Settle(groups, AreDocumentsKept);
        var indexes = Prepare(nodes);
        var pages = new List<IReadOnlyList<DocumentPage>>(groups);
        for (var start = 0; start < rows; start += _options.ChunkRows)
        {
            pages.Add(WriteGroup(documents, order.AsSpan(start, Math.Min(_options.ChunkRows, rows - start)), nodes, start));
        }

        var written = indexes.Select(index => index.Finish(rows, _options.ChunkRows, _context)).ToArray();
        WriteTables(nodes, out var tables);
        StripeDirectoryWriter.Write(_directory, origin, _options, rows, nodes, tables, pages, written);
        var directory = _sink.Write(_directory.Written);
        _directory.Clear();
        return new StripeReference(origin, directory, rows, 0, default);
    }

    public void Dispose() => _shredder.Dispose();

    private BlittableValue Open(PendingDocuments documents, int index) => BlittableValue.Open(documents[index], _dictionary);

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

    private List<IndexBuilder> Prepare(List<SchemaNode> nodes)
    {
        foreach (var node in nodes)
        {
            node.Rows = 0;
            node.Columns = node.IsResidual ? null : new NodeColumns();
        }

        var indexes = new List<IndexBuilder>();
        foreach (var path in _indexed)
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
        for (var row = 0; row < order.Length; row++)
        {
            var residual = _shredder.Shred(_inference.Root, Open(documents, order[row]), row);
            _pages.Add(AreDocumentsKept ? documents[order[row]] : residual);
        }

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
