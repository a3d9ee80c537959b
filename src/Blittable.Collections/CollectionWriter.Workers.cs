using Blittable.Collections.Stripes.Writing;

namespace Blittable.Collections;

/// <content>Stripes that are written aside by other threads.</content>
public sealed partial class CollectionWriter
{
    private readonly Queue<StripePart> _parts = new();
    private readonly Stack<StripePart> _idle = new();

    /// <summary>Gets or sets the number of threads that make stripes, the caller's included; 1 by default. The file is the same, byte by byte.</summary>
    /// <remarks>With two the caller goes on to gather documents while another thread works on the stripe before; one more waits for it, and then the caller
    /// helps. So up to three stripes are in memory instead of one.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">Fewer than 1.</exception>
    public int Workers
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 1;

    private int PartCount => _parts.Sum(part => part.Documents.LiveCount);

    /// <summary>Hands the pending documents to a worker, or works on them where all are busy.</summary>
    private void StartPart()
    {
        TakeFinishedParts();
        var part = TakeIdle() ?? new StripePart(_options, _stripes.Dictionary);
        part.Exchange(ref _pending, ref _pendingKeys);
        var others = Workers - 1;
        var busy = _parts.Where(earlier => !earlier.Work.IsCompleted).ToList();
        _parts.Enqueue(part);
        if (busy.Count < 2 * others)
        {
            part.Start(busy.Count < others ? null : busy[^others].Work);
        }
        else
        {
            part.Write();
        }
    }

    /// <summary>A part whose work is done and whose dictionary is still the last one.</summary>
    private StripePart? TakeIdle()
    {
        while (_idle.TryPop(out var idle))
        {
            if (idle.Dictionary == _stripes.Dictionary)
            {
                return idle;
            }

            idle.Dispose();
        }

        return null;
    }

    /// <summary>Appends the stripes that are done, in their order.</summary>
    private void TakeFinishedParts()
    {
        while (_parts.TryPeek(out var part) && part.Work.IsCompleted)
        {
            TakePart();
        }
    }

    /// <summary>Waits for all stripes and appends them.</summary>
    private void TakeAllParts()
    {
        while (_parts.Count > 0)
        {
            TakePart();
        }
    }

    private void TakePart()
    {
        var part = _parts.Peek();
        var wasFailed = _isFailed;
        _isFailed = true;
        AddStripe(part.MoveTo(_sink));
        _isFailed = wasFailed;
        _idle.Push(_parts.Dequeue());
    }

    private bool IsInPart(CollectionKey key)
    {
        foreach (var part in _parts)
        {
            if (part.Keys.ContainsKey(key))
            {
                return true;
            }
        }

        return false;
    }
}
