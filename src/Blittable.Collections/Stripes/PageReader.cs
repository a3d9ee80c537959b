using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Reads documents of a chunk group, caching the last page.</summary>
internal struct PageReader(Stripe stripe, int group)
{
    private readonly Stripe _stripe = stripe;
    private readonly int _group = group;
    private int _page = -1;
    private ReadOnlyMemory<byte> _bytes;

    /// <summary>Gets the document of a row; empty if it has none.</summary>
    public ReadOnlyMemory<byte> Get(int row)
    {
        var pages = _stripe.Directory.Pages[_group];
        var page = _page < 0 ? 0 : _page;
        while (page > 0 && row < pages[page].FirstRow)
        {
            page--;
        }

        while (page < pages.Length && row >= pages[page].FirstRow + pages[page].Rows)
        {
            page++;
        }

        if (page >= pages.Length)
        {
            ThrowHelper.InvalidData($"the document of row {row} in chunk group {_group}", $"{pages.Length} pages that do not contain it");
        }

        if (page != _page)
        {
            _bytes = _stripe.ReadPage(_group, page);
            _page = page;
        }

        return DocumentPage.Get(_bytes, row - pages[page].FirstRow);
    }
}
