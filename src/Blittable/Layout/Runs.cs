using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Defines how large containers and shapes store narrow offsets. Sixteen neighbors form a run, and the offsets of a run are relative to its
/// origin.</summary>
/// <remarks>
/// <code>
/// origins  u32 for each run
/// offsets  for each neighbor, in 1 or 2 bytes (for names also 4), relative to the origin of its run
/// </code>
/// All origins precede the offsets, so neighbor <c>i</c> is found from <c>i</c> alone: its origin has index <c>i / 16</c>.
/// In a large container, an origin is a distance back from the container's tag. A slot is a distance back from the origin to a child. Neither a slot
/// nor the sum of both is 0. In a large shape, the ends of names are relative to the start of the first name of the run.
/// </remarks>
internal static class Runs
{
    /// <summary>The number of neighbors in a run, and its base-2 logarithm.</summary>
    public const int Length = 1 << Shift, Shift = 4;

    /// <summary>The minimum number of children of an array or object with runs. Smaller ones have plain slots.</summary>
    public const int MinChildren = 32;

    /// <summary>The size of an origin in bytes.</summary>
    public const int OriginSize = sizeof(uint);

    /// <summary>The base-2 logarithm of the wider of the two slot sizes in runs.</summary>
    public const int MaxSlotWidth = 1;

    /// <summary>Returns the size in bytes of the origins of <paramref name="count"/> neighbors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long OriginsLength(uint count) => ((count + (Length - 1L)) >> Shift) * OriginSize;

    /// <summary>Returns the size in bytes of the origins and of slots of <c>1 &lt;&lt; width</c> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long SlotsLength(uint count, int width) => OriginsLength(count) + ((long)count << width);

    /// <summary>Reads the origin of the run that contains neighbor <paramref name="index"/>.</summary>
    /// <param name="bytes">The bytes that contain the origins.</param>
    /// <param name="origins">The start of the origins.</param>
    /// <param name="index">The index of the neighbor.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Origin(ReadOnlySpan<byte> bytes, int origins, int index) =>
        RawBytes.ReadUpTo32(bytes, origins + ((index >> Shift) * OriginSize), OriginSize);

    /// <summary>Reads the origin of a run of children.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the container's tag.</param>
    /// <param name="origins">The start of the origins.</param>
    /// <param name="index">The index of a child in the run.</param>
    /// <returns>The address that the slots of the run are subtracted from.</returns>
    /// <exception cref="BlittableException">The origin precedes the document.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int OriginOfChild(ReadOnlySpan<byte> document, int address, int origins, int index)
    {
        var distance = Origin(document, origins, index);
        if (distance > (uint)address)
        {
            ThrowHelper.InvalidDistance(distance, address);
        }

        return address - (int)distance;
    }
}
