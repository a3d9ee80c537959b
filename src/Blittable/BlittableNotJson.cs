namespace Blittable;

/// <summary>Specifies the output for a value that JSON cannot represent.</summary>
public enum BlittableNotJson
{
    /// <summary>Rendering fails with <see cref="BlittableErrorCode.NotJson"/>.</summary>
    Refuse,

    /// <summary>The literal <c>null</c>.</summary>
    Null,

    /// <summary>A string: <c>"NaN"</c>, <c>"Infinity"</c>, <c>"-Infinity"</c>, or the base64 text of an extension's data.</summary>
    String,
}
