namespace Blittable;

/// <summary>Identifies the kind of error that a <see cref="BlittableException"/> reports.</summary>
public enum BlittableErrorCode
{
    /// <summary>No error; never thrown.</summary>
    None = 0,

    /// <summary>A JSON text, or MessagePack, ends before its value does.</summary>
    UnexpectedEnd,

    /// <summary>A JSON text has a character where the grammar allows none of its kind.</summary>
    UnexpectedCharacter,

    /// <summary>A JSON text, or MessagePack, continues after its value.</summary>
    TrailingCharacters,

    /// <summary>A JSON string has an escape that does not exist, or half of a surrogate pair.</summary>
    InvalidEscape,

    /// <summary>A JSON string holds a control character that must be escaped.</summary>
    ControlCharacter,

    /// <summary>Text that is not UTF-8.</summary>
    InvalidUtf8,

    /// <summary>A number that the JSON grammar does not allow.</summary>
    InvalidNumber,

    /// <summary>Containers nested deeper than the limit that was set.</summary>
    TooDeep,

    /// <summary>An input larger than the limit.</summary>
    InputTooLarge,

    /// <summary>A document that would grow past the limit.</summary>
    DocumentTooLarge,

    /// <summary>A rendering that would grow past the limit, as shared values can make it.</summary>
    ExpansionTooLarge,

    /// <summary>Bytes that are not a document, an encoded value, a table or a file of this library, or are damaged.</summary>
    InvalidData,

    /// <summary>Bytes of a format version, or with a required feature, that this library does not know.</summary>
    UnsupportedVersion,

    /// <summary>The document was written with a dictionary, and none was given.</summary>
    DictionaryMissing,

    /// <summary>The dictionary that was given is not the one that the document was written with, or a copy of it that grew apart.</summary>
    DictionaryMismatch,

    /// <summary>A value of another kind than the one asked for.</summary>
    WrongKind,

    /// <summary>A number that does not fit the type that was asked for.</summary>
    NumberOutOfRange,

    /// <summary>A property, path or index that is not there.</summary>
    NotFound,

    /// <summary>A path expression that cannot be read.</summary>
    InvalidPath,

    /// <summary>A value that JSON has no text for.</summary>
    NotJson,

    /// <summary>A builder, writer or reader used out of order.</summary>
    InvalidOperation,

    /// <summary>This copy of the dictionary lacks the version that a document, or a file of changes, goes on from.</summary>
    DictionaryOutdated,

    /// <summary>A dictionary that would grow past the limit.</summary>
    DictionaryTooLarge,

    /// <summary>A JSON Patch that does not follow RFC 6902, or has an operation that its document has no place for.</summary>
    InvalidPatch,

    /// <summary>A JSON Patch whose test found another value than the one it asks for.</summary>
    TestFailed,

    /// <summary>An object with two properties of one name, where options refuse that.</summary>
    DuplicateName,

    /// <summary>The text of a condition or expression that cannot be read.</summary>
    InvalidQuery,
}
