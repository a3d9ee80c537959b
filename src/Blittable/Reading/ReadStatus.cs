namespace Blittable.Reading;

/// <summary>Specifies the result of reading a value as a type. Public methods return it as true or false, or throw an exception.</summary>
internal enum ReadStatus
{
    Done,

    /// <summary>The value is of another kind.</summary>
    WrongKind,

    /// <summary>The type cannot represent the number, or only without its fraction.</summary>
    OutOfRange,

    /// <summary>The text of the number does not conform to RFC 8259. Conversion in memory mode leaves this check to the reader.</summary>
    InvalidNumber,
}
