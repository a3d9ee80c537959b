using System.Diagnostics.CodeAnalysis;

namespace Blittable;

/// <summary>Ensures that only one call at a time uses an object whose buffers concurrent calls would corrupt.</summary>
/// <remarks>
/// Hot loops write through pointers, so two threads in one converter can crash the process, not just corrupt documents. One interlocked instruction on entry
/// and a plain store on exit turn that into an exception. A call holds the object across its callbacks and awaits, because an output that converts again would
/// overwrite the document that it is receiving.
/// </remarks>
internal sealed class ExclusiveUse(string typeName)
{
    private const int Free = 0;
    private const int Held = 1;
    private const int Disposed = 2;

    private int _state;

    /// <summary>Gets the reason why no call can begin, for debuggers, or <see langword="null"/> if a call can begin.</summary>
    public string? Obstacle => Volatile.Read(ref _state) switch
    {
        Free => null,
        Held => "in use",
        _ => "disposed",
    };

    /// <summary>Begins a call. Disposing the result ends the call.</summary>
    /// <exception cref="InvalidOperationException">Another call is in progress.</exception>
    /// <exception cref="ObjectDisposedException">The object is disposed.</exception>
    public Call Enter()
    {
        var state = Interlocked.CompareExchange(ref _state, Held, Free);
        if (state != Free)
        {
            Throw(state);
        }

        return new Call(this);
    }

    /// <summary>Ends all use of the object. Returns <see langword="false"/> if it is already disposed.</summary>
    /// <exception cref="InvalidOperationException">A call is in progress and still needs the buffers.</exception>
    public bool TryDispose()
    {
        var state = Interlocked.CompareExchange(ref _state, Disposed, Free);
        if (state == Held)
        {
            Throw(state);
        }

        return state == Free;
    }

    [DoesNotReturn]
    private void Throw(int state) => throw (state == Disposed
        ? new ObjectDisposedException(typeName)
        : new InvalidOperationException(
            $"The {typeName} is in use by another thread, or by a call that has not returned yet. Each thread needs its own instance."));

    /// <summary>Represents one call that uses the object.</summary>
    public readonly struct Call(ExclusiveUse use) : IDisposable
    {
        /// <summary>Ends the call.</summary>
        public void Dispose() => Volatile.Write(ref use._state, Free);
    }
}

/// <summary>Ensures that only one call at a time uses an object, like <see cref="ExclusiveUse"/>, at a lower cost for many short calls by one thread.</summary>
/// <remarks>
/// <para>The object is biased toward the thread that used it last. Calls of that thread use no interlocked instruction. They mark the thread's bias as in use,
/// and check that the object still has this bias. Another thread installs its own bias, makes the stores of all threads visible with
/// <see cref="Interlocked.MemoryBarrierProcessWide"/>, and only then checks whether a call is in progress. If two threads meet, at least one sees the other.
/// This is biased locking with an asymmetric fence (D. Dice and others, "Quickly Reacquirable Locks", 2003).</para>
/// <para>A bias that was returned between two tasks is replaced without the barrier.</para>
/// </remarks>
internal sealed class BiasedUse(string typeName)
{
    private readonly Lock _changes = new();
    private Bias? _bias;

    /// <summary>The bias that was returned last. Its thread can reuse it without allocating.</summary>
    private Bias? _last;

    private bool _isDisposed;

    /// <summary>Begins a call. Disposing the result ends the call.</summary>
    /// <exception cref="InvalidOperationException">Another call is in progress.</exception>
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

    /// <summary>Returns the object at the end of a task, within a call, so another thread can acquire it at a low cost.</summary>
    public void GiveBack()
    {
        var bias = _bias;
        if (bias is not null && bias.Thread == Environment.CurrentManagedThreadId && Interlocked.CompareExchange(ref _bias, null, bias) == bias)
        {
            _last = bias;
        }
    }

    /// <summary>Ends all use of the object. Returns <see langword="false"/> if it is already disposed.</summary>
    /// <exception cref="InvalidOperationException">A call is in progress and still needs the buffers.</exception>
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

    /// <summary>Biases the object toward this thread, with a call in progress.</summary>
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
        $"The {typeName} is in use by another thread, or by a call that has not returned yet. Each thread needs its own instance.");

    /// <summary>Represents one call that uses the object.</summary>
    public readonly struct Call(Bias bias) : IDisposable
    {
        /// <summary>Ends the call.</summary>
        public void Dispose() => Volatile.Write(ref bias.IsInUse, false);
    }

    /// <summary>Represents the thread toward which the object is biased. Only that thread writes to it.</summary>
    internal sealed class Bias
    {
        /// <summary>A value that indicates whether a call of the thread is in progress.</summary>
        public bool IsInUse;

        /// <summary>Gets the thread.</summary>
        public int Thread { get; } = Environment.CurrentManagedThreadId;
    }
}
