using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Writing;

/// <summary>Represents the trials of the disk mode techniques in one context: the values of a property, or the elements of an array.</summary>
/// <remarks>A property that was seen only a few times counts as an element of its object, because the names of such objects are data.</remarks>
[StructLayout(LayoutKind.Sequential, Size = 48)]
internal struct ValueTrials
{
    /// <summary>The number of values after which a property is a separate context.</summary>
    public const int Young = 4;

    /// <summary>One string in this many is tried regardless of its text.</summary>
    private const int ForcedRate = 64;

    /// <summary>Counts a string, and returns true if all techniques must be tried with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsForced() => (++Strings & (ForcedRate - 1)) == 0;

    /// <summary>Determines whether to try any technique with a string.</summary>
    /// <param name="sample">The sample of the string.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsDue(byte sample) => Sharing.IsDue(sample) || Coding.IsDue(sample) || Starts.IsDue(sample);

    /// <summary>The trial of strings that equal an earlier one.</summary>
    public Trial Sharing;

    /// <summary>The trial of strings that have the same beginning as an earlier one.</summary>
    public Trial Starts;

    /// <summary>The trial of strings encoded with a symbol table.</summary>
    public Trial Coding;

    /// <summary>The trial of containers whose text repeats an earlier text.</summary>
    public PausingTrial Repeats;

    /// <summary>The trial of containers that equal an earlier one, regardless of their text.</summary>
    public PausingTrial Containers;

    /// <summary>The trial of numbers, dates and literals that equal an earlier one.</summary>
    public PausingTrial Scalars;

    /// <summary>The number of strings so far, modulo 256.</summary>
    public byte Strings;

    /// <summary>The number of values of the property so far, up to <see cref="Young"/>.</summary>
    public byte Seen;

    /// <summary>The document for which the trials are valid.</summary>
    public int Epoch;
}

/// <summary>Decides which strings of one context a technique is tried with, by its recent time and savings.</summary>
/// <remarks>
/// <para>A technique that does not pay is tried with a sample: one string in <see cref="SampleRate"/>. The sample depends only on the text, so equal strings
/// are either all in it or all outside. The proportion of repeated strings in the sample is therefore representative.</para>
/// <para>Costs and gains are accumulated in nanoseconds. They are halved at each judgment, so older strings count less.</para>
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

/// <summary>Provides the time that each technique of disk mode takes, in nanoseconds.</summary>
/// <remarks>
/// Measured on Zen 5 by omitting one technique for whole files. The costs are constants instead of clock readings because a document must not depend on the
/// machine or the moment. A technique pays in a context if the value of the bytes that it saves exceeds the time that it takes.
/// </remarks>
internal static class Costs
{
    /// <summary>The cost of looking up a string, a date or a long number, if the table fits in the L2 cache.</summary>
    public const int Lookup = 25;

    /// <summary>The cost of looking up a literal or a number of at most five bytes, which have their own table.</summary>
    public const int Leaf = 8;

    /// <summary>The cost of hashing and comparing the children of a container, without the lookup.</summary>
    public const int Container = 30;

    /// <summary>The cost of hashing the start of a container's text, looking it up and storing it.</summary>
    public const int Repeat = 20;

    /// <summary>The cost of looking up a string with the same beginning.</summary>
    public const int Start = 20;

    /// <summary>The cost of predicting whether a string shrinks.</summary>
    public const int Prediction = 5;

    private const int Encoding = 50;

    /// <summary>Returns the cost of encoding a string.</summary>
    public static int Code(int length) => Encoding + length + (length >> 2);
}
