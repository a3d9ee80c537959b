namespace Blittable.Text;

/// <summary>How the bytes of one string are stored. The numbers are part of the format: they stand in tags.</summary>
internal enum StringEncoding : byte
{
    /// <summary>UTF-8 as it is.</summary>
    Raw = 0,

    /// <summary>Smaz codes, standard codebook.</summary>
    Smaz = 1,

    /// <summary>Two characters of <c>-./0123456789: T</c> a byte.</summary>
    NibbleDecimal = 2,

    /// <summary>Two lowercase hexadecimal digits a byte.</summary>
    NibbleHex = 3,

    /// <summary>Codes of the symbol table that ships with the library.</summary>
    General = 4,

    /// <summary>Codes of the symbol table that the document or its dictionary carries.</summary>
    Trained = 5,
}
