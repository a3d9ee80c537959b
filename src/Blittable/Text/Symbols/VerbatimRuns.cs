using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

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
