namespace Blittable.Rendering;

/// <summary>Represents the position of a value's text in the current output buffer.</summary>
internal struct RenderedValue
{
    /// <summary>The address of the value and, in the upper half, the number of the buffer.</summary>
    public ulong Key;

    /// <summary>The lower halves of the addresses at which its text starts and ends.</summary>
    public uint Start, End;

    /// <summary>Gets the length of its text in bytes.</summary>
    public readonly int Length => (int)(End - Start);
}
