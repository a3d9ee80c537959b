using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>One property name after a given sequence of names: a node of the <see cref="ShapeTrie"/>.</summary>
/// <remarks>Two cache lines: the first predicts, the second serves the object that ends at this name.</remarks>
[StructLayout(LayoutKind.Sequential, Size = 128)]
internal struct ShapeNode
{
    /// <summary>Bytes of <see cref="Text"/>.</summary>
    public const int TextLength = 32;

    /// <summary>Bytes of <see cref="Text"/> beside the name: its quotes and the colon.</summary>
    public const int Punctuation = 3;

    /// <summary>A name of more bytes is never predicted.</summary>
    public const int MaxPredicted = TextLength - Punctuation;

    /// <summary>The name in its quotes and the colon, as they stand in JSON without escapes; zeros after them.</summary>
    public TextBytes Text;

    /// <summary>Bytes of <see cref="Text"/> that count.</summary>
    public int Advance;

    /// <summary>The name that came after this one the last time.</summary>
    public int Next;

    /// <summary>The name that came first in an object below this property the last time.</summary>
    public int Inside;

    /// <summary>Bits of <see cref="Text"/> that must be equal, one a byte.</summary>
    public uint Mask;

    /// <summary>The document in which <see cref="Header"/> is valid; <see cref="int.MaxValue"/> for a shape of the dictionary.</summary>
    public int Stamp;

    /// <summary>Bytes of <see cref="Header"/>.</summary>
    public int HeaderLength;

    /// <summary>Tag for the narrowest slots and shape number, as they are written.</summary>
    public ulong Header;

    /// <summary>The document in which <see cref="Definition"/> is valid.</summary>
    public int DefinitionStamp;

    /// <summary>Where the shape's block stands in that document.</summary>
    public int Definition;

    /// <summary>The name that came after this one before <see cref="Next"/> did: what to compare with where that is not it.</summary>
    public int OtherNext;

    /// <summary>The same of <see cref="Inside"/>.</summary>
    public int OtherInside;

    /// <summary>The shape's block in the trie's memory, -1 until an object ended here.</summary>
    public int Block;

    public int BlockLength;

    /// <summary>The name before this one, 0 for a first name.</summary>
    public int Parent;

    /// <summary>Names from the first to this one.</summary>
    public int Depth;

    /// <summary>The name in the trie's memory.</summary>
    public int NameStart;

    public int NameLength;

    /// <summary>The name's other followers of the same parent, as a list; 0 ends it.</summary>
    public int Sibling;

    public int FirstChild;

    public int ChildCount;

    /// <summary>The last document whose limit counted this name, if it is the last that a shape can have; <see cref="int.MaxValue"/> for a name in a shape of
    /// the dictionary.</summary>
    public int CountedIn;

    /// <summary>A hash of the names from the first to this one, equal in every trie: the number of a node depends on the documents before.</summary>
    public uint Identity;

    /// <summary>Objects that ended at this name, over all documents.</summary>
    public int Sightings;

    /// <summary>Sets what objects of this shape start with.</summary>
    public void SetHeader(byte tag, uint number)
    {
        Span<byte> header = stackalloc byte[sizeof(ulong)];
        header.Clear();
        header[0] = tag;
        HeaderLength = 1 + Varint.Write(header[1..], number);
        Header = MemoryMarshal.Read<ulong>(header);
    }

    [InlineArray(TextLength)]
    public struct TextBytes
    {
        private byte _first;
    }
}
