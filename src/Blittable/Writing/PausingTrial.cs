using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <summary>Decides in one context whether to search for repeated containers or numbers, by the recent time and savings of the search.</summary>
/// <remarks>A search that does not pay pauses, for longer each time up to a limit, and is then judged again. Its sample is a run of consecutive values, because
/// repeated values are mostly close together.</remarks>
internal struct PausingTrial
{
    /// <summary>The accumulated cost after which the search is judged, in nanoseconds.</summary>
    private const int Window = 1024;

    /// <summary>The maximum cost counted for one value, and the maximum accumulated gain.</summary>
    private const int MaxCost = 1024, MaxGain = 16 * Window;

    /// <summary>The number of values in the first pause and in the longest.</summary>
    private const int FirstPause = 32, MaxPause = 16 * FirstPause;

    private ushort _cost;
    private ushort _gain;
    private ushort _pause;
    private ushort _left;

    /// <summary>Gets a trial that begins with a pause.</summary>
    public static PausingTrial Paused => new() { _pause = FirstPause, _left = FirstPause };

    /// <summary>Gets a value that indicates whether the search has paid recently.</summary>
    public readonly bool HasPaid => _gain != 0 && _gain >= _cost;

    /// <summary>Returns true if the next value should be searched for, and counts it.</summary>
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

    /// <summary>Records the result of a search.</summary>
    /// <param name="cost">The time of the search, in nanoseconds.</param>
    /// <param name="gain">The value of the saved bytes, in nanoseconds; 0 if nothing was found.</param>
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
