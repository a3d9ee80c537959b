using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Represents a property name that follows a sequence of names: a node of the <see cref="ShapeTrie"/>.</summary>
/// <remarks>A node fills two cache lines. The first serves prediction, the second serves objects that end at this name.</remarks>
[StructLayout(LayoutKind.Sequential, Size = 128)]
internal struct ShapeNode
{
    /// <summary>The size of <see cref="Text"/> in bytes.</summary>
    public const int TextLength = 32;

    /// <summary>The number of bytes in <see cref="Text"/> besides the name: the quotation marks and the colon.</summary>
    public const int Punctuation = 3;

    /// <summary>The maximum length of a name that is predicted, in bytes.</summary>
    public const int MaxPredicted = TextLength - Punctuation;

    /// <summary>The quoted name and the colon as in JSON without escapes, padded with zeros.</summary>
    public TextBytes Text;

    /// <summary>The number of significant bytes in <see cref="Text"/>.</summary>
    public int Advance;

    /// <summary>The name that most recently followed this one.</summary>
    public int Next;

    /// <summary>The most recent first name of an object that was the value of this property.</summary>
    public int Inside;

    /// <summary>A bit for each byte of <see cref="Text"/> that must match.</summary>
    public uint Mask;

    /// <summary>The document in which <see cref="Header"/> is valid; <see cref="int.MaxValue"/> for a shape of the dictionary.</summary>
    public int Stamp;

    /// <summary>The number of bytes in <see cref="Header"/>.</summary>
    public int HeaderLength;

    /// <summary>The tag for the narrowest slots and the shape number, as written.</summary>
    public ulong Header;

    /// <summary>The document in which <see cref="Definition"/> is valid.</summary>
    public int DefinitionStamp;

    /// <summary>The address of the shape's block in that document.</summary>
    public int Definition;

    /// <summary>The name that followed this one before <see cref="Next"/> did: the alternative if <see cref="Next"/> does not match.</summary>
    public int OtherNext;

    /// <summary>The alternative to <see cref="Inside"/>.</summary>
    public int OtherInside;

    /// <summary>The shape's block in the memory of the trie; -1 until an object has ended here.</summary>
    public int Block;

    public int BlockLength;

    /// <summary>The previous name; 0 for a first name.</summary>
    public int Parent;

    /// <summary>The number of names from the first to this one.</summary>
    public int Depth;

    /// <summary>The start of the name in the memory of the trie.</summary>
    public int NameStart;

    public int NameLength;

    /// <summary>The next follower of the same parent, as a linked list; 0 at the end.</summary>
    public int Sibling;

    public int FirstChild;

    public int ChildCount;

    /// <summary>The last document that counted this name toward its limit, if the name is at the maximum depth of a shape. <see cref="int.MaxValue"/> for a
    /// name in a shape of the dictionary.</summary>
    public int CountedIn;

    /// <summary>A hash of the names from the first to this one. It is equal in every trie, whereas node numbers depend on earlier documents.</summary>
    public uint Identity;

    /// <summary>The number of objects that ended at this name, over all documents.</summary>
    public int Sightings;

    /// <summary>Sets the header that objects of this shape start with.</summary>
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
