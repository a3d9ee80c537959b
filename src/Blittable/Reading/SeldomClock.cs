namespace Blittable.Reading;

/// <summary>Says a hundred times a second at the most that it is time: what is replaced no oftener allocates hardly anything, and still what is in
/// use comes in soon.</summary>
/// <remarks>Threads that ask at the same moment may each be told so: that does no harm.</remarks>
internal struct SeldomClock
{
    private const int Milliseconds = 10;

    private long _last;

    /// <summary>Whether it is time again.</summary>
    public bool IsDue()
    {
        var now = Environment.TickCount64;
        if (now - Volatile.Read(ref _last) < Milliseconds)
        {
            return false;
        }

        Volatile.Write(ref _last, now);
        return true;
    }
}
