using System.Runtime.CompilerServices;

namespace Blittable.Building;

/// <summary>Decides which strings of one context a technique is tried with, by what it saved of those it was tried with lately.</summary>
/// <remarks>
/// <para>A technique that saves too little is tried with a sample: one string in <see cref="SampleRate"/>. The sample depends on the text alone, so that
/// of two equal strings either both are in it or neither is, and the share that repeats is the share of all strings.</para>
/// <para>Bytes tried and bytes saved are summed. They are halved when they are judged, so that older strings count less.</para>
/// </remarks>
internal struct Trial
{
    /// <summary>One string in so many is tried where too little was saved.</summary>
    public const int SampleRate = 32;

    /// <summary>The number of different samples: see <see cref="StringSampleKernel"/>.</summary>
    private const int Samples = 256;

    /// <summary>The overhead of a string, in bytes.</summary>
    private const int Overhead = 8;

    /// <summary>The longest string that counts as long as it is.</summary>
    public const int MaxCounted = 512;

    /// <summary>The most bytes saved that are remembered.</summary>
    private const int MaxSaved = 4 * Window;

    /// <summary>Bytes that are tried before they are judged, and where too little was saved.</summary>
    private const int Window = 6144, PoorWindow = 256;

    private ushort _tried;
    private ushort _saved;
    private ushort _above;

    /// <summary>Gets the first sample that the technique is not tried with.</summary>
    public readonly int Below => Samples - _above;

    /// <summary>Returns whether to try the technique with a string.</summary>
    /// <param name="sample">The sample of the string.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsDue(byte sample) => sample + _above < Samples;

    /// <summary>Returns whether one byte in so many was saved lately.</summary>
    /// <param name="part">One byte in so many.</param>
    public readonly bool HasSaved(int part) => _saved != 0 && _saved * part >= _tried;

    /// <summary>Learns that a string of this context saved bytes in another place.</summary>
    /// <param name="saved">About how many.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LearnUse(int saved) => _saved = (ushort)Math.Min(_saved + Math.Min(saved, MaxCounted), MaxSaved);

    /// <summary>Learns from a string that the technique was tried with.</summary>
    /// <param name="length">Bytes of the string.</param>
    /// <param name="saved">About how many bytes the technique saved.</param>
    /// <param name="part">One byte in so many must be saved.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Learn(int length, int saved, int part)
    {
        var tried = _tried + Math.Min(length, MaxCounted) + Overhead;
        _tried = (ushort)tried;
        LearnUse(Math.Max(saved, 0));
        if (tried >= (_above == 0 ? Window : PoorWindow))
        {
            _above = (ushort)(_saved * part < tried ? Samples - (Samples / SampleRate) : 0);
            _tried >>= 1;
            _saved >>= 1;
        }
    }
}
