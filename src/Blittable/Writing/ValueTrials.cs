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

    /// <summary>One string in this many is tried whatever its text.</summary>
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

    /// <summary>The trial of containers that equal an earlier one, whatever their text.</summary>
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
