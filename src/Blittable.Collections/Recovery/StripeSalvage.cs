using Blittable.Collections.Stripes;

namespace Blittable.Collections.Recovery;

/// <summary>Reads the remaining documents of a stripe that may have damaged blocks.</summary>
internal sealed class StripeSalvage(Stripe stripe)
{
    private readonly Stripe _stripe = stripe;
    private readonly List<LostValue> _lost = [];
    private DocumentAssembler _assembler = new();

    /// <summary>Reads rows of a chunk group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="rows">Rows of the group, in ascending order.</param>
    /// <param name="action">Receives each row.</param>
    public void Read(int group, int[] rows, SalvageAction action)
    {
        if (_stripe.AreDocumentsKept)
        {
            ReadKept(group, rows, action);
            return;
        }

        try
        {
            _assembler.Load(_stripe, group, rows, _lost);
        }
        catch (BlittableException fault)
        {
            // The exception may have left the assembler in an inconsistent state.
            _assembler = new DocumentAssembler();
            Lose(rows, fault, action);
            return;
        }

        for (var i = 0; i < rows.Length; i++)
        {
            ReadOnlySpan<byte> document;
            try
            {
                document = _assembler.Assemble(i);
            }
            catch (BlittableException fault)
            {
                Lose([rows[i]], fault, action);
                continue;
            }

            action(rows[i], document, _lost);
        }
    }

    private void ReadKept(int group, int[] rows, SalvageAction action)
    {
        var pages = new SalvagedPages(_stripe, group, rows);
        for (var i = 0; i < rows.Length; i++)
        {
            _lost.Clear();
            if (!pages.TryGet(i, out var document))
            {
                _lost.Add(new LostValue("$", pages.Fault));
            }

            action(rows[i], document.Span, _lost);
        }
    }

    private void Lose(int[] rows, BlittableException fault, SalvageAction action)
    {
        _lost.Clear();
        _lost.Add(new LostValue("$", fault.Message));
        foreach (var row in rows)
        {
            action(row, default, _lost);
        }
    }
}
