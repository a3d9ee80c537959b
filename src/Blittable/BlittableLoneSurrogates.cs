namespace Blittable;

/// <summary>Specifies what happens to escapes such as <c>\ud83d</c> that name half of a surrogate pair, which no UTF-8 text can hold.</summary>
public enum BlittableLoneSurrogates
{
    /// <summary>The text is refused with <see cref="BlittableErrorCode.InvalidEscape"/>.</summary>
    Refuse,

    /// <summary>The replacement character U+FFFD takes their place.</summary>
    Replace,

    /// <summary>The string gets the six characters of the escape, backslash included.</summary>
    KeepEscape,
}
