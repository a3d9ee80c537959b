using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// Shares values: in disk mode, equal values are written once. The identity of a value is its bytes if it is a leaf; otherwise, the address at which it was
/// first written. The identity of a container is its shape and the identities of its children, so the cost of a lookup does not depend on its depth. A container
/// that equals an earlier container is discarded with the leaves below it, and replaced by the address of the earlier container. When a container is closed, the
/// smallest of three options is chosen for each earlier value: a wider slot, a reference or, for a leaf, a second copy.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The number of recent leaves stored, a power of two.</summary>
    private const int RecentLeaves = 64;

    /// <summary>The distance within which an earlier leaf is reused: only if the slots of its container reach it anyway.</summary>
    private const int NarrowReach = 224, WideReach = 58_000;

    /// <summary>The maximum number of children of a container that is looked up and may use references. The slots of larger containers are as wide as
    /// necessary.</summary>
    private const int MaxSharedChildren = 4096;

    /// <summary>
    /// The seed for hashing values. It is not secret, because a text must always produce the same document. Values crafted to collide in one bucket only evict
    /// each other and are written twice: a bucket has sixteen entries, and a search never continues elsewhere.
    /// </summary>
    private const ulong FixedSeed = 0x2D358DCCAA6C78A5;

    /// <summary>The approximate size of a container without its slots, in bytes.</summary>
    private const int ContainerHeader = 2;

    /// <summary>The address of a discarded leaf, out of reach of all containers.</summary>
    private const int Gone = int.MinValue;

    private readonly SharedValues _shared;
    private readonly ulong[] _leafKeys = new ulong[RecentLeaves];
    private readonly int[] _leafAddresses = new int[RecentLeaves];
    private readonly RecentReferences _references = new();
    private readonly ulong _seed;
    private readonly bool _sharesValues;
    private readonly bool _sharesStarts;
    private bool _hasShared;


    private void BeginSharing()
    {
        _hasShared = false;
        if (_epoch != 0)
        {
            // A short text hardly repeats anything. A sample must find the values that it does repeat.
            var isShort = _expectedInput < ShortText && _price < PriceOfFarLookups;
            _coding = default;
            _sharing = _beginning = isShort ? Trial.Poor : default;
            _repeats = _containers = _scalars = isShort ? PausingTrial.Paused : default;
        }

        Packer.BeginDocument();
        if (_sharesStarts)
        {
            _starts.Clear(_expectedInput);
        }

        if (_sharesValues)
        {
            _shared.Clear(_expectedInput);
            _leafAddresses.AsSpan().Fill(Gone);
            _references.Clear(_expectedInput);
        }
    }

    /// <summary>Pushes the address of the value that ends at the cursor, or discards the value and pushes the address of an equal one.</summary>
    private void PushShared(byte* value, ValueTrials* trials)
    {
        var length = (int)(Cursor - value);
        var bytes = new ReadOnlySpan<byte>(value, length);
        var hash = SeededHash.Of(bytes, _seed);
        var search = _shared.SearchFor(hash);
        for (var found = search.Found; found != 0; found &= found - 1)
        {
            var address = search.Values[BitOperations.TrailingZeroCount(found)].Address;
            if (address + length <= value - Start && bytes.SequenceEqual(new ReadOnlySpan<byte>(Start + address, length)))
            {
                var saved = length - ReferenceLength(Length - address);
                LearnScalar(trials, _shared.Cost + (length >> 3), saved);
                if (saved <= 0)
                {
                    break;
                }

                Cursor = value;
                PushEarlier(address);
                return;
            }
        }

        LearnScalar(trials, _shared.Cost + (length >> 3), 0);
        _shared.Add(search, (int)(value - Start));
        *SlotTop++ = (uint)value;
    }

    /// <summary>Pushes the address of a value of an object, or the address of an equal value within reach of narrow slots.</summary>
    /// <param name="value">The start of the value, which has at most <see cref="Leaf.MaxLength"/> bytes.</param>
    /// <param name="head">The bytes of the value.</param>
    /// <param name="length">The number of bytes.</param>
    /// <param name="trials">The trials of the value's context.</param>
    public void PushLeaf(byte* value, ulong head, int length, ValueTrials* trials)
    {
        var key = LeafKey(head, length);
        var place = (int)((key * 0x9E3779B97F4A7C15) >> 58);
        var here = (int)(value - Start);
        var earlier = _leafAddresses[place];
        if (_leafKeys[place] == key && (uint)(here - earlier) <= (here - Current->Start > NarrowReach ? WideReach : (uint)NarrowReach))
        {
            LearnScalar(trials, Costs.Leaf, length);
            _hasShared = true;
            Current->Earlier++;
            *SlotTop++ = (uint)(Start + earlier);
            Cursor = value;
            return;
        }

        LearnScalar(trials, Costs.Leaf, 0);

        _leafKeys[place] = key;
        _leafAddresses[place] = here;
        *SlotTop++ = (uint)value;
        Cursor = value + length;
    }

    private static ulong LeafKey(ulong head, int length) => (head & ((1UL << 8 * length) - 1)) | (ulong)length << 56;

    /// <summary>Returns the identity of a pending child: its bytes if it is a leaf; otherwise, its address.</summary>
    /// <param name="origin">The first byte of the document.</param>
    /// <param name="address">The address of the child.</param>
    /// <param name="start">The output position when the container was opened. Reused leaves are not farther before it than the wide reach.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Identity(byte* origin, uint address, int start)
    {
        if (start - (int)address > WideReach)
        {
            return (ulong)address << 8 | Tag.None;
        }

        var tag = origin[address];
        if (IsReference(tag))
        {
            return (ulong)(address - (uint)ReadDistance(origin + address)) << 8 | Tag.None;
        }

        var mask = Leaf.Mask(tag);
        return mask != 0 ? *(ulong*)(origin + address) & mask : (ulong)address << 8 | Tag.None;
    }

    /// <summary>Searches for an equal container. If there is one, discards the output of this container and pushes the address of the earlier one.</summary>
    /// <param name="shape">The shape of an object; -1 for an array.</param>
    /// <param name="slots">The pending children, at least one.</param>
    /// <param name="start">The output position when the container was opened.</param>
    /// <param name="search">The search for the container, with which it can be added.</param>
    private bool TryShareContainer(int shape, uint* slots, int start, out SharedValues.ValueSearch search)
    {
        var count = (int)(SlotTop - slots);

        // A sum of products with a factor for each position, so the multiplications are independent of each other.
        var origin = Start;
        var sum = (ulong)count << 32 | (shape < 0 ? uint.MaxValue : Nodes[shape].Identity);
        var factor = _seed | 1;
        for (var i = 0; i < count; i++)
        {
            sum += SeededHash.Fold(Identity(origin, slots[i] - (uint)origin, start) ^ _seed, factor);
            factor += 0x9E3779B97F4A7C16;
        }

        search = _shared.SearchFor(SeededHash.Fold(sum, _seed ^ 0xD6E8FEB86659FD93));
        for (var found = search.Found; found != 0; found &= found - 1)
        {
            var address = search.Values[BitOperations.TrailingZeroCount(found)].Address;
            if (address < start && IsEqualContainer(address, shape, slots, count))
            {
                SlotTop = slots;
                var saved = Length - start + ContainerHeader + count - ReferenceLength(Length - address);
                LearnContainer(saved);
                if (saved < 0)
                {
                    SlotTop = slots + count;
                    return false;
                }

                TakeBack(start);
                PushEarlier(address);
                return true;
            }
        }

        LearnContainer(0);
        return false;
    }

    /// <summary>Discards all output from <paramref name="start"/> on, which contains only leaves.</summary>
    private void TakeBack(int start)
    {
        Cursor = Start + start;
        ref var addresses = ref MemoryMarshal.GetArrayDataReference(_leafAddresses);
        if (!Vector512.IsHardwareAccelerated)
        {
            for (nuint i = 0; i < RecentLeaves; i += (nuint)Vector256<int>.Count)
            {
                var known = Vector256.LoadUnsafe(ref addresses, i);
                var isGone = Vector256.GreaterThanOrEqual(known, Vector256.Create(start));
                Vector256.ConditionalSelect(isGone, Vector256.Create(Gone), known).StoreUnsafe(ref addresses, i);
            }

            return;
        }

        for (nuint i = 0; i < RecentLeaves; i += (nuint)Vector512<int>.Count)
        {
            var known = Vector512.LoadUnsafe(ref addresses, i);
            var isGone = Vector512.GreaterThanOrEqual(known, Vector512.Create(start));
            Vector512.ConditionalSelect(isGone, Vector512.Create(Gone), known).StoreUnsafe(ref addresses, i);
        }
    }

    private bool IsEqualContainer(int address, int shape, uint* slots, int count)
    {
        var at = Start + address;
        var tag = *at;
        if (shape < 0)
        {
            if (tag is >= Tag.Array and <= Tag.ArrayLast)
            {
                var header = 1 + ReadVarint(at + 1, out var stored);
                return stored == count && AreEqualChildren(address, at + header, tag - Tag.Array, slots, count);
            }

            if (tag == Tag.LargeArray)
            {
                return IsEqualLargeArray(address, slots, count);
            }

            if (tag != Tag.StridedArray)
            {
                return false;
            }

            var offset = 1 + ReadVarint(at + 1, out var elements);
            offset += ReadVarint(at + offset, out var last);
            ReadVarint(at + offset, out var stride);
            if (elements != count)
            {
                return false;
            }

            for (var i = 0; i < count; i++)
            {
                if (!IsSame(address - (int)last - (count - 1 - i) * (int)stride, slots[i]))
                {
                    return false;
                }
            }

            return true;
        }

        var node = Nodes + shape;
        if (tag is >= Tag.ObjectWithShape and <= Tag.ObjectWithShapeLast)
        {
            return node->DefinitionStamp == Stamp && node->Definition == address + 1
                && AreEqualChildren(address, at + 1 + node->BlockLength, tag - Tag.ObjectWithShape, slots, count);
        }

        if (node->Stamp < Stamp)
        {
            return false;
        }

        var width = tag - (byte)node->Header;
        var mask = (1UL << 8 * node->HeaderLength) - 1;
        return (uint)width <= 2 && (*(ulong*)at & mask) == node->Header + (uint)width
            && AreEqualChildren(address, at + node->HeaderLength, width, slots, count);
    }

    private bool IsEqualLargeArray(int address, uint* slots, int count)
    {
        var origins = Start + address + 1;
        origins += ReadVarint(origins, out var stored);
        var width = *origins++;
        if (stored != count)
        {
            return false;
        }

        var written = origins + Runs.OriginsLength((uint)count);
        for (var first = 0; first < count; first += Runs.Length)
        {
            var origin = address - *(int*)(origins + ((first >> Runs.Shift) * Runs.OriginSize));
            if (!AreEqualChildren(origin, written + (first << width), width, slots + first, Math.Min(Runs.Length, count - first)))
            {
                return false;
            }
        }

        return true;
    }

    private bool AreEqualChildren(int address, byte* stored, int width, uint* slots, int count)
    {
        for (var i = 0; i < count; i++)
        {
            var distance = width switch
            {
                0 => stored[i],
                1 => ((ushort*)stored)[i],
                _ => (int)((uint*)stored)[i],
            };
            if (!IsSame(address - distance, slots[i]))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Determines whether a written child and a pending value are equal, after resolving references.</summary>
    private bool IsSame(int written, uint pending)
    {
        var other = (int)(pending - (uint)Start);
        if (written == other)
        {
            return true;
        }

        if (IsReference(Start[other]))
        {
            other -= ReadDistance(Start + other);
        }

        var value = Start + written;
        if (IsReference(*value))
        {
            written -= ReadDistance(value);
            value = Start + written;
        }

        var mask = Leaf.Mask(*value);
        return written == other || (mask != 0 && ((*(ulong*)value ^ *(ulong*)(Start + other)) & mask) == 0);
    }

    private static int ReadVarint(byte* at, out uint value)
    {
        var offset = 0;
        Varint.TryRead(new ReadOnlySpan<byte>(at, Varint.MaxLength), ref offset, out value);
        return offset;
    }
}
