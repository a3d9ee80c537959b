using System.Diagnostics.CodeAnalysis;

namespace Blittable;

/// <summary>Lets one call at a time use an object whose buffers two threads would destroy for each other.</summary>
/// <remarks>
/// The loops below write through pointers, so that two threads in one converter end the process and not just its documents. One interlocked
/// instruction on the way in and a plain store on the way out turn that into an exception. A call holds the object across the callbacks and the
/// awaits that it makes, because an output that converts again would overwrite the document that it is being given.
/// </remarks>
internal sealed class ExclusiveUse(string typeName)
{
    private const int Free = 0;
    private const int Held = 1;
    private const int Disposed = 2;

    private int _state;

    /// <summary>Begins a call; disposing the result ends it.</summary>
    /// <exception cref="InvalidOperationException">Another call has not ended yet.</exception>
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

    /// <summary>Ends all use of the object; false if that has been done before.</summary>
    /// <exception cref="InvalidOperationException">A call has not ended yet, which still needs the buffers.</exception>
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
            $"The {typeName} is in use by another thread, or by a call that has not returned yet. Each thread needs its own."));

    /// <summary>One call's use of the object.</summary>
    public readonly struct Call(ExclusiveUse use) : IDisposable
    {
        /// <summary>Ends the call.</summary>
        public void Dispose() => Volatile.Write(ref use._state, Free);
    }
}
