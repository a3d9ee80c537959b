using Blittable.Strings;

namespace Blittable.Text;

/// <summary>Provides the symbol table that ships with the library, for documents without their own table.</summary>
/// <remarks>
/// The table is part of the format and never changes. A better one would be a new encoding.
/// docs/STRINGS.md describes its creation.
/// </remarks>
internal static partial class GeneralSymbols
{
    /// <summary>Gets the table.</summary>
    public static SymbolTable Table { get; } = SymbolTable.OfChecked(Bytes);
}
