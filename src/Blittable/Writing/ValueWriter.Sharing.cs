using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// In disk mode equal values are written once. A value's identity is its bytes if it is a leaf, else the address where it was first
/// written; a container's identity is its shape and the identities of its children, so finding it again costs the same however deep it is.
/// A container that was written before is taken back, with the leaves under it, and the earlier one's address is passed on.
/// Whether an earlier value is reached by a wider slot, by a reference or (a leaf) written again is decided when its container closes:
/// whatever takes the fewest bytes.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Leaves remembered, as a power of two.</summary>
    private const int RecentLeaves = 64;

    /// <summary>A leaf is found again only where the slots of its container can reach it anyway.</summary>
    private const int NarrowReach = 224, WideReach = 58_000;

    /// <summary>Containers of more children are neither looked up nor given references: their slots are as wide as they need to be.</summary>
    private const int MaxSharedChildren = 4096;

    /// <summary>
    /// What values are hashed with. It is not secret, so that a text always gives the same document: values that were made to meet in one bucket only
    /// push each other out, and are written twice. A bucket has sixteen places, and none is searched further.
    /// </summary>
    private const ulong FixedSeed = 0x2D358DCCAA6C78A5;

    /// <summary>About how many bytes a container takes beside its slots.</summary>
    private const int ContainerHeader = 2;

    /// <summary>The address of a leaf that was taken back: too far from all others.</summary>
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
            // A short text hardly repeats anything: what it does repeat must be found by a sample.
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

    /// <summary>Pushes the address of the number, date or literal that ends at the cursor, or that of an equal value before it.</summary>
    public void PushScalar(byte* value) => PushScalar(value, *(ulong*)value);

    /// <summary>The same where the first bytes of the value are at hand: reading them back so soon would wait for their stores.</summary>
    /// <param name="value">Where the value starts.</param>
    /// <param name="head">Its first bytes; of a value that is not a leaf only the tag counts.</param>
    private void PushScalar(byte* value, ulong head) => PushScalar(value, head, _sharesValues ? TrialsHere() : null);

    /// <inheritdoc cref="PushScalar(byte*, ulong)"/>
    /// <param name="value">Where the value starts.</param>
    /// <param name="head">Its first bytes; of a value that is not a leaf only the tag counts.</param>
    /// <param name="trials">The trials of its context, if values are shared.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void PushScalar(byte* value, ulong head, ValueTrials* trials)
    {
        Debug.Assert(value >= Start && value < Cursor && Cursor <= Limit + Slack, "The value lies in the output.");
        Debug.Assert(SlotTop >= SlotStart && SlotTop < SlotStart + _slots.Length, "There is room for one more address.");
        if (!_sharesValues || Current->Scope != Scope.Object)
        {
            // In an array they are left together: they are packed, or lie at a common stride.
            *SlotTop++ = (uint)value;
            return;
        }

        if (!LooksForScalar(trials))
        {
            *SlotTop++ = (uint)value;
        }
        else if (Leaf.Length((byte)head) == Cursor - value)
        {
            PushLeaf(value, head, (int)(Cursor - value), trials);
        }
        else
        {
            PushShared(value, trials);
        }
    }

    /// <summary>Pushes the address of the value that ends at the cursor, or takes it back and pushes that of an equal one.</summary>
    private void PushShared(byte* value, ValueTrials* trials)
    {
        var length = (int)(Cursor - value);
        var bytes = new ReadOnlySpan<byte>(value, length);
        var hash = SeededHash.Of(bytes, _seed);
        for (var found = _shared.Find(hash, out var values); found != 0; found &= found - 1)
        {
            var address = values[BitOperations.TrailingZeroCount(found)].Address;
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
        _shared.Add(hash, (int)(value - Start));
        *SlotTop++ = (uint)value;
    }

    /// <summary>Pushes the address of a value of an object, or that of an equal one that narrow slots reach.</summary>
    /// <param name="value">Where the value starts, which has at most <see cref="Leaf.MaxLength"/> bytes.</param>
    /// <param name="head">Its bytes.</param>
    /// <param name="length">How many.</param>
    /// <param name="trials">The trials of its context.</param>
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

    /// <summary>The identity of a pending child: its bytes if it is a leaf, else its address.</summary>
    /// <param name="origin">The first byte of the document.</param>
    /// <param name="address">Where the child starts.</param>
    /// <param name="start">Where the output stood when the container opened: a leaf that was found again is not so far before.</param>
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

    /// <summary>Looks for an equal container; if there is one, takes back what was written for this one and passes the other's address on.</summary>
    /// <param name="shape">The shape of an object, -1 for an array.</param>
    /// <param name="slots">The pending children, at least one.</param>
    /// <param name="start">Where the output stood when the container opened.</param>
    /// <param name="hash">The container's hash, for <see cref="SharedValues.Add"/>.</param>
    private bool TryShareContainer(int shape, uint* slots, int start, out ulong hash)
    {
        var count = (int)(SlotTop - slots);

        // A sum of products, each with a factor for its place: the multiplications do not wait for each other.
        var origin = Start;
        var sum = (ulong)count << 32 | (shape < 0 ? uint.MaxValue : Nodes[shape].Identity);
        var factor = _seed | 1;
        for (var i = 0; i < count; i++)
        {
            sum += SeededHash.Fold(Identity(origin, slots[i] - (uint)origin, start) ^ _seed, factor);
            factor += 0x9E3779B97F4A7C16;
        }

        hash = SeededHash.Fold(sum, _seed ^ 0xD6E8FEB86659FD93);
        for (var found = _shared.Find(hash, out var values); found != 0; found &= found - 1)
        {
            var address = values[BitOperations.TrailingZeroCount(found)].Address;
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

    /// <summary>Takes back all output from <paramref name="start"/> on, which holds nothing but leaves.</summary>
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

    /// <summary>Determines whether a written child, after its reference if it has one, is the value that is pending.</summary>
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
