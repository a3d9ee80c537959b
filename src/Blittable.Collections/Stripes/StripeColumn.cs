using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Layout;
using Blittable.Strings;

namespace Blittable.Collections.Stripes;

/// <summary>A column of a stripe: the values of one kind at one path. Safe for any number of threads.</summary>
/// <remarks>A chunk has as many rows as its node's space has in the chunk group; rows whose value is of another kind are null in it.</remarks>
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

    /// <summary>Calls an action for each block of the column, whether it has been read or not.</summary>
    public void ForEachBlock(Action<BlockReference, CollectionSpaceUse> action)
    {
        foreach (var chunk in _chunks)
        {
            action(chunk.Block, CollectionSpaceUse.Columns);
            action(chunk.FormBlock, CollectionSpaceUse.Columns);
        }

        // All columns of a path know its tables, and only those of strings use them.
        if (Kind == ColumnKind.String)
        {
            action(_table, CollectionSpaceUse.Strings);
            action(_dictionary, CollectionSpaceUse.Strings);
        }
    }

    /// <summary>What is known of a chunk before it is read.</summary>
    public ChunkInfo Chunk(int group) => _chunks[group];

    /// <summary>A chunk, for a reader of its format's type, whose checksum needs no look any more. Valid until the collection is closed.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public ReadOnlyMemory<byte> Open(int group) => Open(_opened, group, _chunks[group].Block);

    /// <summary>Has the processor fetch what reading a few rows of a chunk will look at, if the chunk was opened before.</summary>
    public void Prefetch(int group, ReadOnlySpan<int> rows, int spaceRows)
    {
        if (_opened.TryGet(group, out var chunk))
        {
            PrefetchKernel.Fetch(chunk.Span, rows, spaceRows);
        }
    }

    /// <summary>The column of the texts' forms, where the chunk has one.</summary>
    public ReadOnlyMemory<byte> OpenForms(int group) => Open(_openedForms, group, _chunks[group].FormBlock);

    /// <summary>The table that strings of <see cref="ChunkFormat.Symbols"/> are compressed with.</summary>
    public SymbolTable Symbols => _symbols ??= SymbolTable.Load(_source.Read(_table, $"the symbol table of {_node.Path}").Span);

    /// <summary>The strings that chunks of <see cref="ChunkFormat.Codes"/> have numbers of.</summary>
    public SharedStrings Shared => Volatile.Read(ref _shared) ?? Interlocked.CompareExchange(ref _shared, ReadShared(), null) ?? _shared;

    /// <summary>The bytes of that table and of these strings; 0 where there are none.</summary>
    public int TableLength => Kind == ColumnKind.String ? _table.StoredLength + _dictionary.StoredLength : 0;

    /// <summary>Reads all strings of a chunk, uncompressed.</summary>
    public void ReadStrings(int group, StringBatch batch)
    {
        if (_chunks[group].Format == ChunkFormat.Codes)
        {
            batch.Load(new ColumnReader<int>(Open(group).Span, verify: false), Shared);
            return;
        }

        var reader = new StringColumnReader(Open(group).Span, verify: false);
        reader.ReadBatch(batch);
        if (_chunks[group].Format == ChunkFormat.Symbols)
        {
            batch.Decompress(Symbols);
        }
    }

    private SharedStrings ReadShared()
    {
        if (!_dictionary.Exists)
        {
            ThrowHelper.InvalidData($"a dictionary of strings of {_node.Path}", "none");
        }

        return new SharedStrings(_source.Read(_dictionary, $"the dictionary of {_node.Path}").Span);
    }

    private ReadOnlyMemory<byte> Open(OpenedBlocks opened, int group, in BlockReference block)
    {
        if (opened.TryGet(group, out var chunk))
        {
            return chunk;
        }

        if (!block.Exists)
        {
            ThrowHelper.InvalidData($"a chunk of {_node.Path} in group {group}", "none");
        }

        return opened.OpenChunk(group, block, $"{Kind} of {_node.Path}, chunk group {group},", _node.SpaceRows(group));
    }
}
