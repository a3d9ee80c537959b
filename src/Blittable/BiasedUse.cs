using System.Diagnostics.CodeAnalysis;

namespace Blittable;

/// <summary>Lets one call at a time use an object as <see cref="ExclusiveUse"/> does, at less cost where one thread makes many short calls.</summary>
/// <remarks>
/// <para>The object leans to the thread that used it last, whose calls take no interlocked instruction: they mark the thread's bias as in use, and look
/// whether it is still the object's. Another thread puts its own bias there, makes the stores of all threads visible with
/// <see cref="Interlocked.MemoryBarrierProcessWide"/>, and only then looks whether a call is in progress. Of two threads that meet, one sees the other: the
/// scheme is that of biased locks with an asymmetric fence (D. Dice and others, "Quickly Reacquirable Locks", 2003).</para>
/// <para>A bias that is given back between two tasks is taken over without that barrier.</para>
/// </remarks>
internal sealed class BiasedUse(string typeName)
{
    private readonly Lock _changes = new();
    private Bias? _bias;

    /// <summary>The bias that was given back last, for the same thread to take again without allocating.</summary>
    private Bias? _last;

    private bool _isDisposed;

    /// <summary>Begins a call; disposing the result ends it.</summary>
    /// <exception cref="InvalidOperationException">Another call has not ended yet.</exception>
    /// <exception cref="ObjectDisposedException">The object is disposed.</exception>
    public Call Enter()
    {
        var bias = _bias;
        if (bias is not null && bias.Thread == Environment.CurrentManagedThreadId && !bias.IsInUse)
        {
            Volatile.Write(ref bias.IsInUse, true);
            if (Volatile.Read(ref _bias) == bias)
            {
                return new Call(bias);
            }

            Volatile.Write(ref bias.IsInUse, false);
        }

        return EnterAnew();
    }

    /// <summary>Gives the object back at the end of a task, in a call that has entered, so that another thread can take it at little cost.</summary>
    public void GiveBack()
    {
        var bias = _bias;
        if (bias is not null && bias.Thread == Environment.CurrentManagedThreadId && Interlocked.CompareExchange(ref _bias, null, bias) == bias)
        {
            _last = bias;
        }
    }

    /// <summary>Ends all use of the object; false if that has been done before.</summary>
    /// <exception cref="InvalidOperationException">A call has not ended yet, which still needs the buffers.</exception>
    public bool TryDispose()
    {
        lock (_changes)
        {
            if (_isDisposed)
            {
                return false;
            }

            Take(new Bias());
            return _isDisposed = true;
        }
    }

    private Call EnterAnew()
    {
        lock (_changes)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, typeName);
            var last = _last;
            var mine = last?.Thread == Environment.CurrentManagedThreadId ? last : new Bias();
            Take(mine);
            return new Call(mine);
        }
    }

    /// <summary>Makes the object lean to this thread, with a call in progress.</summary>
    private void Take(Bias mine)
    {
        var before = Volatile.Read(ref _bias);
        if (before is { IsInUse: true })
        {
            Throw();
        }

        mine.IsInUse = true;
        if (before is null)
        {
            // A full fence: the thread that returned the object has completed its last store to it.
            Interlocked.Exchange(ref _bias, mine);
            return;
        }

        Volatile.Write(ref _bias, mine);
        Interlocked.MemoryBarrierProcessWide();
        if (before.IsInUse && before != mine)
        {
            mine.IsInUse = false;
            Volatile.Write(ref _bias, before);
            Throw();
        }
    }

    [DoesNotReturn]
    private void Throw() => throw new InvalidOperationException(
        $"The {typeName} is in use by another thread, or by a call that has not returned yet. Each thread needs its own.");

    /// <summary>One call's use of the object.</summary>
    public readonly struct Call(Bias bias) : IDisposable
    {
        /// <summary>Ends the call.</summary>
        public void Dispose() => Volatile.Write(ref bias.IsInUse, false);
    }

    /// <summary>A thread to which the object leans; written by that thread alone.</summary>
    internal sealed class Bias
    {
        /// <summary>A value that indicates whether a call of the thread is in progress.</summary>
        public bool IsInUse;

        /// <summary>Gets the thread.</summary>
        public int Thread { get; } = Environment.CurrentManagedThreadId;
    }
}
