using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

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

/// <summary>Converts codes in which each verbatim byte has an escape to codes in which adjacent verbatim bytes form runs, as in Smaz.</summary>
/// <param name="escape">The escape. The next higher code precedes a run.</param>
/// <param name="destination">The destination of the new codes. Bytes after them may be overwritten.</param>
internal ref struct VerbatimRuns(byte escape, Span<byte> destination)
{
    /// <summary>The number of bytes after the codes that the vector path reads, and writes after its output.</summary>
    public const int Slack = 64;

    private const int Pair = 2, Head = 2;

    /// <summary>The maximum length of a run that the vector path converts with vectors.</summary>
    private const int ShortRun = 8;

    private readonly Span<byte> _destination = destination;

    /// <summary>The number of last bytes that belong to one run, which the next codes may extend.</summary>
    private int _run;

    /// <summary>Gets the number of bytes written.</summary>
    public int Written { get; private set; }

    /// <summary>Appends codes.</summary>
    /// <param name="codes">The codes, followed by <see cref="Slack"/> bytes.</param>
    /// <param name="count">The number of bytes of codes.</param>
    /// <returns>False if the destination is too short.</returns>
    public bool TryAppend(scoped ReadOnlySpan<byte> codes, int count)
    {
        Debug.Assert(codes.Length >= count + Slack);
        var next = 0;
        if (Vector256.IsHardwareAccelerated && _run == 0 && _destination.Length - Written >= count + Slack)
        {
            next = AppendVectors(ref MemoryMarshal.GetReference(codes), count);
        }

        return next == count || TryAppendScalar(codes[next..count]);
    }

    /// <summary>Appends codes 64 at a time, up to a verbatim byte that equals the escape, which does not occur in UTF-8.</summary>
    /// <returns>The number of bytes of codes converted. They do not end with an escape.</returns>
    private int AppendVectors(scoped ref byte codes, int count)
    {
        // No block ends between an escape and its byte.
        const int Block = 64, Most = Block - Pair;
        const ulong Evens = 0x5555555555555555;
        ref var output = ref MemoryMarshal.GetReference(_destination);
        var escapes = Vector256.Create(escape);
        nint next = 0, written = Written;
        var run = 0;
        while (next < count)
        {
            var lower = Vector256.LoadUnsafe(ref codes, (nuint)next);
            var upper = Vector256.LoadUnsafe(ref codes, (nuint)next + (nuint)Vector256<byte>.Count);
            var left = (int)(count - next);
            var escaped = ByteMaskKernel.Of(Vector256.Equals(lower, escapes), Vector256.Equals(upper, escapes));
            escaped &= left < Block ? (1UL << left) - 1 : ulong.MaxValue;
            if ((escaped & (escaped << 1)) != 0)
            {
                break;
            }

            lower.StoreUnsafe(ref output, (nuint)written);
            upper.StoreUnsafe(ref output, (nuint)written + (nuint)Vector256<byte>.Count);
            var pairs = escaped & (escaped >> Pair);
            if (pairs == 0)
            {
                var taken = left <= Block ? left : Most - (int)(escaped >> (Most - 1) & 1);
                next += taken;
                written += taken;
                run = left <= Block && left >= Pair ? (int)(escaped >> (left - Pair) & 1) : 0;
                continue;
            }

            var start = BitOperations.TrailingZeroCount(pairs);
            next += start;
            written += start;
            run = BitOperations.TrailingZeroCount(~(escaped >> start) & Evens) / Pair;
            if (run <= ShortRun && start + (Pair * (run + 1)) <= Block)
            {
                // Extract the upper byte of each pair.
                var verbatim = Vector128.LoadUnsafe(ref codes, (nuint)next).AsUInt16() >>> 8;
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, written + Head), Vector128.Narrow(verbatim, verbatim).AsUInt64().ToScalar());
            }
            else
            {
                for (run = 0; run < SmazCodebook.MaxRun && next + (Pair * run) < count && Unsafe.Add(ref codes, next + (Pair * run)) == escape; run++)
                {
                    Unsafe.Add(ref output, written + Head + run) = Unsafe.Add(ref codes, next + (Pair * run) + 1);
                }
            }

            Unsafe.Add(ref output, written) = SmazCodebook.VerbatimRun;
            Unsafe.Add(ref output, written + 1) = (byte)(run - 1);
            next += Pair * run;
            written += Head + run;
        }

        _run = next == count ? run : 0;
        Written = (int)written;
        return (int)next;
    }

    /// <summary>Appends one code at a time.</summary>
    internal bool TryAppendScalar(scoped ReadOnlySpan<byte> codes)
    {
        for (var next = 0; next < codes.Length; next++)
        {
            var room = _destination[Written..];
            if (codes[next] != escape)
            {
                if (room.IsEmpty)
                {
                    return false;
                }

                room[0] = codes[next];
                Written++;
                _run = 0;
                continue;
            }

            if (!TryAppendVerbatim(codes[++next], room))
            {
                return false;
            }
        }

        return true;
    }

    private bool TryAppendVerbatim(byte verbatim, Span<byte> room)
    {
        _run %= SmazCodebook.MaxRun;
        if (room.Length < (_run > 1 ? 1 : 2))
        {
            return false;
        }

        switch (_run)
        {
            case 0:
                room[0] = escape;
                room[1] = verbatim;
                Written += 2;
                break;
            case 1:
                // From "escape, byte" to "run, count, byte, byte".
                _destination[Written - 2] = SmazCodebook.VerbatimRun;
                room[0] = _destination[Written - 1];
                _destination[Written - 1] = 1;
                room[1] = verbatim;
                Written += 2;
                break;
            default:
                room[0] = verbatim;
                Written++;
                _destination[Written - _run - 2] = (byte)_run;
                break;
        }

        _run++;
        return true;
    }
}
