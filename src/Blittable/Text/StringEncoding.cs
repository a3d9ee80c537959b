namespace Blittable.Text;

/// <summary>Specifies how a string is stored. The numbers are part of the format, because tags contain them.</summary>
internal enum StringEncoding : byte
{
    /// <summary>Unencoded UTF-8.</summary>
    Raw = 0,

    /// <summary>Smaz codes with the standard codebook.</summary>
    Smaz = 1,

    /// <summary>Two characters of <c>-./0123456789: T</c> per byte.</summary>
    NibbleDecimal = 2,

    /// <summary>Two lowercase hexadecimal digits per byte.</summary>
    NibbleHex = 3,

    /// <summary>Codes of the symbol table that ships with the library.</summary>
    General = 4,

    /// <summary>Codes of the symbol table in the document or its dictionary.</summary>
    Trained = 5,
}
