namespace Blittable.Json;

internal unsafe ref partial struct RenderKernel
{
    /// <summary>A container that is being rendered: where its next child and that child's name are.</summary>
    /// <remarks>
    /// Slots are loaded as the last bytes of four, which shifts them into place: behind a document's last slot four bytes need not follow,
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

        /// <summary>Where its text starts; null if that is in an earlier buffer.</summary>
        public byte* Start;

        /// <summary>Where the four bytes start that end with the next slot; in an array without slots, the next element.</summary>
        public byte* Slot;

        /// <summary>Bytes from one slot or element to the next.</summary>
        public int Step;

        /// <summary>How far to shift the four bytes, or -1 in an array without slots.</summary>
        public int SlotShift;

        /// <summary>How many children are left.</summary>
        public int Left;

        /// <summary>The end offset of the next name; null in an array.</summary>
        public byte* End;

        /// <summary>Bytes of an end offset.</summary>
        public int EndStep;

        /// <summary>Where the next name starts, counted from <see cref="Names"/>.</summary>
        public uint NameStart;

        /// <summary>Bytes of all names.</summary>
        public uint NamesLength;

        /// <summary>An object's names, one behind the other.</summary>
        public byte* Names;

        /// <summary><see cref="NamesLength"/> if none of the names needs an escape, otherwise 0.</summary>
        public uint PlainLength;

        /// <summary>The end of what may be read behind a name.</summary>
        public byte* NamesReadableEnd;

        /// <summary>What <see cref="End"/> is before the first name.</summary>
        public byte* FirstEnd;

        /// <summary>Where the block ends that the names were read from.</summary>
        public byte* BlockEnd;

        /// <summary>How many names there are.</summary>
        public int NameCount;

        /// <summary>The address of the shape that an object brings itself, or the number of one with what says whose it is.</summary>
        public long Shape;
    }
}
