using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <summary>Decides which strings of one context a technique is tried with, by its recent time and savings.</summary>
/// <remarks>
/// <para>A technique that does not pay is tried with a sample: one string in <see cref="SampleRate"/>. The sample depends only on the text, so equal strings
/// are either all in it or all outside. The proportion of repeated strings in the sample is therefore representative.</para>
/// <para>Costs and gains are accumulated in nanoseconds. They are halved at each judgment, so that older strings count less.</para>
/// </remarks>
internal struct Trial
{
    /// <summary>One string in this many is tried if the technique does not pay.</summary>
    public const int SampleRate = 32;

    /// <summary>The string length up to which the actual length counts.</summary>
    public const int MaxCounted = 512;

    /// <summary>The number of different samples: see <see cref="StringSampleKernel"/>.</summary>
    private const int Samples = 256;

    /// <summary>The maximum cost counted for one string, and the maximum accumulated gain.</summary>
    private const int MaxCost = 1024, MaxGain = 4 * Window;

    /// <summary>The accumulated cost after which a technique is judged, normally and if it did not pay the last time.</summary>
    private const int Window = 2048, PoorWindow = 256;

    private ushort _cost;
    private ushort _gain;
    private ushort _above;

    /// <summary>Gets the exclusive upper bound of the samples that the technique is tried with.</summary>
    public readonly int Below => Samples - _above;

    /// <summary>Gets a value that indicates whether the technique has paid recently.</summary>
    public readonly bool HasPaid => _gain != 0 && _gain >= _cost;

    /// <summary>Gets a trial that has not paid yet.</summary>
    public static Trial Poor => new() { _above = Samples - (Samples / SampleRate) };

    /// <summary>Gets the trial of a new context. A technique that did not pay in other contexts must first prove itself in this one.</summary>
    public readonly Trial Inherited => new() { _above = _above };

    /// <summary>Determines whether to try the technique with a string.</summary>
    /// <param name="sample">The sample of the string.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsDue(byte sample) => sample + _above < Samples;

    /// <summary>Records that a string of this context saved bytes in another context.</summary>
    /// <param name="gain">The value of the saved bytes, in nanoseconds.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LearnUse(int gain) => _gain = (ushort)Math.Min(_gain + Math.Clamp(gain, 0, MaxGain), MaxGain);

    /// <summary>Records the result of trying the technique with a string.</summary>
    /// <param name="cost">The time that it took, in nanoseconds.</param>
    /// <param name="gain">The value of the saved bytes, in nanoseconds.</param>
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
