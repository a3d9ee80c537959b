using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>How large containers and shapes keep their offsets narrow: sixteen neighbours are a run, and the offsets of a run count from its own origin.</summary>
/// <remarks>
/// <code>
/// origins  u32 for each run
/// offsets  for each neighbour, in 1 or 2 bytes (those of names in 4 as well), from the origin of its run
/// </code>
/// Origins stand together before the offsets, so that neighbour <c>i</c> is found from <c>i</c> alone: its origin is number <c>i / 16</c>.
/// The slots of a large container hold how far before the origin a child starts, and the origin how far before the container's tag it lies; neither
/// a slot nor the sum of both is 0. The ends of the names of a large shape count from where the first name of the run starts.
/// </remarks>
internal static class Runs
{
    /// <summary>Neighbours in a run, and that number as a power of two.</summary>
    public const int Length = 1 << Shift, Shift = 4;

    /// <summary>Arrays and objects of fewer children have plain slots.</summary>
    public const int MinChildren = 32;

    /// <summary>Bytes of an origin.</summary>
    public const int OriginSize = sizeof(uint);

    /// <summary>The wider of the two slots that a run may have, as a power of two.</summary>
    public const int MaxSlotWidth = 1;

    /// <summary>Gets how many bytes the origins of so many neighbours take.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long OriginsLength(uint count) => ((count + (Length - 1L)) >> Shift) * OriginSize;

    /// <summary>Gets how many bytes origins and slots of <c>1 &lt;&lt; width</c> bytes take.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long SlotsLength(uint count, int width) => OriginsLength(count) + ((long)count << width);

    /// <summary>Finds the origin of the run that neighbour <paramref name="index"/> belongs to.</summary>
    /// <param name="bytes">The bytes that the origins are in.</param>
    /// <param name="origins">Where the origins start.</param>
    /// <param name="index">The neighbour.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Origin(ReadOnlySpan<byte> bytes, int origins, int index) =>
        RawBytes.ReadUpTo32(bytes, origins + ((index >> Shift) * OriginSize), OriginSize);

    /// <summary>Finds the origin of a run of children.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The container's tag.</param>
    /// <param name="origins">Where the origins start.</param>
    /// <param name="index">A child of the run.</param>
    /// <returns>The address that the slots of the run count back from.</returns>
    /// <exception cref="BlittableException">It lies before the document.</exception>
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
