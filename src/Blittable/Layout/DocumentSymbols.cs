using Blittable.Strings;

namespace Blittable.Layout;

/// <summary>Expands a document's own symbol table for callers that read much of the document. The table is expanded once enough strings have been read in
/// place to expect more.</summary>
/// <remarks>
/// Expansion takes about 3,000 ns and saves 10 ns for each 40-byte string. Thread-safe: two threads that expand at once only duplicate the work.
/// The table is a copy. Changing the bytes of the document later is forbidden, but would not change a symbol.
/// </remarks>
internal sealed class DocumentSymbols
{
    /// <summary>The number of strings that are read in place before the table is expanded.</summary>
    public const int ReadsInPlace = 128;

    private SymbolTable? _table;
    private int _reads;

    /// <summary>Returns the expanded table, or null while strings are read in place.</summary>
    /// <param name="document">The document, which must be the same for all calls.</param>
    /// <exception cref="BlittableException">The table has been damaged since the document was opened.</exception>
    public SymbolTable? Table(ReadOnlySpan<byte> document) => _table ?? Count(document);

    private SymbolTable? Count(ReadOnlySpan<byte> document)
    {
        if (++_reads > ReadsInPlace)
        {
            var trailer = Trailer.Read(document);
            _table = SymbolTable.Load(trailer.Symbols, trailer.SymbolTable);
        }

        return _table;
    }
}
