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
