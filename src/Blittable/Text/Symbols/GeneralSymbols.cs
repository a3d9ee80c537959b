using Blittable.Strings;

namespace Blittable.Text;

/// <summary>The symbol table that ships with the library, for documents without one of their own.</summary>
/// <remarks>
/// Part of the format: it never changes, a better one would be a new encoding.
/// How it was made: docs/STRINGS.md.
/// </remarks>
internal static partial class GeneralSymbols
{
    /// <summary>The table.</summary>
    public static SymbolTable Table { get; } = SymbolTable.OfChecked(Bytes);
}
