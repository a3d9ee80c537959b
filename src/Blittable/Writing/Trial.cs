using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <summary>Decides with which strings of one context a technique is tried, by the time that it took lately and the bytes that it saved.</summary>
/// <remarks>
/// <para>A technique that does not pay is tried with a sample: one string in <see cref="SampleRate"/>. The sample depends on the text alone, so that
/// of two equal strings either both are in it or neither is, and the share that repeats is the share of all strings.</para>
/// <para>Costs and gains are summed, both in nanoseconds. They are halved when they are judged, so that older strings count less.</para>
/// </remarks>
internal struct Trial
{
    /// <summary>One string in so many is tried if the technique does not pay.</summary>
    public const int SampleRate = 32;

    /// <summary>The longest string that counts as long as it is.</summary>
    public const int MaxCounted = 512;

    /// <summary>The number of different samples: see <see cref="StringSampleKernel"/>.</summary>
    private const int Samples = 256;

    /// <summary>The largest cost of one string, and the largest gain that is remembered.</summary>
    private const int MaxCost = 1024, MaxGain = 4 * Window;

    /// <summary>The cost after which a technique is judged, and the cost if it did not pay the last time.</summary>
    private const int Window = 2048, PoorWindow = 256;

    private ushort _cost;
    private ushort _gain;
    private ushort _above;

    /// <summary>Gets the first sample that the technique is not tried with.</summary>
    public readonly int Below => Samples - _above;

    /// <summary>Gets a value that indicates whether the technique has paid lately.</summary>
    public readonly bool HasPaid => _gain != 0 && _gain >= _cost;

    /// <summary>Gets a trial that has not paid yet.</summary>
    public static Trial Poor => new() { _above = Samples - (Samples / SampleRate) };

    /// <summary>Gets the trial of a new context: if the technique did not pay in others, it must show that it pays in this one.</summary>
    public readonly Trial Inherited => new() { _above = _above };

    /// <summary>Returns whether to try the technique with a string.</summary>
    /// <param name="sample">The sample of the string.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsDue(byte sample) => sample + _above < Samples;

    /// <summary>Learns that a string of this context saved bytes in another context.</summary>
    /// <param name="gain">What they are worth, in nanoseconds.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LearnUse(int gain) => _gain = (ushort)Math.Min(_gain + Math.Clamp(gain, 0, MaxGain), MaxGain);

    /// <summary>Learns from a string that the technique was tried with.</summary>
    /// <param name="cost">How long it took, in nanoseconds.</param>
    /// <param name="gain">What the bytes are worth that it saved, in nanoseconds.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Learn(int cost, int gain)
    {
        cost = _cost + Math.Min(cost, MaxCost);
        _cost = (ushort)cost;
        LearnUse(gain);
        if (cost >= (_above == 0 ? Window : PoorWindow))
        {
            _above = (ushort)(_gain < cost ? Samples - (Samples / SampleRate) : 0);
            _cost >>= 1;
            _gain >>= 1;
        }
    }
}
