using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>A walk over a window whose steps are taken while the next window is matched: what one waits for leaves the processor to the other.</summary>
/// <remarks>
/// Pointer doubling: with the places after 1, 2, 4, … symbols known for all places, the j-th visited one is found from the bits of j, one bit a step.
/// </remarks>
/// <param name="lengths">How far each place leads.</param>
/// <param name="limit">The places of the window; the walk stays at the first place that is not below.</param>
/// <param name="entry">Where the walk begins, in all lanes.</param>
internal struct WindowWalk(Vector512<byte> lengths, int limit, Vector512<byte> entry) : IWindowWalk
{
    private readonly Vector512<byte> _entry = entry;
    private Vector512<byte> _after =
        Vector512<byte>.Indices + Vector512.ConditionalSelect(
            Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)limit)), lengths, Vector512<byte>.Zero);

    /// <summary>The places that are visited, in order, when all steps have been taken.</summary>
    public Vector512<byte> Places { get; private set; } = entry;

    /// <summary>Where the walk ends, in all lanes, when all steps have been taken.</summary>
    public readonly Vector512<byte> Exit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.PermuteVar64x8(_after, _entry);
    }

    /// <summary>With the places after 2^bit symbols on to the visits whose number has the bit, then to the places after twice as many.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Step(int bit)
    {
        var hasBit = ~Vector512.Equals(Vector512<byte>.Indices & Vector512.Create((byte)(1 << bit)), Vector512<byte>.Zero);
        Places = Vector512.ConditionalSelect(hasBit, Avx512Vbmi.PermuteVar64x8(_after, Places), Places);
        _after = Avx512Vbmi.PermuteVar64x8(_after, _after);
    }
}
