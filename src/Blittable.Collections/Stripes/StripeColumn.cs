using Blittable.Collections.Storage;
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
    private SymbolTable? _symbols;
    private SharedStrings? _shared;

    public StripeColumn(StripeNode node, ColumnKind kind, BlockSource source, ChunkInfo[] chunks, BlockReference table, BlockReference dictionary)
    {
        _node = node;
        Kind = kind;
        _source = source;
        _chunks = chunks;
        _opened = new OpenedBlocks(source, chunks.Length);
        _openedForms = new OpenedBlocks(source, chunks.Length);
        _table = table;
        _dictionary = dictionary;
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

        // All columns of a path refer to its tables, but only the string column uses them.
        if (Kind == ColumnKind.String)
        {
            action(_table, CollectionSpaceUse.Strings);
            action(_dictionary, CollectionSpaceUse.Strings);
        }
    }

    /// <summary>Returns the directory entry of a chunk.</summary>
    public ChunkInfo Chunk(int group) => _chunks[group];

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
