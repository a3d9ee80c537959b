namespace Blittable;

/// <summary>What to write for a value that JSON has no text for.</summary>
public enum BlittableNotJson
{
    /// <summary>Nothing: the rendering ends with <see cref="BlittableErrorCode.NotJson"/>.</summary>
    Refuse,

    /// <summary>The literal <c>null</c>.</summary>
    Null,

    /// <summary>A string: <c>"NaN"</c>, <c>"Infinity"</c>, <c>"-Infinity"</c>, or the base64 of an extension's bytes.</summary>
    String,
}
