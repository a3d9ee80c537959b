namespace Blittable.Wire;

/// <summary>Specifies the result of reading MessagePack.</summary>
internal enum WireStatus
{
    Done,

    /// <summary>The input ends before the value does, or a declared length or count exceeds the rest of the input.</summary>
    Truncated,

    /// <summary>The format byte that the specification never uses.</summary>
    NeverUsed,

    /// <summary>A string that is not valid UTF-8.</summary>
    InvalidUtf8,

    /// <summary>A map key that is not a string and that the options do not convert to a string.</summary>
    InvalidKey,

    TooDeep,
}
