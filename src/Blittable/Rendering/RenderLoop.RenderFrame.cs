namespace Blittable.Rendering;

/// <content>The frame of an open container.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>A container that is being rendered: where its next child and that child's name are.</summary>
    /// <remarks>
    /// Slots are loaded as the last bytes of four, which shifts them into place: after a document's last slot four bytes need not follow,
    /// before its first they stand. What belongs to names outlives the container: the next one of its depth has the same shape more often than not.
    /// </remarks>
    internal struct RenderFrame
    {
        /// <summary>No shape: what <see cref="Shape"/> is in a frame that held no object yet.</summary>
        public const long NoShape = -1;

        /// <summary>Added to the number of a shape.</summary>
        public const long ShapeOfDocument = 1L << 32, ShapeOfDictionary = 1L << 33;

        /// <summary>The container's tag.</summary>
        public byte* Container;

        /// <summary>The address that slots count back from: the container's tag, or the origin of a run.</summary>
        public byte* Origin;

        /// <summary>Where its text starts; it may be in an earlier buffer.</summary>
        public byte* Start;

        /// <summary>Where the four bytes start that end with the next slot; in an array without slots it counts the elements, which may all be at one
        /// place.</summary>
        public byte* Slot;

        /// <summary>The value of <see cref="Slot"/> after the last child.</summary>
        public byte* SlotsEnd;

        /// <summary>The text of the next name, as <see cref="NameTexts.Texts"/> has it.</summary>
        public byte* Name;

        /// <summary>The next element of an array without slots.</summary>
        public byte* Element;

        /// <summary>Bytes from one slot to the next, in an array without slots from one element to the next.</summary>
        public nint Step;

        /// <summary>How far to shift the four bytes, or -1 in an array without slots.</summary>
        public int SlotShift;

        /// <summary>How far after the document's start <see cref="Origin"/> lies: no slot may reach farther.</summary>
        public uint Reach;

        /// <summary>The child after those that <see cref="SlotsEnd"/> ends, and that number again if there is such a child, else 0.</summary>
        public int Last, Next;

        /// <summary>The bracket that closes the container, and a comma.</summary>
        public uint Closing;

        /// <summary>How far after the document's start the container is, and in the upper half the number of the buffer in which its text starts.</summary>
        public ulong Key;

        /// <summary>The names of the shape; null where none were made ready.</summary>
        public NameTexts.Texts* Names;

        /// <summary>The address of the shape that an object brings itself, or the number of one with what says whose it is.</summary>
        public long Shape;
    }
}
