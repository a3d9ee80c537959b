using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <summary>Decides whether repeated containers, or numbers, are looked for in one context, by the time that it took lately and what it brought.</summary>
/// <remarks>If it did not pay, the search pauses, longer each time up to a limit, and is then judged again. Its sample is a run of values, as values
/// that repeat mostly stand near each other.</remarks>
internal struct PausingTrial
{
    /// <summary>The cost after which the search is judged, in nanoseconds.</summary>
    private const int Window = 1024;

    /// <summary>The largest cost of one value, and the largest gain that is remembered.</summary>
    private const int MaxCost = 1024, MaxGain = 16 * Window;

    /// <summary>Values of the first pause and of the longest.</summary>
    private const int FirstPause = 32, MaxPause = 16 * FirstPause;

    private ushort _cost;
    private ushort _gain;
    private ushort _pause;
    private ushort _left;

    /// <summary>Gets a trial that begins with a pause.</summary>
    public static PausingTrial Paused => new() { _pause = FirstPause, _left = FirstPause };

    /// <summary>Gets a value that indicates whether the search has paid lately.</summary>
    public readonly bool HasPaid => _gain != 0 && _gain >= _cost;

    /// <summary>Returns whether to look for a value, and counts it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsDue()
    {
        if (_left == 0)
        {
            return true;
        }

        _left--;
        return false;
    }

    /// <summary>Learns from a value that was looked for.</summary>
    /// <param name="cost">How long it took, in nanoseconds.</param>
    /// <param name="gain">What was saved is worth, in nanoseconds; 0 if nothing was found.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Learn(int cost, int gain)
    {
        _gain = (ushort)Math.Min(_gain + Math.Clamp(gain, 0, MaxGain), MaxGain);
        cost = _cost + Math.Min(cost, MaxCost);
        _cost = (ushort)cost;
        if (cost >= Window)
        {
            _pause = (ushort)(_gain >= cost ? 0 : Math.Clamp(2 * _pause, FirstPause, MaxPause));
            _left = _pause;
            _cost >>= 1;
            _gain >>= 1;
        }
    }
}
