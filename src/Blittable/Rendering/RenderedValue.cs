namespace Blittable.Rendering;

/// <summary>The position of a value's text in the current output buffer.</summary>
internal struct RenderedValue
{
    /// <summary>The value's address, and in the upper half the number of the buffer.</summary>
    public ulong Key;

    /// <summary>The lower halves of the addresses where its text starts and ends.</summary>
    public uint Start, End;

    /// <summary>Bytes of its text.</summary>
    public readonly int Length => (int)(End - Start);
}
