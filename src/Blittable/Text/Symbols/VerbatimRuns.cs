using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Codes in which each verbatim byte has an escape of its own, to codes in which adjacent ones are runs, as Smaz has them.</summary>
/// <param name="escape">The escape; the next code announces a run.</param>
/// <param name="destination">Where the new codes go. Bytes after them may be overwritten.</param>
internal ref struct VerbatimRuns(byte escape, Span<byte> destination)
{
    /// <summary>Bytes after the codes that the vector path reads, and stores after its own.</summary>
    public const int Slack = 64;

    private const int Pair = 2, Head = 2;

    /// <summary>The longest run that the vector path takes.</summary>
    private const int ShortRun = 8;

    private readonly Span<byte> _destination = destination;

    /// <summary>How many of the last bytes are verbatim ones of one run, which the next codes may continue.</summary>
    private int _run;

    /// <summary>Bytes of the new codes.</summary>
    public int Written { get; private set; }

    /// <summary>Appends codes.</summary>
    /// <param name="codes">The codes, and <see cref="Slack"/> bytes more.</param>
    /// <param name="count">Bytes of the codes.</param>
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

    /// <summary>Appends codes 64 at a time, and ends where a byte looks like an escape, which UTF-8 does not have.</summary>
    /// <returns>Where it ends: there is no escape before.</returns>
    private int AppendVectors(scoped ref byte codes, int count)
    {
        // No block ends within a pair of escapes.
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
                // The upper byte of each pair.
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

    /// <summary>The scalar twin: appends a code at a time.</summary>
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
