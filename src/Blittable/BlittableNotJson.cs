namespace Blittable;

/// <summary>Selects what is written for a value that JSON cannot represent.</summary>
public enum BlittableNotJson
{
    /// <summary>Nothing: the rendering ends with <see cref="BlittableErrorCode.NotJson"/>.</summary>
    Refuse,

    /// <summary>The literal <c>null</c>.</summary>
    Null,

    /// <summary>A string: <c>"NaN"</c>, <c>"Infinity"</c>, <c>"-Infinity"</c>, or the base64 of an extension's bytes.</summary>
    String,
}
