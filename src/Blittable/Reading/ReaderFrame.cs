namespace Blittable.Reading;

/// <summary>Represents the remaining part of a container that a <see cref="BlittableReader"/> is reading.</summary>
internal struct ReaderFrame
{
    /// <summary>The address of the container. It is negative for a row of a number matrix.</summary>
    public int Address;

    /// <summary>The address of the current slot. In an array without slots, the address of the child. In a number array, its index.</summary>
    public int Place;

    /// <summary>The distance between consecutive values of <see cref="Place"/>.</summary>
    public int Step;

    /// <summary>The number of children after the current child in the run.</summary>
    public int Left;

    /// <summary>The slot size in bits. In an array without slots, 0. In a number array, the address of its elements.</summary>
    public int Form;

    /// <summary>The index of the first child of the next run, or a negative number if there are no more runs.</summary>
    public int Next;

    /// <summary>The address that slots are subtracted from.</summary>
    public int Origin;

    /// <summary>The number of children in the run.</summary>
    public int Count;

    /// <summary>The start of the names' end offsets, in the document or in the shapes of the dictionary.</summary>
    public int Ends;

    /// <summary>The offset of the end offset of the run's first name, relative to <see cref="Ends"/>.</summary>
    public int FirstEnd;

    /// <summary>The size of an end offset in bits, or 0 in an array.</summary>
    public int EndBits;

    /// <summary>The origin of the end offsets, and the start of the run's first name, relative to <see cref="Ends"/>.</summary>
    public uint NameOrigin, NameStart;

    /// <summary>Indicates whether the names are in the shapes of the dictionary.</summary>
    public bool HasDictionaryShape;

    /// <summary>Indicates whether the elements are the rows of a number matrix.</summary>
    public bool HasRows;
}
