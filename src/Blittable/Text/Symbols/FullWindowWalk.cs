using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>A walk over a window that is a whole vector, or what is left of a text, whose steps are taken while the next window is matched: what one
/// waits for leaves the processor to the other. It stays at the last place from which it does not lead to another.</summary>
/// <remarks>Pointer doubling: with the places after 1, 2, 4, … symbols known for all places, the j-th visited one is found from the bits of j, one bit
/// a step.</remarks>
/// <param name="bits">The lanes whose visit is reached by a step.</param>
/// <param name="ends">Where each place leads.</param>
/// <param name="limit">The places of the window.</param>
/// <param name="entry">Where the walk begins, in all lanes; of it the lowest six bits count.</param>
internal struct FullWindowWalk(VisitBits bits, Vector512<byte> ends, int limit, Vector512<byte> entry) : IWindowWalk
{
    private readonly VisitBits _bits = bits;
    private readonly Vector512<byte> _ends = ends;
    private readonly Vector512<byte> _entry = entry;
    private Vector512<byte> _after = Vector512.ConditionalSelect(Vector512.LessThan(ends, Vector512.Create((byte)limit)), ends, Vector512<byte>.Indices);

    /// <summary>The places that are visited, in order, when all steps have been taken; after them the last one again and again.</summary>
    public Vector512<byte> Places { get; private set; } = entry;

    /// <summary>The last place, in all lanes, when all steps have been taken.</summary>
    public readonly Vector512<byte> Last
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.PermuteVar64x8(_after, _entry);
    }

    /// <summary>Where a place leads, in all lanes.</summary>
    /// <param name="last">The place, in all lanes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Vector512<byte> ExitOf(Vector512<byte> last) => Avx512Vbmi.PermuteVar64x8(_ends, last);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Step(int bit)
    {
        var hasBit = ~Vector512.Equals(_bits[bit], Vector512<byte>.Zero);
        Places = Vector512.ConditionalSelect(hasBit, Avx512Vbmi.PermuteVar64x8(_after, Places), Places);
        _after = Avx512Vbmi.PermuteVar64x8(_after, _after);
    }
}
