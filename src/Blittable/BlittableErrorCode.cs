namespace Blittable;

/// <summary>Identifies the kind of error that a <see cref="BlittableException"/> reports.</summary>
public enum BlittableErrorCode
{
    /// <summary>No error. Never thrown.</summary>
    None = 0,

    /// <summary>JSON text or MessagePack ends before its value is complete.</summary>
    UnexpectedEnd,

    /// <summary>JSON text contains a character that the grammar does not allow at its position.</summary>
    UnexpectedCharacter,

    /// <summary>JSON text or MessagePack continues after its value.</summary>
    TrailingCharacters,

    /// <summary>A JSON string contains an invalid escape or a lone surrogate.</summary>
    InvalidEscape,

    /// <summary>A JSON string contains an unescaped control character.</summary>
    ControlCharacter,

    /// <summary>Text is not valid UTF-8.</summary>
    InvalidUtf8,

    /// <summary>A number is not allowed by the JSON grammar.</summary>
    InvalidNumber,

    /// <summary>Containers are nested more deeply than the limit allows.</summary>
    TooDeep,

    /// <summary>An input exceeds the maximum size.</summary>
    InputTooLarge,

    /// <summary>A document would exceed the maximum size.</summary>
    DocumentTooLarge,

    /// <summary>A document expands beyond its limit because it shares values, or a query or patch exceeds its work limit.</summary>
    ExpansionTooLarge,

    /// <summary>Bytes are damaged, or are not a document, encoded value, table or file of this library.</summary>
    InvalidData,

    /// <summary>Bytes have an unknown format version, or require an unknown feature.</summary>
    UnsupportedVersion,

    /// <summary>The document was written with a dictionary, but no dictionary was provided.</summary>
    DictionaryMissing,

    /// <summary>The provided dictionary is not the dictionary that the document was written with, or is a copy that diverged from it.</summary>
    DictionaryMismatch,

    /// <summary>A value is not of the requested kind.</summary>
    WrongKind,

    /// <summary>A number does not fit the requested type.</summary>
    NumberOutOfRange,

    /// <summary>A property, path or index does not exist.</summary>
    NotFound,

    /// <summary>A path expression cannot be parsed.</summary>
    InvalidPath,

    /// <summary>A value has no JSON representation.</summary>
    NotJson,

    /// <summary>A builder, writer or reader was called out of order.</summary>
    InvalidOperation,

    /// <summary>The copy of the dictionary lacks the version that a document, or a set of changes, is based on.</summary>
    DictionaryOutdated,

    /// <summary>A dictionary would exceed the maximum size.</summary>
    DictionaryTooLarge,

    /// <summary>A JSON Patch does not conform to RFC 6902, or contains an operation that cannot be applied to the document.</summary>
    InvalidPatch,

    /// <summary>A test operation of a JSON Patch found a different value.</summary>
    TestFailed,

    /// <summary>An object has two properties with equal names, and the options do not allow it.</summary>
    DuplicateName,

    /// <summary>The text of a condition or expression cannot be parsed.</summary>
    InvalidQuery,
}
