namespace Blittable;

/// <summary>Selects how disk mode compresses the strings of a document.</summary>
/// <remarks>
/// Each string is compressed by itself, so that it is read without its neighbours, and only where that makes it shorter.
/// In every mode but <see cref="None"/> strings of digits, dates and hexadecimal identifiers are also tried at 4 bits a character.
/// </remarks>
public enum StringCompression
{
    /// <summary>Strings are stored as they are.</summary>
    None,

    /// <summary>
    /// Smaz with its standard codebook: needs no training, and any Smaz decoder reads the bytes of a string. A string stays raw unless it becomes a sixth
    /// and at least five bytes shorter, or if a prediction says that this is not worth the time (<see cref="BlittableOptions.NanosecondsPerByte"/>).
    /// </summary>
    Smaz,

    /// <summary>The symbol table that ships with this library: smaller than Smaz on most text, but only this library knows it.</summary>
    General,

    /// <summary>
    /// A symbol table trained on the strings themselves, kept in a dictionary or in the document; the general table without a trained table.
    /// A document carries a table only if it saves more than it takes, and a string that is shorter in Smaz is stored in Smaz.
    /// </summary>
    Trained,
}
