using System.Runtime.InteropServices;
using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>A stripe as a writer sees it: written, with rows that were deleted since.</summary>
internal sealed class StripeState(StripeReference reference, Stripe? opened)
{
    private ulong[]? _deleted;
    private Stripe? _opened = opened;
    private int _added;

    public StripeReference Reference { get; private set; } = reference;

    public int LiveRows => Reference.Rows - Reference.Deleted - _added;

    /// <summary>The stripe, to look for keys in it.</summary>
    public Stripe Open(Func<StripeReference, Stripe> open) => _opened ??= open(Reference);

    public bool IsDeleted(int row) => _deleted is not null ? MaskKernel.IsSet(_deleted, row) : _opened?.IsDeleted(row) ?? false;

    /// <summary>Deletes a row that is not deleted yet.</summary>
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
        _added++;
    }

    /// <summary>Writes which rows are deleted, where that has changed.</summary>
    public void WriteMask(BlockSink sink)
    {
        if (_added > 0)
        {
            var mask = sink.WritePlain(MemoryMarshal.AsBytes<ulong>(_deleted));
            Reference = Reference with { Deleted = Reference.Deleted + _added, Mask = mask };
            _added = 0;
        }
    }
}
