namespace Blittable.Wire;

/// <summary>Reports the result of reading MessagePack.</summary>
internal enum WireStatus
{
    Done,

    /// <summary>The bytes end before the value does, or a declared length or count passes what is left of them.</summary>
    Truncated,

    /// <summary>The code that the specification never uses.</summary>
    NeverUsed,

    /// <summary>A string that is not UTF-8.</summary>
    InvalidUtf8,

    /// <summary>A map's key that is not a string and, by the options, does not become one.</summary>
    InvalidKey,

    TooDeep,
}
