using System.Runtime.CompilerServices;

namespace Blittable.Building;

/// <summary>Tells whether a technique is worth trying, by what it saved of what it was tried with lately.</summary>
/// <remarks>
/// Techniques of disk mode take up to half of the time of conversion, and many kinds of documents have no use for one or the other. Two sums are kept, of bytes
/// saved and of bytes tried, which are halved when they are judged, so that what was long ago counts little. Where too little was saved, one trial in
/// many is made all the same, and stands for the others, so that it is noticed when other documents come.
/// </remarks>
/// <param name="share">One byte in so many has to be saved.</param>
/// <param name="trials">Of so many trials one is made where too little was saved; a power of two.</param>
internal sealed class Gain(int share, int trials = Gain.Trials)
{
    /// <summary>Bytes that are tried before they are judged; half of them count with those that follow.</summary>
    private const int Window = 1 << 15;

    /// <summary>Of so many trials one is made where too little was saved, mostly.</summary>
    public const int Trials = 16;

    /// <summary>The bits of a count that are all zero once in so many trials: a division would take longer than what is left out.</summary>
    private readonly uint _trialBits = (uint)trials - 1;

    /// <summary>Bytes that are tried before they are judged where too little was saved.</summary>
    private readonly int _poorWindow = Window / trials;

    private long _saved;
    private long _tried;
    private bool _isPoor;
    private uint _skipped;

    /// <summary>Whether too little was saved lately.</summary>
    public bool IsPoor => _isPoor;

    /// <summary>Whether the technique is to be tried now.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsWorthwhile() => !_isPoor || (++_skipped & _trialBits) == 0;

    /// <summary>Learns from a trial that <see cref="IsWorthwhile"/> advised.</summary>
    /// <param name="saved">About how many bytes it saved.</param>
    /// <param name="tried">Of how many.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Learn(long saved, long tried)
    {
        _saved += saved;
        _tried += tried;
        if (_tried >= (_isPoor ? _poorWindow : Window))
        {
            Judge();
        }
    }

    /// <summary>Forgets all trials.</summary>
    public void Forget()
    {
        _saved = 0;
        _tried = 0;
        _isPoor = false;
        _skipped = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Judge()
    {
        _isPoor = _saved * share < _tried;
        var most = _isPoor ? _poorWindow : Window;
        _saved = _saved * (most / 2) / _tried;
        _tried = most / 2;
    }
}
