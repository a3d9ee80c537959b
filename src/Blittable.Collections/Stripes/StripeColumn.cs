using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Columns;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Collections.Stripes;

/// <summary>Represents a column of a stripe: the values of one kind at one path. Thread-safe.</summary>
/// <remarks>A chunk has as many rows as its node's space has in the chunk group. Rows with a value of another kind are null in it.</remarks>
internal sealed class StripeColumn
{
    private readonly StripeNode _node;
    private readonly BlockSource _source;
    private readonly ChunkInfo[] _chunks;
    private readonly OpenedBlocks _opened;
    private readonly OpenedBlocks _openedForms;
    private readonly BlockReference _table;
    private readonly BlockReference _dictionary;
    private readonly BlockReference _filterBlock;
    private MembershipFilter[]? _filters;
    private SymbolTable? _symbols;
    private SharedStrings? _shared;

    public StripeColumn(StripeNode node, ColumnKind kind, BlockSource source, ChunkInfo[] chunks, BlockReference table, BlockReference dictionary, BlockReference filters)
    {
        _node = node;
        Kind = kind;
        _source = source;
        _chunks = chunks;
        _opened = new OpenedBlocks(source, chunks.Length);
        _openedForms = new OpenedBlocks(source, chunks.Length);
        _table = table;
        _dictionary = dictionary;
        _filterBlock = filters;
    }

    public ColumnKind Kind { get; }

    /// <summary>Calls an action for each block of the column, whether or not it has been read.</summary>
    public void ForEachBlock(Action<BlockReference, CollectionSpaceUse> action)
    {
        foreach (var chunk in _chunks)
        {
            action(chunk.Block, CollectionSpaceUse.Columns);
            action(chunk.FormBlock, CollectionSpaceUse.Columns);
        }

        action(_filterBlock, CollectionSpaceUse.Indexes);

        // All columns of a path refer to its tables, but only the string column uses them.
        if (Kind == ColumnKind.String)
        {
            action(_table, CollectionSpaceUse.Strings);
            action(_dictionary, CollectionSpaceUse.Strings);
        }
    }

    /// <summary>Returns the directory entry of a chunk.</summary>
    public ChunkInfo Chunk(int group) => _chunks[group];

    /// <summary>Determines whether a chunk may contain a value with this hash (<see cref="IndexHash"/>).</summary>
    /// <exception cref="BlittableException">The block of the filters is damaged.</exception>
    public bool MayContain(int group, ulong hash)
    {
        var chunk = _chunks[group];
        if (chunk.Format == ChunkFormat.Absent || !chunk.Filter.MayContain(hash))
        {
            return false;
        }

        if (!_filterBlock.Exists || !chunk.Filter.IsEmpty)
        {
            return true;
        }

        ReadMeter.Count(_source, _filterBlock);
        return Filters[group].MayContain(hash);
    }

    /// <summary>Reads the large membership filters, verifying their checksum.</summary>
    public void OpenFilters()
    {
        if (_filterBlock.Exists)
        {
            _ = Filters;
        }
    }

    /// <summary>Opens a chunk and verifies it, so readers need not verify its checksum. The memory is valid until the collection is closed.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public ReadOnlyMemory<byte> Open(int group) => Open(_opened, group, _chunks[group].Block);

    /// <summary>Prefetches the memory for reading a few rows of a chunk, if it was opened before.</summary>
    public void Prefetch(int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        if (_opened.TryGet(group, out var chunk))
        {
            PrefetchKernel.Fetch(chunk.Span, rows, spaceRows);
        }
    }

    /// <summary>Opens the column of text forms, if the chunk has one.</summary>
    public ReadOnlyMemory<byte> OpenForms(int group) => Open(_openedForms, group, _chunks[group].FormBlock);

    /// <summary>Gets the symbol table for chunks of <see cref="ChunkFormat.Symbols"/>.</summary>
    public SymbolTable Symbols => _symbols ??= SymbolTable.Load(_source.Read(_table, $"the symbol table of {_node.Path}").Span);

    /// <summary>Gets the strings for chunks of <see cref="ChunkFormat.Codes"/>.</summary>
    public SharedStrings Shared => Volatile.Read(ref _shared) ?? Interlocked.CompareExchange(ref _shared, ReadShared(), null) ?? _shared;

    /// <summary>Gets the stored size of the symbol table and the shared strings, or 0 if the column has neither.</summary>
    public int TableLength => Kind == ColumnKind.String ? _table.StoredLength + _dictionary.StoredLength : 0;

    /// <summary>Reads and decompresses all strings of a chunk.</summary>
    public void ReadStrings(int group, StringBatch batch)
    {
        if (_chunks[group].Format == ChunkFormat.Codes)
        {
            ReadMeter.Count(_source, _dictionary);
            batch.Load(new ColumnReader<int>(Open(group).Span, verify: false), Shared);
            return;
        }

        var reader = new StringColumnReader(Open(group).Span, verify: false);
        reader.ReadBatch(batch);
        if (_chunks[group].Format == ChunkFormat.Symbols)
        {
            ReadMeter.Count(_source, _table);
            batch.Decompress(Symbols);
        }
    }

    /// <summary>Reads and decompresses the strings of some rows of a chunk.</summary>
    /// <param name="group">The chunk group.</param>
    /// <param name="rows">The rows, in ascending order.</param>
    /// <param name="batch">Receives a row for each of these rows.</param>
    /// <returns><see langword="false"/> if reading all strings is cheaper.</returns>
    public bool TryReadStrings(int group, ReadOnlySpan<int> rows, StringBatch batch)
    {
        if (_chunks[group].Format == ChunkFormat.Codes || !NodeRows.AreFew(rows.Length, _node.SpaceRows(group)))
        {
            return false;
        }

        new StringColumnReader(Open(group).Span, verify: false).Gather(rows, batch);
        if (_chunks[group].Format == ChunkFormat.Symbols)
        {
            ReadMeter.Count(_source, _table);
            batch.Decompress(Symbols);
        }

        return true;
    }

    private MembershipFilter[] Filters => Volatile.Read(ref _filters) ?? Interlocked.CompareExchange(ref _filters, ReadFilters(), null) ?? _filters;

    private MembershipFilter[] ReadFilters() => LargeFilters.Read(_source.Read(_filterBlock, $"the membership filters of {_node.Path}"), _chunks.Length);

    private SharedStrings ReadShared()
    {
        if (!_dictionary.Exists)
        {
            ThrowHelper.InvalidData($"a string dictionary for {_node.Path}", "no dictionary");
        }

        return new SharedStrings(_source.Read(_dictionary, $"the dictionary of {_node.Path}").Span);
    }

    private ReadOnlyMemory<byte> Open(OpenedBlocks opened, int group, in BlockReference block)
    {
        ReadMeter.Count(_source, block);
        if (opened.TryGet(group, out var chunk))
        {
            return chunk;
        }

        if (!block.Exists)
        {
            ThrowHelper.InvalidData($"a chunk of {_node.Path} in chunk group {group}", "no chunk");
        }

        return opened.OpenChunk(group, block, $"{Kind} of {_node.Path}, chunk group {group},", _node.SpaceRows(group));
    }
}
