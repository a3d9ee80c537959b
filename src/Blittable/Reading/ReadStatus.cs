namespace Blittable.Reading;

/// <summary>Reports the result of reading a value as a type: the public methods return it as true or false, or throw it.</summary>
internal enum ReadStatus
{
    Done,

    /// <summary>The value is of another kind.</summary>
    WrongKind,

    /// <summary>The type cannot hold the number, or not without its fraction.</summary>
    OutOfRange,

    /// <summary>The text of the number breaks RFC 8259: memory mode leaves that to the reader.</summary>
    InvalidNumber,
}
