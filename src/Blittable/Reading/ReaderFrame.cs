namespace Blittable.Reading;

/// <summary>A container that a <see cref="BlittableReader"/> is in: what is left of it.</summary>
internal struct ReaderFrame
{
    /// <summary>The container's address; negative for a row of a number matrix.</summary>
    public int Address;

    /// <summary>The slot of the current child; in an array without slots, the child; in a number array, its index.</summary>
    public int Place;

    /// <summary>The distance from one <see cref="Place"/> to the next.</summary>
    public int Step;

    /// <summary>Children after the current one, in this run.</summary>
    public int Left;

    /// <summary>Bits of a slot; 0 in an array without slots; the address of the elements of a number array.</summary>
    public int Form;

    /// <summary>The first child of the next run; negative if no run follows.</summary>
    public int Next;

    /// <summary>The address that slots count back from.</summary>
    public int Origin;

    /// <summary>Children of this run.</summary>
    public int Count;

    /// <summary>Where the end offsets of the names start, in the document or in the shapes of the dictionary.</summary>
    public int Ends;

    /// <summary>Where the end offset of the first name of this run is, relative to <see cref="Ends"/>.</summary>
    public int FirstEnd;

    /// <summary>Bits of an end offset; 0 in an array.</summary>
    public int EndBits;

    /// <summary>The position that end offsets count from, and the start of the first name of this run, relative to <see cref="Ends"/>.</summary>
    public uint NameOrigin, NameStart;

    /// <summary>A value that indicates whether the names are in the shapes of the dictionary.</summary>
    public bool HasDictionaryShape;

    /// <summary>A value that indicates whether the elements are the rows of a number matrix.</summary>
    public bool HasRows;
}
