using System.Diagnostics;
using System.Numerics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// Replaces equal values with references to earlier ones. A container with few children stores their addresses until it is closed
/// (<c>ValueWriter.Reaching.cs</c>). A container with many children writes a reference to a far value as a child, so that the other slots stay narrow.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The number of children from which a container writes references to far values as children, so that its slots stay narrow.</summary>
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
}

/// <summary>Stores recently written references by their targets, so that a reference within reach is reused.</summary>
/// <remarks>A new reference replaces an old one, so time and memory are bounded whatever is written.</remarks>
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
