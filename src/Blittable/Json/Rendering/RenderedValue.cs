namespace Blittable.Json;

/// <summary>Where in the buffer that is being filled a value's text stands.</summary>
internal struct RenderedValue
{
    /// <summary>The value's address, and in the upper half the number of the buffer.</summary>
    public ulong Key;

    /// <summary>Where its text starts, counted from the buffer's start.</summary>
    public int Start;

    /// <summary>Bytes of its text.</summary>
    public int Length;
}
