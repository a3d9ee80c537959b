using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Writing;

/// <summary>Keeps what the techniques of disk mode brought to the values of one context: those of a property, or the elements of an array.</summary>
/// <remarks>A property that was seen only a few times counts as an element of its object: the names of such objects are data.</remarks>
[StructLayout(LayoutKind.Sequential, Size = 48)]
internal struct ValueTrials
{
    /// <summary>Values after which a property is a context of its own.</summary>
    public const int Young = 4;

    /// <summary>One string in so many is tried whatever its text.</summary>
    private const int ForcedRate = 64;

    /// <summary>Counts a string, and returns whether all techniques are tried with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsForced() => (++Strings & (ForcedRate - 1)) == 0;

    /// <summary>Returns whether to try any technique with a string.</summary>
    /// <param name="sample">The sample of the string.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsDue(byte sample) => Sharing.IsDue(sample) || Coding.IsDue(sample) || Starts.IsDue(sample);

    /// <summary>Strings that equal an earlier one.</summary>
    public Trial Sharing;

    /// <summary>Strings that begin like an earlier one.</summary>
    public Trial Starts;

    /// <summary>Strings in codes of a symbol table.</summary>
    public Trial Coding;

    /// <summary>Containers whose text was read before.</summary>
    public PausingTrial Repeats;

    /// <summary>Containers that equal an earlier one, whatever their text.</summary>
    public PausingTrial Containers;

    /// <summary>Numbers, dates and literals that equal an earlier one.</summary>
    public PausingTrial Scalars;

    /// <summary>Strings so far, of which the lowest bits count.</summary>
    public byte Strings;

    /// <summary>Values of the property so far, up to <see cref="Young"/>.</summary>
    public byte Seen;

    /// <summary>The document in which all this was learned.</summary>
    public int Epoch;
}
