using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Represents a stripe of a snapshot. Opened on first use. Thread-safe.</summary>
internal sealed partial class Stripe
{
    private readonly BlockSource _source;
    private readonly StripeReference _reference;
    // A failed read is repeated by the next caller, because the failure may be temporary.
    private readonly Lazy<(StripeDirectory Directory, OpenedBlocks Indexes)> _directory;
    private readonly Lazy<ulong[]> _deleted;
    private readonly ConcurrentDictionary<(int Group, int Page), ReadOnlyMemory<byte>> _pages = new();
    private readonly AssemblerPool _assemblers;
    private readonly Lazy<BlittableDictionary>? _dictionary;

    public Stripe(BlockSource source, StripeReference reference, long firstRow, Lazy<BlittableDictionary>? dictionary, AssemblerPool assemblers)
    {
        _source = source;
        _reference = reference;
        _assemblers = assemblers;
        FirstRow = firstRow;
        _dictionary = dictionary;
        _directory = new Lazy<(StripeDirectory, OpenedBlocks)>(Open, LazyThreadSafetyMode.PublicationOnly);
        _deleted = new Lazy<ulong[]>(ReadMask, LazyThreadSafetyMode.PublicationOnly);
    }

    /// <summary>Creates a stripe with other deleted rows or another first row, which shares the data that was already read.</summary>
    private Stripe(Stripe other, StripeReference reference, long firstRow)
    {
        (_source, _assemblers, _dictionary, _directory, _pages) = (other._source, other._assemblers, other._dictionary, other._directory, other._pages);
        _reference = reference;
        FirstRow = firstRow;
        _deleted = new Lazy<ulong[]>(ReadMask, LazyThreadSafetyMode.PublicationOnly);
    }

    /// <summary>Returns this stripe with another first row.</summary>
    public Stripe At(long firstRow) => new(this, _reference, firstRow);

    /// <summary>Gets this stripe as of a later state of the file.</summary>
    /// <returns>False if the reference identifies another stripe.</returns>
    public bool TryContinue(StripeReference reference, long firstRow, [NotNullWhen(true)] out Stripe? stripe)
    {
        stripe = _reference with { Deleted = reference.Deleted } != reference ? null
            : _reference.Deleted.HasSameRows(reference.Deleted) && FirstRow == firstRow ? this
            : new Stripe(this, reference, firstRow);
        return stripe is not null;
    }

    /// <summary>Gets the number of the stripe's first row in the collection.</summary>
    public long FirstRow { get; }

    /// <summary>Gets the reference to the stripe in the state.</summary>
    public StripeReference Reference => _reference;

    /// <summary>Gets the file offset of the stripe.</summary>
    public long Origin => _reference.Origin;

    /// <summary>Gets the number of rows, including deleted ones.</summary>
    public int Rows => _reference.Rows;

    public bool HasDeleted => _reference.Deleted.Count > 0;

    /// <summary>Gets the dictionary of stored and residual documents.</summary>
    /// <exception cref="BlittableException">The dictionary is damaged.</exception>
    public BlittableDictionary? Dictionary => _dictionary?.Value;

    /// <summary>Gets the dictionary of the documents that this stripe returns. Documents assembled from columns have none, and those without residual values
    /// can be read even if the dictionary is damaged.</summary>
    public BlittableDictionary? DocumentDictionary => AreDocumentsKept ? Dictionary : null;

    public StripeDirectory Directory => _directory.Value.Directory;

    /// <summary>Gets the number of rows in a chunk group.</summary>
    public int ChunkRows => Directory.ChunkRows;

    public int GroupCount => Directory.GroupCount;

    /// <summary>Gets a value that indicates whether documents are stored whole.</summary>
    public bool AreDocumentsKept => Directory.Layout != CollectionLayout.Columns;

    /// <summary>Gets one bit per row, set if the row is deleted; empty if no row is deleted.</summary>
    public ReadOnlySpan<ulong> Deleted => _deleted.Value;

    /// <summary>Returns the number of rows in a chunk group. Only the last group may have fewer than <see cref="ChunkRows"/>.</summary>
    public int GroupRows(int group) => Directory.GroupRows(group);

    public bool IsDeleted(int row) => HasDeleted && MaskKernel.IsSet(_deleted.Value, row);

    /// <summary>Copies one bit per row of a group, set if the row is not deleted.</summary>
    public void CopyLive(int group, Span<ulong> mask)
    {
        var rows = GroupRows(group);
        if (!HasDeleted)
        {
            MaskKernel.SetAll(mask, rows);
            return;
        }

        RowBits.Copy(_deleted.Value, group * ChunkRows, rows, mask);
        for (var word = 0; word < MaskKernel.Words(rows); word++)
        {
            mask[word] = ~mask[word];
        }

        if ((rows & 63) != 0)
        {
            mask[rows >> 6] &= MaskKernel.LowBits(rows & 63);
        }
    }

    /// <summary>Determines where the values of a path are stored.</summary>
    /// <param name="path">A path of names, and of wildcards for array elements.</param>
    /// <param name="node">The node of the path, if its columns have all values.</param>
    public PathCoverage Resolve(BlittablePath path, out StripeNode? node)
    {
        node = Directory.Nodes[0];
        foreach (var step in path.Steps)
        {
            if (node.IsResidual)
            {
                break;
            }

            var parent = node;
            node = step.IsWildcard ? parent.Element : step.Name is { } name ? parent.Find(name.Utf8) : null;

            // An index selects only some elements, and a wildcard also matches the properties of an object.
            if (step.IsWildcard
                ? parent.Children.Count > 0 || parent.IsOpen || (AreDocumentsKept && parent.HasObjects(GroupCount))
                : step.Name is null)
            {
                node = null;
                return PathCoverage.Documents;
            }

            if (node is null)
            {
                return AreDocumentsKept || parent.IsOpen ? PathCoverage.Documents : PathCoverage.Absent;
            }
        }

        if (node.IsResidual)
        {
            node = null;
            return PathCoverage.Documents;
        }

        return PathCoverage.Columns;
    }

    /// <summary>Opens a document from its bytes.</summary>
    public BlittableValue Open(ReadOnlySpan<byte> bytes) => BlittableValue.Open(bytes, DocumentDictionary).WithMaxExpandedBytes(_assemblers.MaxExpandedBytes);

    /// <summary>Gets the document of a row.</summary>
    public BlittableDocument GetDocument(int row)
    {
        BlittableDocument? document = null;
        ReadRows(row / ChunkRows, [row % ChunkRows], (_, bytes) => document = OpenCopy(bytes));
        return document!;
    }

    /// <summary>Gets the documents of the specified rows of a group. The documents own their bytes.</summary>
    public List<BlittableDocument> GetDocuments(int group, List<int> rows)
    {
        var documents = new List<BlittableDocument>(rows.Count);
        ReadRows(group, CollectionsMarshal.AsSpan(rows), (_, bytes) => documents.Add(OpenCopy(bytes)));
        return documents;
    }

    /// <summary>Reads the documents of the rows of a group whose bit is set. The columns of all these rows are read together.</summary>
    public void ReadDocuments(int group, ReadOnlySpan<ulong> mask, DocumentAction action)
    {
        var rows = new List<int>();
        for (var row = 0; row < GroupRows(group); row++)
        {
            if (MaskKernel.IsSet(mask, row))
            {
                rows.Add(row);
            }
        }

        ReadRows(group, CollectionsMarshal.AsSpan(rows), (row, bytes) => action(row, Open(bytes)));
    }

    /// <summary>Reads the documents of consecutive rows of a group.</summary>
    public void ReadDocuments(int group, int first, int count, DocumentAction action)
    {
        int[] rows = [.. Enumerable.Range(first, Math.Min(count, GroupRows(group) - first))];
        ReadRows(group, rows, (row, bytes) => action(row, BlittableValue.Open(bytes, DocumentDictionary)));
    }

    /// <summary>Reads the bytes of documents of a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="rows">Rows of the group, in ascending order.</param>
    /// <param name="action">Receives the row and its document, which is valid during the call.</param>
    public void ReadRows(int group, ReadOnlySpan<int> rows, Action<int, ReadOnlySpan<byte>> action)
    {
        if (AreDocumentsKept)
        {
            var pages = new PageReader(this, group);
            foreach (var row in rows)
            {
                action(row, pages.Get(row).Span);
            }

            return;
        }

        var assembler = _assemblers.Take();
        assembler.Load(this, group, rows);
        for (var i = 0; i < rows.Length; i++)
        {
            action(rows[i], assembler.Assemble(i));
        }

        // Not in a finally block: an exception may leave the assembler in an inconsistent state.
        _assemblers.Return(assembler);
    }

    internal ReadOnlyMemory<byte> ReadPage(int group, int page)
    {
        var block = Directory.Pages[group][page].Block;
        ReadMeter.Count(_source, block);
        if (_pages.TryGetValue((group, page), out var bytes))
        {
            return bytes;
        }

        bytes = _source.Read(block, $"documents of chunk group {group}");
        if (block.Compression == BlockCompression.None && _source.KeepsBlocks)
        {
            _pages.TryAdd((group, page), bytes);
        }

        return bytes;
    }

    /// <summary>Reads the bytes of the stripe, piece by piece, verifying the checksums of all blocks.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> ReadBytes() => StripeBytes.Read(_source, _reference);

    /// <summary>Gets a value that indicates whether the bytes of the stripe contain only documents that are not deleted. A dictionary may contain strings of
    /// deleted documents, so documents that use one are encoded again. A stripe with a damaged index is also written again, because only its other blocks are
    /// needed for that.</summary>
    public bool IsCopyable => !HasDeleted && _reference.Hollow == 0 && (_reference.Dictionary == 0 || HasNoPages) && AreIndexesIntact();

    private BlittableDocument OpenCopy(ReadOnlySpan<byte> bytes) => BlittableDocument.Open(bytes.ToArray(), DocumentDictionary, _assemblers.MaxExpandedBytes);

    /// <summary>Verifies the mark that follows the stripe.</summary>
    public void CheckMark() => StripeMark.Check(_source, _reference);

    /// <summary>Reads the stored bytes of a page that may be damaged; empty if the page is compressed.</summary>
    internal ReadOnlyMemory<byte> ReadDamagedPage(int group, int page)
    {
        var block = Directory.Pages[group][page].Block;
        return block.Compression == BlockCompression.None ? _source.ReadChecked(block.Offset, block.StoredLength, "damaged documents") : default;
    }

    /// <summary>Gets the indexes read so far, by node number.</summary>
    private OpenedBlocks Indexes => _directory.Value.Indexes;

    private bool HasNoPages => Directory.Pages.All(pages => pages.Length == 0);

    private bool AreIndexesIntact()
    {
        try
        {
            Directory.ForEachBlock((block, use, _) =>
            {
                if (use == CollectionSpaceUse.Indexes && block.StoredLength > 0)
                {
                    _source.ReadStored(block, "an index");
                }
            });
            return true;
        }
        catch (BlittableException)
        {
            return false;
        }
    }

    private (StripeDirectory Directory, OpenedBlocks Indexes) Open()
    {
        var directory = StripeDirectory.Read(_source, _reference);
        return (directory, new OpenedBlocks(_source, directory.Nodes.Count, areIndexes: true));
    }

    private ulong[] ReadMask()
    {
        if (!HasDeleted)
        {
            return [];
        }

        var deleted = _reference.Deleted;
        var words = deleted.Mask.Exists
            ? MemoryMarshal.Cast<byte, ulong>(_source.ReadChecked(deleted.Mask, "the mask of deleted rows").Span).ToArray()
            : new ulong[MaskKernel.Words(Rows)];
        if (words.Length == MaskKernel.Words(Rows))
        {
            foreach (var row in deleted.Rows)
            {
                words[row >> 6] |= 1UL << row;
            }
        }

        if (words.Length != MaskKernel.Words(Rows) || MaskKernel.Count(words) != deleted.Count)
        {
            ThrowHelper.InvalidData($"a mask of {Rows} rows with {deleted.Count} deleted", $"{words.Length} words", deleted.Mask.Offset);
        }

        return words;
    }
}
