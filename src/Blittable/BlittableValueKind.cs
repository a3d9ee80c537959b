namespace Blittable;

/// <summary>Identifies the kind of a value in terms of JSON.</summary>
public enum BlittableValueKind : byte
{
    /// <summary>No value: a default <see cref="BlittableValue"/>.</summary>
    Undefined,

    /// <summary>Properties in order, by name.</summary>
    Object,

    /// <summary>Values in order.</summary>
    Array,

    /// <summary>Text, dates included.</summary>
    String,

    /// <summary>A number of any size.</summary>
    Number,

    /// <summary>The literal true.</summary>
    True,

    /// <summary>The literal false.</summary>
    False,

    /// <summary>The literal null.</summary>
    Null,

    /// <summary>Bytes, or a foreign extension: kinds that JSON lacks.</summary>
    Binary,
}
