using System.Diagnostics;
using System.Numerics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>
/// Earlier values in the place of equal ones. A container of few children keeps their addresses until it closes (<c>ValueWriter.Reaching.cs</c>). One of
/// many children refers to a far value where it stands, so that the other slots stay narrow.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Children from which on a container refers to a far value where it stands, by a value of its own, so that its slots stay narrow.</summary>
    private const int LongContainer = 64;

    /// <summary>If more than one child in so many is such a reference, wide slots take fewer bytes.</summary>
    private const int ReferencesPart = 8;

    /// <summary>Bytes of a child, on average, with which the slots of a long container are wide anyway.</summary>
    private const int WideChild = 14;

    /// <summary>Pushes the address of an earlier value in the place of an equal one that has not been written.</summary>
    /// <param name="address">Where the earlier one starts.</param>
    public void PushEarlier(int address)
    {
        Debug.Assert(address >= 0 && address < Length && !IsReference(Start[address]), "An earlier value is no reference.");
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

    /// <summary>Gets the address of the value that was pushed last, not that of a reference to it.</summary>
    public int LastAddress
    {
        get
        {
            var address = (int)(SlotTop[-1] - (uint)Start);
            return IsReference(Start[address]) ? address - ReadDistance(Start + address) : address;
        }
    }

    /// <summary>Children of the open container so far.</summary>
    private int PendingCount => (int)(SlotTop - SlotStart) - (Current->FirstSlot / sizeof(uint));

    /// <summary>How far the slots of a container of many children reach, which are narrow as long as its children are short and near.</summary>
    private int ReachOfLong(int count) =>
        Current->References * ReferencesPart > count + LongContainer ? int.MaxValue
        : Length - Current->Start > WideChild * count ? WideReach
        : NarrowReach;

    /// <summary>Bytes that it takes to reach an earlier value from the open container, beside the slot.</summary>
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

/// <summary>References that were written lately, by what they refer to: one that is near enough is used again.</summary>
/// <remarks>A new reference takes the place of an old one, so that neither time nor memory depends on what is written.</remarks>
internal sealed class RecentReferences
{
    /// <summary>Bytes of a text for an entry; and how many entries there are at least and at most.</summary>
    private const int BytesPerEntry = 128, MinEntries = 64, MaxEntries = 1 << 10;

    private readonly (int Target, int Address)[] _entries = new (int, int)[MaxEntries];
    private int _shift;
    private int _used;

    /// <summary>A value that indicates whether there are any: most small documents write none, and then there is nothing to clear.</summary>
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

    /// <summary>How far before <paramref name="here"/> there is a reference; no distance in a document if none is known.</summary>
    public int Nearest(int target, int here)
    {
        // No reference is at the start of a document: before it is what it refers to.
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
