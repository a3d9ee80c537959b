namespace Blittable.Json;

/// <summary>A container that is being rendered: where its children and their names are, and which comes next.</summary>
internal unsafe struct RenderFrame
{
    /// <summary>End offsets of an object's names; null in an array.</summary>
    public byte* Ends;

    /// <summary>An object's names, one behind the other.</summary>
    public byte* Names;

    /// <summary>Bytes of all names.</summary>
    public uint NamesLength;

    /// <summary>Where the container's tag is.</summary>
    public int Address;

    /// <summary>Where its slots start; in an array without slots, its elements.</summary>
    public int Start;

    /// <summary>How many children it has.</summary>
    public int Count;

    /// <summary>The child that comes next.</summary>
    public int Next;

    /// <summary>Bytes of a slot; 0 in an array without slots.</summary>
    public int SlotSize;

    /// <summary>Bytes from one element to the next in an array without slots.</summary>
    public int Stride;

    /// <summary>Bytes of an end offset as a power of two.</summary>
    public int EndShift;
}
