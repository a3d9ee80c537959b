using System.Numerics;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Validation;

/// <content>Verification that a document without the flag of shared values is a tree.</content>
internal ref partial struct DocumentValidator
{
    /// <summary>Records that a value is referred to.</summary>
    private void Use(long address)
    {
        if ((_trailer.Flags & Trailer.Shared) == 0)
        {
            _isUsedTwice |= !MarkUsed(address);
        }
    }

    /// <summary>Sets the bit of a value that is referred to.</summary>
    /// <returns>False if the bit was already set.</returns>
    private readonly bool MarkUsed(long address)
    {
        ref var word = ref _used[(int)(address >> 6)];
        var bit = 1UL << (int)(address & 63);
        var isFirst = (word & bit) == 0;
        word |= bit;
        return isFirst;
    }

    /// <summary>Throws if two values reachable from the root refer to the same value. Unreachable values that an edit left behind may refer to values of
    /// their replacement, and do not count.</summary>
    /// <remarks>Containers follow their children, so a single pass from the last value to the first determines the reachable values.</remarks>
    private readonly void RequireTree()
    {
        _used.Clear();
        MarkUsed(_trailer.Root);
        for (var word = _trailer.Root >> 6; word >= 0; word--)
        {
            // Values before this one in the same word may be marked during the loop.
            var passed = ulong.MaxValue;
            for (var left = _used[word] & _starts[word]; left != 0; left = _used[word] & _starts[word] & passed)
            {
                var bit = 63 - BitOperations.LeadingZeroCount(left);
                passed = (1UL << bit) - 1;
                RequireOnlyReferences((word << 6) + bit);
            }
        }
    }

    private readonly void RequireOnlyReferences(int address)
    {
        var tag = _values[address];
        switch (tag)
        {
            case >= Tag.Reference and <= Tag.ReferenceLast:
                RequireOnly(ReferredBy(address, tag), address);
                break;
            case Tag.ContinuedString:
                ContinuedText.Read(_values, address, out _, out var origin);
                RequireOnly(origin, address);
                break;
            case Tag.LargeArray or (>= Tag.Array and <= Tag.StridedArray):
                Container.TryReadArray(_values, address, out var array);
                RequireOnlyChildren(array);
                break;
            case Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectOfDictionaryShapeLast):
                Container.TryReadObject(_document, address, _trailer.ShapeTable, _dictionary, out var container, out _);
                RequireOnlyChildren(container);
                break;
        }
    }

    private readonly void RequireOnlyChildren(Container container)
    {
        for (var i = 0; i < container.Count; i++)
        {
            RequireOnly(container.ChildOrReference(i), container.Address);
        }
    }

    private readonly void RequireOnly(long address, int from)
    {
        if (!MarkUsed(address))
        {
            ThrowHelper.InvalidData("a document without shared values, as declared in its trailer", $"two references to byte {address}", from);
        }
    }
}
