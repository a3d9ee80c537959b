namespace Blittable.Rendering;

/// <content>Defines the frame of an open container.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Represents a container being rendered: the position of its next child, and the name of that child.</summary>
    /// <remarks>
    /// A slot is loaded as the last bytes of a four-byte word and shifted into place. The last slot of a document need not be followed by more bytes, whereas
    /// bytes always precede its first slot. Name-related fields outlive the container, because the next container at the same depth mostly has the same shape.
    /// </remarks>
    internal struct RenderFrame
    {
        /// <summary>The value of <see cref="Shape"/> in a frame that has not yet held an object.</summary>
        public const long NoShape = -1;

        /// <summary>Flags that are combined with the number of a shape.</summary>
        public const long ShapeOfDocument = 1L << 32, ShapeOfDictionary = 1L << 33;

        /// <summary>The tag of the container.</summary>
        public byte* Container;

        /// <summary>The address from which slots count backward: the tag of the container, or the origin of a run.</summary>
        public byte* Origin;

        /// <summary>The start of the container's text, which may be in an earlier buffer.</summary>
        public byte* Start;

        /// <summary>The four-byte word that ends with the next slot. In an array without slots, this counts the elements, because all of them may have the same
        /// address.</summary>
        public byte* Slot;

        /// <summary>The value of <see cref="Slot"/> after the last child.</summary>
        public byte* SlotsEnd;

        /// <summary>The text of the next name in the layout of <see cref="NameTexts.Texts"/>.</summary>
        public byte* Name;

        /// <summary>The next element of an array without slots.</summary>
        public byte* Element;

        /// <summary>The distance in bytes between slots, or between elements in an array without slots.</summary>
        public nint Step;

        /// <summary>The number of bits by which the word is shifted; -1 in an array without slots.</summary>
        public int SlotShift;

        /// <summary>The offset of <see cref="Origin"/> in the document, which no slot may exceed.</summary>
        public uint Reach;

        /// <summary>The index of the child after the current slots, and the same index if that child exists; otherwise, 0.</summary>
        public int Last, Next;

        /// <summary>The closing bracket and a comma.</summary>
        public uint Closing;

        /// <summary>The offset of the container in the document and, in the upper half, the number of the buffer in which its text starts.</summary>
        public ulong Key;

        /// <summary>The names of the shape; null if there are no texts for them.</summary>
        public NameTexts.Texts* Names;

        /// <summary>The address of a shape stored in the object, or the number of a shape with a flag for the document or dictionary.</summary>
        public long Shape;
    }
}
