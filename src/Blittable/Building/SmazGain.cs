using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Strings;

namespace Blittable.Building;

/// <summary>Tells whether Smaz is worth trying with a string: by what it saved of all lately, and of those that are about as long.</summary>
/// <remarks>
/// Names, codes and addresses stand beside prose, and are shorter. Of books, where Smaz saves a third of all strings, it saves a fiftieth of those below
/// 16 bytes and of those from 64 to 127, which are three quarters of the strings and a seventh of the bytes.
/// </remarks>
internal sealed class SmazGain
{
    /// <summary>One byte in so many has to be saved of strings of a length. Less than of all: what is hopeless saves next to nothing.</summary>
    private const int LengthShare = 16;

    /// <summary>Of so many strings one is tried where too little was saved. Strings are many, and a trial in vain takes longer than all the rest for
    /// a string.</summary>
    private const int Trials = 32;

    /// <summary>Lengths below eight bytes go together, and those of 128 and more; the others by powers of two.</summary>
    private const int LeastLog = 2, Lengths = 6;

    private readonly Gain _all = new(StringCodec.LeastPart, Trials);
    private readonly Gain[] _lengths = new Gain[Lengths];

    public SmazGain()
    {
        for (var i = 0; i < Lengths; i++)
        {
            _lengths[i] = new Gain(LengthShare, Trials);
        }
    }

    /// <summary>Whether Smaz is to be tried now.</summary>
    /// <param name="length">Bytes of text.</param>
    public bool IsWorthwhile(int length)
    {
        if (!_all.IsWorthwhile())
        {
            return false;
        }

        // The few trials that are made where all saved too little are for every length.
        return _all.IsPoor || Of(length).IsWorthwhile();
    }

    /// <summary>Learns from a trial that <see cref="IsWorthwhile"/> advised.</summary>
    /// <param name="saved">The bytes it saved.</param>
    /// <param name="length">Of how many.</param>
    public void Learn(int saved, int length)
    {
        // A trial of a length that is left out otherwise stands for those that are not made.
        var gain = Of(length);
        var weight = gain.IsPoor && !_all.IsPoor ? Trials : 1L;
        _all.Learn(weight * saved, weight * length);
        gain.Learn(saved, length);
    }

    /// <summary>Forgets all trials.</summary>
    public void Forget()
    {
        _all.Forget();
        foreach (var gain in _lengths)
        {
            gain.Forget();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Gain Of(int length) => _lengths[Math.Clamp(BitOperations.Log2((uint)length) - LeastLog, 0, Lengths - 1)];
}
