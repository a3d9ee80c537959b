using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Represents an open container, or the document that surrounds all containers.</summary>
/// <remarks>The size is a power of two, because each container computes its depth from the address of its frame.</remarks>
[StructLayout(LayoutKind.Sequential, Size = 64)]
internal struct Frame
{
    /// <summary>The kind of the container.</summary>
    public Scope Scope;

    /// <summary>The size in bytes of the pending addresses below the address of the first child.</summary>
    public int FirstSlot;

    /// <summary>The trie node in the enclosing container: the property whose value this container is.</summary>
    public int Node;

    /// <summary>The number of columns, if the container is an array whose first child was a short array of numbers; otherwise, 0.</summary>
    public int Columns;

    /// <summary>The number of children that precede <see cref="Start"/> or reference values that do.</summary>
    public int Earlier;

    /// <summary>The number of children that are references.</summary>
    public int References;

    /// <summary>The output position when the container was opened. All its new values follow.</summary>
    public int Start;

    /// <summary>The length of the last white space before a child at this depth, expected before the next child.</summary>
    public int Indent;

    /// <summary>The length of the last white space before a closing bracket at this depth.</summary>
    public int Outdent;

    /// <summary>The index of the trials that learn from the container.</summary>
    public int Trials;

    /// <summary>The start of its text in the source, if later texts may repeat it.</summary>
    public int Text;

    /// <summary>A hash of the first bytes of its text for finding repetitions; 0 for none.</summary>
    public ulong Head;
}

/// <summary>Provides the lengths of leaves: values so small that writing them again costs no more than a reference.</summary>
internal static class Leaf
{
    /// <summary>The length of the longest leaf, including the tag; equal to the length of the longest reference.</summary>
    public const int MaxLength = 5;

    private static readonly byte[] Lengths = MakeLengths();

    private static readonly ulong[] Masks = MakeMasks();

    /// <summary>Returns the length of a value with the specified tag if it is a leaf; otherwise, 0.</summary>
    public static int Length(byte tag) => Lengths[tag];

    /// <summary>Returns the mask of the value's bytes in the eight bytes that start with the specified tag; 0 if the value is not a leaf.</summary>
    public static ulong Mask(byte tag) => Masks[tag];

    private static ulong[] MakeMasks()
    {
        var masks = new ulong[256];
        for (var tag = 0; tag < masks.Length; tag++)
        {
            masks[tag] = (1UL << 8 * Lengths[tag]) - 1;
        }

        return masks;
    }

    private static byte[] MakeLengths()
    {
        var lengths = new byte[256];
        for (var tag = 0; tag <= Tag.SmallIntegerLast; tag++)
        {
            lengths[tag] = 1;
        }

        for (var length = 0; length < MaxLength; length++)
        {
            lengths[Tag.ShortString + length] = (byte)(1 + length);
            lengths[Tag.ShortNumberText + length] = (byte)(1 + length);
        }

        for (var tag = (int)Tag.Null; tag <= Tag.EmptyObject; tag++)
        {
            lengths[tag] = 1;
        }

        for (var size = 0; size < 4; size++)
        {
            lengths[Tag.Integer + size] = lengths[Tag.NegativeInteger + size] = (byte)(2 + size);
            lengths[Tag.ShortDecimal + size] = lengths[Tag.ShortDecimal + 4 + size] = lengths[Tag.ShortDecimal + 8 + size] = (byte)(2 + size);
        }

        lengths[Tag.Float32] = lengths[Tag.NarrowFloat64] = 5;
        for (var size = 0; size < 3; size++)
        {
            lengths[Tag.DictionaryString + size] = (byte)(2 + size);
        }

        return lengths;
    }
}

/// <summary>Specifies the kind of the container that receives the next value.</summary>
internal enum Scope
{
    /// <summary>No container: the root value of the document.</summary>
    Document,

    Array,

    Object,
}

/// <summary>Represents the position of a string in the source: in JSON from after its opening quotation mark to after its closing one, in MessagePack from its
/// format byte.</summary>
/// <param name="Offset">The start of the token.</param>
/// <param name="Length">The length of the token in bytes, including its closing quotation mark or its format byte.</param>
/// <param name="Text">The start of its text if it has no escapes; otherwise, -1.</param>
internal readonly record struct SourceToken(int Offset, int Length, int Text)
{
    public bool IsKnown => Length > 0;
}

/// <summary>Represents a value already in the document that equal values may reference.</summary>
/// <param name="Address">The address of the value.</param>
/// <param name="Text">The maximum size of its JSON text in bytes.</param>
/// <param name="Depth">The number of nested containers, including the value itself; 0 for a scalar.</param>
internal readonly record struct CopiedValue(int Address, long Text, int Depth);
