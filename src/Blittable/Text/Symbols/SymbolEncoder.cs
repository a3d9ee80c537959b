using System.Runtime.CompilerServices;

namespace Blittable.Text;

/// <summary>Encodes text as codes of a symbol table, always choosing the longest symbol: one encoder for Smaz, the general table and trained tables.</summary>
/// <remarks>
/// The search structures are built for the first text, because they take a third of a megabyte and a program may have a thousand tables.
/// Thread-safe.
/// </remarks>
/// <param name="symbols">The symbols in the order of their codes.</param>
/// <param name="escape">The code that precedes one verbatim byte. If it is below 255, adjacent verbatim bytes become runs, as in Smaz.</param>
internal sealed class SymbolEncoder(Symbol[] symbols, byte escape = SymbolTableView.Escape)
{
    /// <summary>The number of bytes after twice the length of a text with which it is compressed directly into the destination.</summary>
    public const int Slack = SymbolAutomatonKernel.LanesSlack;

    /// <summary>The size in bytes of the pieces of a text that is compressed through a buffer.</summary>
    private const int Piece = 1024;

    /// <summary>The minimum length for <see cref="SymbolVectorKernel"/>, which takes the same time for any 64 bytes.</summary>
    private const int LeastForVectors = 24;

    private readonly bool _hasRuns = escape < SmazCodebook.VerbatimRun;

    private SymbolAutomaton? _automaton;

    private SymbolTrie? _trie;

    private bool _hasNoTrie;

    /// <summary>Gets the automaton of the symbols.</summary>
    /// <remarks>Two threads may build it at the same time, with equal results.</remarks>
    private SymbolAutomaton Automaton => _automaton ??= new SymbolAutomaton(symbols, escape);

    /// <summary>Gets the trie of the symbols for the vector kernel, or null if the symbols do not fit into its tables.</summary>
    private SymbolTrie? Trie => _trie ?? (_hasNoTrie ? null : BuildTrie());

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">The destination of the codes. Bytes after them may be overwritten.</param>
    /// <returns>The number of bytes written, or -1 as soon as the destination is too short.</returns>
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

    /// <summary>Compresses a text piece by piece through a buffer. The buffer is required to create runs, and if the destination has no space for the bytes
    /// that kernels store after their codes.</summary>
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
