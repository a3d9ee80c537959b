using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Validation;

/// <summary>Verifies the structure of a document in one pass over its values, starting with the first byte, and throws for the first error.</summary>
/// <remarks>
/// Values are adjacent and indicate their own end, and all values precede the values that refer to them. Validation therefore only needs a bitmap with a bit
/// for each byte. The bits of the values read so far are the valid targets of slots, references and shapes.
/// In a document that shares values, the expanded size of each value is computed from the values that it refers to. This takes no longer than reading
/// the bytes. The size and depth of the root are compared with the limits in the trailer.
/// </remarks>
internal ref partial struct DocumentValidator
{
    private readonly BlittableValue _root;
    private readonly ReadOnlySpan<byte> _document;
    private readonly ReadOnlySpan<byte> _values;
    private readonly DictionarySnapshot? _dictionary;
    private readonly Trailer _trailer;
    private readonly Span<ulong> _starts;

    /// <summary>A bit for each value that is referred to, in a document that does not share values.</summary>
    private readonly Span<ulong> _used;
    private readonly ExpandedValues? _expanded;
    private readonly StatisticsCounter? _counter;
    private byte[] _scratch = [];

    /// <summary>The size in bytes of the JSON text of the most recent encoded string, including quotes and escapes.</summary>
    private long _encodedText;

    /// <summary>Indicates whether a value was referred to twice in a document that does not share values, including by unreachable values of an edit.</summary>
    private bool _isUsedTwice;

    /// <summary>The number of elements of arrays without slots so far.</summary>
    private long _strided;

    private DocumentValidator(
        BlittableValue root, in Trailer trailer, Span<ulong> starts, Span<ulong> used, ExpandedValues? expanded, StatisticsCounter? counter)
    {
        _root = root;
        _used = used;
        _expanded = expanded;
        _counter = counter;
        _document = root.Document;
        _dictionary = DictionarySnapshot.ForMuchOf(_document, root.Dictionary);
        _trailer = trailer;
        _values = _document[..trailer.ValuesEnd];
        _starts = starts;
    }

    /// <summary>Validates the whole document of <paramref name="root"/>.</summary>
    /// <param name="root">The root of the document.</param>
    /// <param name="maxExpandedBytes">The maximum size in bytes of the JSON text that the document may expand to.</param>
    /// <param name="counter">Receives each value, or null.</param>
    /// <exception cref="BlittableException">The document is damaged, or expands to more than the limit.</exception>
    public static void Validate(BlittableValue root, long maxExpandedBytes = long.MaxValue, StatisticsCounter? counter = null) =>
        Read(root, maxExpandedBytes, counter, measures: maxExpandedBytes != long.MaxValue);

    /// <summary>Validates the whole document of <paramref name="root"/>, and measures its expanded size.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public static ExpandedValue Measure(BlittableValue root) => Read(root, long.MaxValue, counter: null, measures: true);

    private static ExpandedValue Read(BlittableValue root, long maxExpandedBytes, StatisticsCounter? counter, bool measures)
    {
        var trailer = Trailer.Read(root.Document);
        var words = (trailer.ValuesEnd >> 6) + 1;
        var bits = ArrayPool<ulong>.Shared.Rent(2 * words);
        using var expanded = measures || (trailer.Flags & Trailer.Shared) != 0 ? new ExpandedValues(trailer.ValuesEnd) : null;
        var validator = new DocumentValidator(root, trailer, bits.AsSpan(0, words), bits.AsSpan(words, words), expanded, counter);
        try
        {
            validator.ReadAll();
            return validator.RequireRecords(maxExpandedBytes);
        }
        finally
        {
            ArrayPool<ulong>.Shared.Return(bits);
            ArrayPool<byte>.Shared.Return(validator._scratch);
        }
    }

    private void ReadAll()
    {
        _starts.Clear();
        _used.Clear();
        if ((_trailer.Flags & Trailer.HasSymbols) != 0)
        {
            SymbolTable.Check(_trailer.Symbols, _trailer.SymbolTable);
        }

        var address = PassLeaves(0);
        while (address < _values.Length)
        {
            var end = ReadValue(address, _values[address]);
            if (end > _values.Length || end <= address)
            {
                ThrowHelper.PastTheEnd(address, (uint)Math.Max(end - address, 0));
            }

            _counter?.Add(_values, address, end, _dictionary);
            _expanded?.Add(address, Measure(address, _values[address]));
            _starts[address >> 6] |= 1UL << (address & 63);
            address = PassLeaves(end);
        }

        RequireValue(_trailer.Root, _document.Length - 1);
        for (uint number = 0; number < (uint)_trailer.ShapeCount; number++)
        {
            RequireShape(number, _values.Length, _trailer.ShapeTable);
        }

        _counter?.AddTrailer(_trailer, _document.Length);
    }

    /// <summary>Skips values that the vector kernel can validate. Statistics must count each value, so nothing is skipped for them.</summary>
    private readonly int PassLeaves(int address) =>
        !LeafKernel.IsSupported || _counter is not null ? address
        : _expanded is null ? LeafKernel.Pass(_values, address, _starts)
        : LeafKernel.Pass(_values, address, _starts, _expanded);

    private readonly bool IsStart(long address) =>
        address >= 0 && address < _values.Length && (_starts[(int)(address >> 6)] >> (int)(address & 63) & 1) != 0;

    private static bool IsReference(byte tag) => tag is >= Tag.Reference and <= Tag.ReferenceLast;

    /// <summary>Throws if the target of a reference, or the root, is not a value or is a reference itself.</summary>
    private void RequireValue(long address, int from)
    {
        if (!IsStart(address) || IsReference(_values[(int)address]))
        {
            ThrowHelper.InvalidData("a reference to a value", $"a reference to byte {address}, where no value starts", from);
        }

        Use(address);
    }

    /// <summary>Throws if a shape number is invalid, or if the names of the shape are not located in an object before <paramref name="before"/>.</summary>
    private readonly ShapeBlock RequireShape(uint number, int before, int from)
    {
        if (number >= (uint)_trailer.ShapeCount)
        {
            ThrowHelper.InvalidCount(number, "a shape", from);
        }

        var block = Trailer.ShapeAddress(_document, _trailer.ShapeTable, number);
        if (block < 1 || block >= before || !IsStart(block - 1) || _values[block - 1] is < Tag.ObjectWithShape or > Tag.ObjectWithShapeLast)
        {
            ThrowHelper.InvalidData("a reference to the names of an object", $"shape {number} at byte {block}, which is not a block of names", from);
        }

        return ShapeBlock.Read(_values, block);
    }

    /// <summary>Compares the expanded size of the root with the trailer. The recorded values are upper bounds, because edits may reduce the size.</summary>
    /// <returns>The expanded size of the root, if it was measured.</returns>
    private readonly ExpandedValue RequireRecords(long maxExpandedBytes)
    {
        var isShared = (_trailer.Flags & Trailer.Shared) != 0;
        if (!isShared && _isUsedTwice)
        {
            RequireTree();
        }

        if (_expanded is null)
        {
            return default;
        }

        var root = _expanded.At(_trailer.Root, _starts);
        if (root.Text > maxExpandedBytes)
        {
            ThrowHelper.ExpansionTooLarge(maxExpandedBytes);
        }

        if (isShared && (root.Text > _trailer.ExpandedLength || root.Depth > _trailer.Depth))
        {
            ThrowHelper.InvalidData(
                $"text of at most {_trailer.ExpandedLength} bytes and containers nested at most {_trailer.Depth} deep, as recorded in the trailer",
                $"{root.Text} bytes and a depth of {root.Depth}",
                _trailer.ValuesEnd);
        }

        return root;
    }

    // Verification that a document without the flag of shared values is a tree.

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

    // The expanded size of valid values in a document that shares values.

    private readonly ExpandedValue Measure(int address, byte tag)
    {
        const int brackets = 2;
        switch (tag)
        {
            case Tag.True or Tag.Null:
                return new(4, 0);
            case Tag.False:
                return new(5, 0);
            case Tag.EmptyArray or Tag.EmptyObject:
                return new(brackets, 0);
            case >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32 or (>= Tag.DictionaryString and <= Tag.DictionaryStringLast):
                StoredText.TryGetUtf8(_values, address, _dictionary, out var text);
                return new(tag < Tag.DictionaryString ? ExpandedValues.TextLength(text) : _expanded!.TextOfDictionary(text, address, _values), 0);
            case >= Tag.EncodedString and <= Tag.EncodedStringLast or Tag.ContinuedString:
                return new(_encodedText, 0);
            case <= Tag.SmallIntegerLast:
                return new(tag < 10 ? 1 : 2, 0);
            case >= Tag.Integer and <= Tag.NegativeIntegerLast or (>= Tag.ShortDecimal and <= Tag.DecimalLast):
                StoredNumber.TryRead(_values, address, out var digits);
                return new(MeasureNumber(digits), 0);
            case >= Tag.RawDate and <= Tag.CompactDateLast:
                return new(MeasureDate(address), 0);
            case >= Tag.ShortNumberText and <= Tag.ShortNumberTextLast or Tag.NumberText:
                StoredNumber.TryRead(_values, address, out var number);
                return new(number.Text.Length, 0);
            case >= Tag.Reference and <= Tag.ReferenceLast:
                return _expanded!.At((int)ReferredBy(address, tag), _starts);
            case Tag.LargeArray or (>= Tag.Array and <= Tag.StridedArray):
                Container.TryReadArray(_values, address, out var array);
                return MeasureChildren(array, brackets + array.Count - 1L);
            case Tag.LargeObject or (>= Tag.ObjectWithShape and <= Tag.ObjectOfDictionaryShapeLast):
                Container.TryReadObject(_document, address, _trailer.ShapeTable, _dictionary, out var container, out var shape);
                return MeasureChildren(container, brackets + container.Count - 1L + _expanded!.NamesOf(shape, KeyOf(address, tag)));
            case Tag.NumberArray:
                return new(_expanded!.Render(_root.WithAddress(address)), NumberArrayLayout.Read(_values, address).IsMatrix ? 2u : 1);
            default:
                return new(_expanded!.Render(_root.WithAddress(address)), 0);
        }
    }

    [SkipLocalsInit]
    private static int MeasureNumber(StoredNumber number)
    {
        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        number.TryFormat(text, out var length);
        return length;
    }

    private readonly int MeasureDate(int address)
    {
        const int quotes = 2;
        Span<byte> text = stackalloc byte[64];
        return StoredDate.Format(_values, address, text) + quotes;
    }

    private readonly ExpandedValue MeasureChildren(Container container, long text)
    {
        var depth = 0u;

        // Elements of an array with stride 0 are one value, repeated as often as the count specifies.
        var isOne = container is { SlotSize: 0, Stride: 0 };
        var times = isOne ? container.Count : 1;
        for (var i = 0; i < (isOne ? 1 : container.Count); i++)
        {
            var child = _expanded!.At(container.Child(i), _starts);
            text = child.Text > (long.MaxValue - text) / times ? long.MaxValue : text + (child.Text * times);
            depth = Math.Max(depth, child.Depth);
        }

        return new(text, depth + 1);
    }

    /// <summary>Returns a key that identifies an object's shape: the address of its block, or for a dictionary shape the complement of its number.</summary>
    private readonly int KeyOf(int address, byte tag)
    {
        var start = address + 1;
        return tag switch
        {
            Tag.LargeObject or <= Tag.ObjectWithShapeLast => start,
            <= Tag.ObjectOfDocumentShapeLast => Trailer.ShapeAddress(_document, _trailer.ShapeTable, RawBytes.ReadVarint(_values, ref start)),
            _ => ~(int)RawBytes.ReadVarint(_values, ref start),
        };
    }

    private readonly long ReferredBy(int address, byte tag) => address - (long)RawBytes.ReadUpTo32(_values, address + 1, tag - Tag.Reference + ShortestReference);
}
