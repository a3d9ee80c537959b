using Blittable.Layout;

namespace Blittable.Collections.Stripes;

/// <summary>Reads documents of a chunk group whose pages may be damaged. Each page is read only once, even if it is damaged.</summary>
internal sealed class SalvagedPages(Stripe stripe, int group, int[] rows)
{
    private readonly Stripe _stripe = stripe;
    private readonly int _group = group;
    private readonly int[] _rows = rows;
    private int _page = -1;
    private ReadOnlyMemory<byte> _whole;
    private DamagedPage? _damaged;

    /// <summary>Gets the fault of the last document that could not be read.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>Reads the document of a row; empty if it has none.</summary>
    /// <param name="index">The index of the row among the selected rows.</param>
    /// <param name="document">The document.</param>
    /// <returns>False if the document is lost.</returns>
    public bool TryGet(int index, out ReadOnlyMemory<byte> document)
    {
        document = default;
        try
        {
            var row = _rows[index];
            var pages = _stripe.Directory.Pages[_group];
            var page = Array.FindIndex(pages, Math.Max(0, _page), page => row < page.FirstRow + page.Rows);
            if (page < 0)
            {
                ThrowHelper.InvalidData($"the document of row {row} in chunk group {_group}", "no page that contains it");
            }

            if (page != _page)
            {
                Open(page, pages[page].Rows);
            }

            if (!_whole.IsEmpty)
            {
                document = DocumentPage.Get(_whole, row - pages[page].FirstRow);
                return true;
            }

            return _damaged is not null && _damaged.TryGet(row - pages[page].FirstRow, out document);
        }
        catch (BlittableException fault)
        {
            Fault = fault.Message;
            return false;
        }
    }

    private void Open(int page, int rows)
    {
        _page = page;
        _whole = default;
        _damaged = null;
        try
        {
            _whole = _stripe.ReadPage(_group, page);
        }
        catch (BlittableException fault)
        {
            Fault = fault.Message;
            _damaged = DamagedPage.TryOpen(_stripe.ReadDamagedPage(_group, page), rows);
        }
    }
}
