namespace Blittable;

/// <summary>Specifies how JSON texts follow each other in a stream.</summary>
public enum BlittableTextFormat
{
    /// <summary>
    /// Detects the format. A text after a record separator starts a <see cref="Sequence"/>, an array of objects is an <see cref="Array"/>, a first line that is
    /// one value means <see cref="Lines"/>, and anything else is <see cref="Concatenated"/>.
    /// </summary>
    Auto,

    /// <summary>The stream has one JSON text.</summary>
    Single,

    /// <summary>Newline-delimited JSON: each line that is not blank is a text.</summary>
    Lines,

    /// <summary>The stream has one JSON array, and each element is a text. The array is never held as a whole.</summary>
    Array,

    /// <summary>Texts follow each other with or without white space between them, and may have line breaks inside.</summary>
    Concatenated,

    /// <summary>JSON text sequences (RFC 7464): a record separator (0x1E) before each text.</summary>
    Sequence,
}
