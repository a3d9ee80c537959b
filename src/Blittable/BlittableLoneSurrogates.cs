namespace Blittable;

/// <summary>Specifies the handling of escapes such as <c>\ud83d</c> that represent a lone surrogate, which cannot be encoded in UTF-8.</summary>
public enum BlittableLoneSurrogates
{
    /// <summary>Rejects the text with <see cref="BlittableErrorCode.InvalidEscape"/>.</summary>
    Refuse,

    /// <summary>Replaces the escape with the replacement character U+FFFD.</summary>
    Replace,

    /// <summary>Keeps the six characters of the escape, including the backslash, in the string.</summary>
    KeepEscape,
}
