using System.Diagnostics;
using System.Numerics;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// Replaces equal values with references to earlier ones. A container with few children stores their addresses until it is closed
/// (<see cref="ReachChildren"/>). A container with many children writes a reference to a far value as a child, so the other slots stay narrow.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The number of children from which a container writes references to far values as children, so its slots stay narrow.</summary>
    private const int LongContainer = 64;

    /// <summary>If more than one child in this many is such a reference, wide slots take fewer bytes.</summary>
    private const int ReferencesPart = 8;

    /// <summary>The average size of a child in bytes above which the slots of a long container are wide anyway.</summary>
    private const int WideChild = 14;

    /// <summary>Pushes the address of an earlier value in place of an equal value that has not been written.</summary>
    /// <param name="address">The address of the earlier value.</param>
    public void PushEarlier(int address)
    {
        Debug.Assert(address >= 0 && address < Length && !IsReference(Start[address]), "An earlier value must not be a reference.");
        _hasShared = true;
        Current->Earlier++;
        var distance = Length - address;
        if (distance > NarrowReach)
        {
            var count = PendingCount;
            if (count >= LongContainer && distance > ReachOfLong(count))
            {
                *SlotTop++ = (uint)Cursor;
                WriteReference(distance);
                Current->References++;
                return;
            }
        }

        *SlotTop++ = (uint)(Start + address);
    }

    /// <summary>Gets the address of the last pushed value, with a reference resolved.</summary>
    public int LastAddress
    {
        get
        {
            var address = (int)(SlotTop[-1] - (uint)Start);
            return IsReference(Start[address]) ? address - ReadDistance(Start + address) : address;
        }
    }

    /// <summary>Gets the number of children of the open container so far.</summary>
    private int PendingCount => (int)(SlotTop - SlotStart) - (Current->FirstSlot / sizeof(uint));

    /// <summary>Returns the reach of the slots of a long container, which are narrow as long as its children are short and near.</summary>
    private int ReachOfLong(int count) =>
        Current->References * ReferencesPart > count + LongContainer ? int.MaxValue
        : Length - Current->Start > WideChild * count ? WideReach
        : NarrowReach;

    /// <summary>Returns the number of bytes needed to reach an earlier value from the open container, excluding the slot.</summary>
    private int ReferenceLength(int distance)
    {
        if (distance <= NarrowReach)
        {
            return 0;
        }

        var count = PendingCount;
        return count >= LongContainer && distance <= ReachOfLong(count) ? 0 : distance <= ushort.MaxValue ? 3 : distance <= 0xFFFFFF ? 4 : 5;
    }

    private void WriteReference(int distance)
    {
        var size = distance <= ushort.MaxValue ? 2 : distance <= 0xFFFFFF ? 3 : 4;
        *Cursor = (byte)(Tag.Reference + size - 2);
        *(int*)(Cursor + 1) = distance;
        Cursor += 1 + size;
    }

    private static bool IsReference(byte tag) => tag is >= Tag.Reference and <= Tag.ReferenceLast;

    private static int ReadDistance(byte* reference) => *reference switch
    {
        Tag.Reference => *(ushort*)(reference + 1),
        Tag.Reference + 1 => (int)(*(uint*)(reference + 1) & 0xFFFFFF),
        _ => *(int*)(reference + 1),
    };

    // Lets a container reach children written long before it, with slots wide enough for all children, or with narrow slots. In the latter case, each child
    // out of reach gets a reference, or a second copy if it is a leaf.

    /// <summary>
    /// Chooses the slot width that minimizes the total size of slots, references and copied leaves, and writes those references and leaves.
    /// </summary>
    private int ReachChildren(uint* slots, int count)
    {
        var here = (uint)Cursor;
        var (toNarrow, toWide, widest) = (0, 0, 0u);
        for (var first = 0; first < count; first += Vector512<uint>.Count)
        {
            var far = Vector512.IsHardwareAccelerated
                ? (uint)Vector512.GreaterThan(Vector512.Create(here) - Vector512.Load(slots + first), Vector512.Create((uint)NarrowReach))
                    .ExtractMostSignificantBits()
                : FarOfEight(here, slots + first) | FarOfEight(here, slots + first + Vector256<uint>.Count) << Vector256<uint>.Count;
            far &= uint.MaxValue >> (32 - Math.Min(count - first, Vector512<uint>.Count));
            for (; far != 0; far &= far - 1)
            {
                // A recent reference to the same child can be reused.
                var child = slots[first + BitOperations.TrailingZeroCount(far)];
                var distance = here - child;
                var nearest = _references.Nearest((int)(child - (uint)Start), Length);
                var cost = nearest > NarrowReach ? ReachCost(child, distance) : 0;
                toNarrow += cost;
                toWide += distance > WideReach && nearest > WideReach ? cost : 0;
                widest = Math.Max(widest, distance);
            }
        }

        if (widest == 0)
        {
            return 0;
        }

        // References move the cursor on. The two limits leave room for that unless there are too many.
        var plain = WidthIndex(widest);
        var best = plain;
        var bytes = count << plain;
        for (var width = 1; width >= 0; width--)
        {
            var room = width == 0 ? byte.MaxValue - NarrowReach : ushort.MaxValue - WideReach;
            var extra = width == 0 ? toNarrow : toWide;
            if (width < plain && extra <= room && (count << width) + extra < bytes)
            {
                best = width;
                bytes = (count << width) + extra;
            }
        }

        if (best < plain)
        {
            Approach(slots, count, best);
        }

        return best;
    }

    /// <summary>Returns a bit for each of eight children that one-byte slots do not reach.</summary>
    private static uint FarOfEight(uint here, uint* slots) =>
        Vector256.GreaterThan(Vector256.Create(here) - Vector256.Load(slots), Vector256.Create((uint)NarrowReach)).ExtractMostSignificantBits();

    private static uint Farthest(uint* slots, int count)
    {
        // Addresses are truncated to 32 bits, but their differences are less than the document length, so differences are compared.
        var farthest = slots[0];
        for (var i = 1; i < count; i++)
        {
            if ((int)(slots[i] - farthest) < 0)
            {
                farthest = slots[i];
            }
        }

        return farthest;
    }

    private int ReachCost(uint child, uint distance)
    {
        var leaf = LeafLength(child, distance);
        var reference = distance < WideReach - Slack ? 3 : distance < 0xFF0000 ? 4 : 5;
        return leaf > 0 ? Math.Min(leaf, reference) : reference;
    }

    /// <summary>Returns the length of a child if it is a leaf within 64 KB; otherwise, 0. Examining a farther child would miss the cache.</summary>
    private int LeafLength(uint child, uint distance) => distance <= ushort.MaxValue ? Leaf.Length(*(Start + (child - (uint)Start))) : 0;

    /// <summary>Writes a reference or a copied leaf before the container for each child that slots of the specified width do not reach.</summary>
    private void Approach(uint* slots, int count, int width)
    {
        // Reuse existing references first, because new references may replace them in the table.
        var here = (uint)Cursor;
        var reach = width == 0 ? NarrowReach : WideReach;
        var hasReferences = Current[1].References != 0;
        for (var i = 0; i < count; i++)
        {
            TakeReference(ref slots[i], here, reach);
        }

        for (var i = 0; i < count; i++)
        {
            if (here - slots[i] <= reach || TakeReference(ref slots[i], here, reach))
            {
                continue;
            }

            var child = slots[i];
            if (hasReferences && IsReference(*(Start + (child - (uint)Start))))
            {
                // A reference must not point to another reference.
                child -= (uint)ReadDistance(Start + (child - (uint)Start));
            }

            var target = (int)(child - (uint)Start);

            var at = Cursor;
            var distance = (uint)at - child;
            var leaf = LeafLength(child, distance);
            if (leaf > 0 && leaf <= ReachCost(child, distance))
            {
                *(ulong*)at = *(ulong*)(Start + target);
                Cursor += leaf;
            }
            else if (distance <= ushort.MaxValue)
            {
                *at = Tag.Reference;
                *(ushort*)(at + 1) = (ushort)distance;
                Cursor += 3;
            }
            else if (distance <= 0xFFFFFF)
            {
                *at = Tag.Reference + 1;
                *(uint*)(at + 1) = distance;
                Cursor += 4;
            }
            else
            {
                *at = Tag.Reference + 2;
                *(uint*)(at + 1) = distance;
                Cursor += 5;
            }

            _references.Add(target, (int)(at - Start));
            slots[i] = (uint)at;
        }
    }

    /// <summary>Replaces a far child with an existing reference to it within reach. Returns false if there is none.</summary>
    private bool TakeReference(ref uint slot, uint here, int reach)
    {
        var distance = here - slot;
        if (distance <= reach)
        {
            return false;
        }

        var nearest = _references.Nearest((int)(slot - (uint)Start), (int)(here - (uint)Start));
        slot = nearest <= reach ? here - (uint)nearest : slot;
        return nearest <= reach;
    }
}

/// <summary>Stores recently written references by their targets, so a reference within reach is reused.</summary>
/// <remarks>A new reference replaces an old one, so time and memory are bounded for any input.</remarks>
internal sealed class RecentReferences
{
    /// <summary>The number of text bytes per entry, and the minimum and maximum number of entries.</summary>
    private const int BytesPerEntry = 128, MinEntries = 64, MaxEntries = 1 << 10;

    private readonly (int Target, int Address)[] _entries = new (int, int)[MaxEntries];
    private int _shift;
    private int _used;

    /// <summary>True if the table has entries. Most small documents add none, so nothing needs clearing.</summary>
    private bool _hasAny;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(long expectedInput)
    {
        if (_hasAny)
        {
            _entries.AsSpan(0, _used).Clear();
            _hasAny = false;
        }

        _used = (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        _shift = 32 - BitOperations.TrailingZeroCount(_used);
    }

    /// <summary>Returns the distance from <paramref name="here"/> back to a reference to the target; <see cref="int.MaxValue"/> if none is known.</summary>
    public int Nearest(int target, int here)
    {
        // Address 0 marks an empty entry. No reference is located there, because its target precedes it.
        var (known, address) = _entries[Place(target)];
        return known == target && address != 0 ? here - address : int.MaxValue;
    }

    public void Add(int target, int address)
    {
        _hasAny = true;
        _entries[Place(target)] = (target, address);
    }

    private uint Place(int target) => ((uint)target * 0x9E3779B1u) >> _shift;
}
