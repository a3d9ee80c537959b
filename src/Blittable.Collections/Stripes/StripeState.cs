using System.Runtime.InteropServices;
using Blittable.Collections.Storage;
using Blittable.Columns;

namespace Blittable.Collections.Stripes;

/// <summary>Represents a written stripe in a writer, with the rows deleted since.</summary>
internal sealed class StripeState(StripeReference reference)
{
    /// <summary>The number of mask words that cost as much as one row in a list.</summary>
    private const int WordsPerListedRow = 2;

    private readonly List<int> _added = [];
    private ulong[]? _deleted;
    private Stripe? _opened;

    public StripeReference Reference { get; private set; } = reference;

    public int LiveRows => Reference.LiveRows - _added.Count;

    /// <summary>Gets a value that indicates whether most documents of the stripe are deleted, so rewriting it is worthwhile.</summary>
    public bool IsMostlyDeleted => Reference.Rows - Reference.Hollow - LiveRows > LiveRows;

    /// <summary>Gets or sets a value that indicates whether documents could not be read, so the stripe is not merged.</summary>
    public bool IsDamaged { get; set; }

    /// <summary>Opens the stripe for key lookups.</summary>
    public Stripe Open(Func<StripeReference, Stripe> open) => _opened ??= open(Reference);

    /// <summary>Updates the reference after the stripe was moved.</summary>
    public void MoveTo(StripeReference reference)
    {
        Reference = reference;
        _opened = null;
    }

    /// <summary>Determines whether a row of the opened stripe is deleted.</summary>
    public bool IsDeleted(int row) => _deleted is not null ? MaskKernel.IsSet(_deleted, row) : _opened!.IsDeleted(row);

    /// <summary>Gets one bit per row of the opened stripe, set if the row is deleted; empty if no row is deleted.</summary>
    public ReadOnlySpan<ulong> Deleted => _deleted is not null ? _deleted : _opened!.Deleted;

    /// <summary>Deletes a row of the opened stripe. It must not be deleted yet.</summary>
    public void Delete(int row)
    {
        if (_deleted is null)
        {
            _deleted = new ulong[MaskKernel.Words(Reference.Rows)];
            if (_opened is { HasDeleted: true } opened)
            {
                opened.Deleted.CopyTo(_deleted);
            }
        }

        _deleted[row >> 6] |= 1UL << row;
        _added.Add(row);
    }

    /// <summary>Adds the deleted rows to the reference, and writes a mask if there are many.</summary>
    public void WriteDeleted(BlockSink sink)
    {
        if (_added.Count > 0)
        {
            _added.Sort();
            var deleted = Reference.Deleted.With(CollectionsMarshal.AsSpan(_added));
            if (deleted.Rows.Length > Math.Max(WordsPerListedRow, _deleted!.Length / WordsPerListedRow))
            {
                deleted = new DeletedRows(deleted.Count, sink.WritePlain(MemoryMarshal.AsBytes<ulong>(_deleted)), []);
            }

            Reference = Reference with { Deleted = deleted };
            _added.Clear();
        }
    }
}
