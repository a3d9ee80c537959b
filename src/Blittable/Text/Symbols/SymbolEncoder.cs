using System.Runtime.CompilerServices;

namespace Blittable.Text;

/// <summary>Text to codes of a symbol table, at each step the longest symbol: one encoder for Smaz, the general table and trained ones.</summary>
/// <remarks>
/// What finds symbols is built when the first text needs it: it takes a third of a megabyte, and a program may hold a thousand tables.
/// Safe for any number of threads.
/// </remarks>
/// <param name="symbols">The symbols in the order of their codes.</param>
/// <param name="escape">The code that announces one verbatim byte. If it is below 255, adjacent verbatim bytes become runs, as in Smaz.</param>
internal sealed class SymbolEncoder(Symbol[] symbols, byte escape = SymbolTableView.Escape)
{
    /// <summary>Bytes after twice the length of a text with which it is compressed in place, without a copy.</summary>
    public const int Slack = SymbolAutomatonKernel.LanesSlack;

    /// <summary>Texts that are compressed by way of a buffer are taken in pieces of so many bytes.</summary>
    private const int Piece = 1024;

    /// <summary>From this many bytes on <see cref="SymbolVectorKernel"/>, which takes the same time for any 64 bytes, is faster.</summary>
    private const int LeastForVectors = 24;

    private readonly bool _hasRuns = escape < SmazCodebook.VerbatimRun;

    private SymbolAutomaton? _automaton;

    private SymbolTrie? _trie;

    private bool _hasNoTrie;

    /// <summary>The symbols for the kernel.</summary>
    /// <remarks>Two threads may build them at once; they are the same.</remarks>
    private SymbolAutomaton Automaton => _automaton ??= new SymbolAutomaton(symbols, escape);

    /// <summary>The symbols for the kernel that takes 64 places at once; null if they do not fit into its tables.</summary>
    private SymbolTrie? Trie => _trie ?? (_hasNoTrie ? null : BuildTrie());

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">Where the codes go. Bytes after them may be overwritten.</param>
    /// <returns>Bytes written; -1 as soon as the destination is too short.</returns>
    public int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (_hasRuns || destination.Length < (2L * text.Length) + Slack)
        {
            return EncodePieces(text, destination);
        }

        if (text.Length >= LeastForVectors && SymbolVectorKernel.IsSupported && Trie is { } trie)
        {
            return SymbolVectorKernel.Encode(trie, escape, text, destination, out _);
        }

        nint state = 0;
        return SymbolAutomatonKernel.Encode(Automaton, text, isLast: true, destination, ref state);
    }

    /// <summary>Compresses a text by way of a buffer, piece by piece: into runs, or because the destination has no room for what kernels store after
    /// their codes.</summary>
    [SkipLocalsInit]
    private int EncodePieces(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        Span<byte> codes = stackalloc byte[(2 * Piece) + Slack];
        var trie = text.Length >= LeastForVectors && SymbolVectorKernel.IsSupported ? Trie : null;
        var runs = new VerbatimRuns(escape, destination);
        var written = 0;
        nint state = 0;
        while (!text.IsEmpty)
        {
            int count;
            if (trie is null)
            {
                var piece = text[..Math.Min(text.Length, Piece)];
                text = text[piece.Length..];
                count = SymbolAutomatonKernel.Encode(Automaton, piece, text.IsEmpty, codes, ref state);
            }
            else
            {
                count = SymbolVectorKernel.Encode(trie, escape, text, codes, out var consumed);
                text = text[consumed..];
            }

            if (!(_hasRuns ? runs.TryAppend(codes, count) : codes[..count].TryCopyTo(destination[written..])))
            {
                return -1;
            }

            written = _hasRuns ? runs.Written : written + count;
        }

        return written;
    }

    private SymbolTrie? BuildTrie()
    {
        var trie = SymbolTrie.TryBuild(symbols, escape);
        _trie = trie;
        _hasNoTrie = trie is null;
        return trie;
    }
}
