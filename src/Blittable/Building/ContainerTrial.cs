using System.Runtime.CompilerServices;

namespace Blittable.Building;

/// <summary>Decides whether repeated containers are looked for in one context, by how many were found lately.</summary>
/// <remarks>Where too few were found, the search pauses, longer each time up to a limit, and then looks at <see cref="Window"/> containers again. Its sample is
/// a run of containers, as containers that repeat mostly stand near each other.</remarks>
internal struct ContainerTrial
{
    /// <summary>Containers that are looked for before the search is judged.</summary>
    private const int Window = 32;

    /// <summary>One container in so many must be found.</summary>
    private const int Part = 32;

    /// <summary>Containers of the first pause and of the longest.</summary>
    private const int FirstPause = Window, MaxPause = 16 * Window;

    private byte _tried;
    private byte _found;
    private ushort _pause;
    private ushort _left;

    /// <summary>Returns whether to look for the container that opens.</summary>
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

    /// <summary>Learns whether a container that was looked for was found.</summary>
    public void Learn(bool isFound)
    {
        _found += isFound ? (byte)1 : (byte)0;
        if (++_tried < Window)
        {
            return;
        }

        _pause = (ushort)(_found * Part >= _tried ? 0 : Math.Clamp(2 * _pause, FirstPause, MaxPause));
        _left = _pause;
        _tried = _found = 0;
    }
}
