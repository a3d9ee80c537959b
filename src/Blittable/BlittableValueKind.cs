namespace Blittable;

/// <summary>Identifies the kind of a value, in JSON terms.</summary>
public enum BlittableValueKind : byte
{
    /// <summary>No value: an uninitialized <see cref="BlittableValue"/>.</summary>
    Undefined,

    /// <summary>An object: an ordered list of named properties.</summary>
    Object,

    /// <summary>An array: an ordered list of values.</summary>
    Array,

    /// <summary>A string, including dates.</summary>
    String,

    /// <summary>A number of any size.</summary>
    Number,

    /// <summary>The literal true.</summary>
    True,

    /// <summary>The literal false.</summary>
    False,

    /// <summary>The literal null.</summary>
    Null,

    /// <summary>Binary data or an extension of another format. These kinds do not exist in JSON.</summary>
    Binary,
}
