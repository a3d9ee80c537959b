namespace Blittable;

/// <summary>Specifies how JSON texts are arranged in a stream.</summary>
public enum BlittableTextFormat
{
    /// <summary>
    /// Detects the format from the first bytes. The format is <see cref="Sequence"/> if the stream starts with a record separator, and <see cref="Array"/> if
    /// it is an array of objects, unless another text follows an array of at most 64 KB on a later line. It is <see cref="Lines"/> if the first line is one
    /// value, and otherwise <see cref="Concatenated"/>. After a first line with one value, a line with only an opening bracket starts a text over several lines;
    /// if faults are skipped, this applies only to objects. If texts over one line and over several lines are mixed in other ways, specify
    /// <see cref="Concatenated"/>. The first element of an array is returned after 64 KB were read or the array has ended; to read elements of a slow stream
    /// immediately, specify <see cref="Array"/>.
    /// </summary>
    Auto,

    /// <summary>A single JSON text.</summary>
    Single,

    /// <summary>Newline-delimited JSON. Each line that has more than white space and skipped comments is a text.</summary>
    Lines,

    /// <summary>A single JSON array, each element of which is a text. The array is never held in memory as a whole.</summary>
    Array,

    /// <summary>Consecutive texts, with or without white space between them. Texts may contain line breaks.</summary>
    Concatenated,

    /// <summary>A JSON text sequence (RFC 7464). A record separator (0x1E) precedes each text. A number or literal that is not followed by white space
    /// is invalid, because it may be truncated.</summary>
    Sequence,
}
