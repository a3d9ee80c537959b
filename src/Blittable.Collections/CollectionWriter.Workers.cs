using Blittable.Collections.Stripes.Writing;

namespace Blittable.Collections;

/// <content>Stripes written by background threads.</content>
public sealed partial class CollectionWriter
{
    private readonly Queue<StripePart> _parts = new();
    private readonly Stack<StripePart> _idle = new();
    private readonly DocumentPagePool _pages = new();

    /// <summary>Gets or sets the number of threads that write stripes, including the caller. The default is 1. The file does not depend on this
    /// number.</summary>
    /// <remarks>With 2, the caller continues to collect documents while another thread writes the previous stripe, and one more stripe may be queued. After
    /// that, the caller writes stripes too. Up to three stripes are then in memory instead of one.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    public int Workers
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 1;

    private int PartCount => _parts.Sum(part => part.Count);

    /// <summary>Hands the pending documents to a worker, or writes them on this thread if all workers are busy.</summary>
    private void StartPart()
    {
        TakeFinishedParts();
        var part = TakeIdle() ?? new StripePart(_options, _stripes.Dictionary, _pages);
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

    /// <summary>Gets an idle part that uses the current dictionary.</summary>
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

    /// <summary>Appends the completed stripes, in order.</summary>
    private void TakeFinishedParts()
    {
        while (_parts.TryPeek(out var part) && part.Work.IsCompleted)
        {
            TakePart();
        }
    }

    /// <summary>Waits for all stripes and appends them, in order.</summary>
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
