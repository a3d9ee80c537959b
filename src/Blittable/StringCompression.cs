namespace Blittable;

/// <summary>Specifies how disk mode compresses the strings of a document.</summary>
/// <remarks>
/// Each string is compressed independently, so it can be read without other strings, and only if that makes it shorter. In every mode except
/// <see cref="None"/>, strings of digits, dates and hexadecimal identifiers may also be stored with 4 bits per character.
/// </remarks>
public enum StringCompression
{
    /// <summary>Strings are not compressed.</summary>
    None,

    /// <summary>
    /// Smaz with its standard codebook. It needs no training, and any Smaz decoder can decode the strings. A string is stored raw unless compression saves at
    /// least a sixth of it and at least five bytes. It is also stored raw if the predicted saving is not worth the time
    /// (<see cref="BlittableOptions.NanosecondsPerByte"/>). If the document has a dictionary with a symbol table, the table is used as by
    /// <see cref="Trained"/>.
    /// </summary>
    Smaz,

    /// <summary>The symbol table built into this library. It compresses most text better than Smaz, but only this library can decode it.</summary>
    General,

    /// <summary>
    /// A symbol table trained on the strings themselves and stored in a dictionary or in the document. Without a trained table, the general table is used. A
    /// document contains a table only if it saves more than its own size. A string that is shorter in Smaz is stored in Smaz.
    /// </summary>
    Trained,
}
