using System.Text;
using Blittable.Fuzz.Running;
using Blittable.Layout;

namespace Blittable.Fuzz.Inputs;

/// <summary>Builds documents value by value, including forms that no converter writes: any tag, any sharing, any width.</summary>
/// <remarks>Most documents are valid. <see cref="ByteMutator"/> introduces the other faults.</remarks>
internal sealed class DocumentForge(FuzzRandom random, IReadOnlyList<byte[]> leaves)
{
    private static readonly string[] Texts = ["", "a", "text", "ü", "\"\\\n\u0001", "2011-01-01", "a text of more than thirty-two bytes, for vectors", "木😀"];

    private static readonly string[] NumberTexts = ["0", "-0", "1e5", "1.5E-7", "-1.25", "123456789012345678901234567890", "0.1e+308", "1e999"];

    private readonly List<byte> _bytes = [];
    private readonly List<int> _starts = [];

    /// <summary>Unreferenced values. A document without the flag for shared values may refer only to these.</summary>
    private readonly List<int> _free = [];
    private readonly List<int> _strings = [];
    private readonly List<(int Address, int Count)> _shapes = [];
    private readonly bool _isShared = random.OneIn(2);

    /// <summary>Creates a document.</summary>
    public byte[] Make()
    {
        for (var values = random.Next(1, random.OneIn(8) ? 200 : 16); values > 0; values--)
        {
            Value();
        }

        if (_free.Count > 1 && random.Next(8) != 0)
        {
            Array(_free.Count);
        }

        Trailer();
        return [.. _bytes];
    }

    private void Value()
    {
        var start = _bytes.Count;
        switch (random.Next(_starts.Count == 0 ? 8 : 16))
        {
            case 0:
                _bytes.Add((byte)random.Next(0x40));
                break;
            case 1:
                Text(start);
                return;
            case 2:
                NumberText();
                break;
            case 3:
                _bytes.Add((byte)random.Next(Tag.Null, Tag.EmptyObject + 1));
                break;
            case 4:
                Fixed();
                break;
            case 5:
                Run();
                break;
            case 6 or 7 when leaves.Count > 0:
                _bytes.AddRange(leaves[random.Next(leaves.Count)]);
                break;
            case 8 when _isShared:
                Reference(start);
                return;
            case 9 when _isShared && _strings.Count > 0:
                Continued(start);
                return;
            case 10 or 11:
                Array(random.Next(1, 8));
                return;
            case 12:
                Strided();
                return;
            case 13 when _shapes.Count > 0:
                ObjectOfShape();
                return;
            default:
                ObjectWithShape();
                return;
        }

        Added(start);
    }

    private void Added(int start)
    {
        _starts.Add(start);
        _free.Add(start);
    }

    private void Text(int start)
    {
        var text = Encoding.UTF8.GetBytes(random.Pick<string>(Texts));
        switch (random.Next(6))
        {
            case 0:
                _bytes.AddRange([Tag.String16, (byte)text.Length, 0]);
                break;
            case 1:
                _bytes.AddRange([Tag.String32, (byte)text.Length, 0, 0, 0]);
                break;
            default:
                _bytes.Add((byte)(Tag.ShortString + text.Length));
                break;
        }

        _bytes.AddRange(text);
        _strings.Add(start);
        Added(start);
    }

    private void NumberText()
    {
        var text = Encoding.UTF8.GetBytes(random.Pick<string>(NumberTexts));
        if (random.OneIn(3))
        {
            _bytes.AddRange([Tag.NumberText, (byte)text.Length]);
        }
        else
        {
            _bytes.Add((byte)(Tag.ShortNumberText + text.Length));
        }

        _bytes.AddRange(text);
    }

    /// <summary>Integers, decimals and floats, for which any bytes after the tag are meaningful.</summary>
    private void Fixed()
    {
        var tag = (byte)random.Next(4) switch
        {
            0 => random.Next(Tag.Integer, Tag.NegativeIntegerLast + 1),
            1 => random.Next(Tag.Float32, Tag.Float64 + 1),
            2 => random.Next(Tag.ShortDecimal, Tag.ShortDecimalLast + 1),
            _ => random.Next(Tag.Decimal, Tag.NarrowFloat64 + 1),
        };
        _bytes.Add((byte)tag);
        var size = tag switch
        {
            >= Tag.Integer and <= Tag.NegativeIntegerLast => Tag.IntegerSizes[(tag - Tag.Integer) % Tag.IntegerSizes.Length],
            Tag.Float64 => 8,
            Tag.Float32 or Tag.NarrowFloat64 => 4,
            >= Tag.Decimal and <= Tag.DecimalLast => Tag.DecimalSizes[tag - Tag.Decimal],
            _ => ((tag - Tag.ShortDecimal) & 3) + 1,
        };
        if (tag is >= Tag.Decimal and <= Tag.DecimalLast)
        {
            _bytes.Add((byte)random.Next(1, 256));
        }

        var special = random.Pick<ulong>([0, 1, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0x7F80_0000, 0xFFC0_0000, ulong.MaxValue, 0x8000_0000_0000_0000]);
        var bits = random.OneIn(2) ? special : random.Next64();
        for (var i = 0; i < size; i++)
        {
            _bytes.Add((byte)(bits >> (8 * i)));
        }
    }

    private void Run()
    {
        var length = random.Next(random.OneIn(4) ? 100 : 20);
        _bytes.Add(random.OneIn(2) ? Tag.Binary : Tag.Extension);
        if (_bytes[^1] == Tag.Extension)
        {
            _bytes.Add((byte)random.Next(256));
        }

        Varint((uint)length);
        for (var i = 0; i < length; i++)
        {
            _bytes.Add((byte)random.Next(256));
        }
    }

    private void Reference(int start)
    {
        var target = random.Pick<int>(_starts.ToArray());
        if (_bytes[target] is >= Tag.Reference and <= Tag.ReferenceLast)
        {
            return;
        }

        var width = random.Next(3);
        _bytes.Add((byte)(Tag.Reference + width));
        Integer((uint)(start - target), width + 2);
        Added(start);
    }

    private void Continued(int start)
    {
        var origin = random.Pick<int>(_strings.ToArray());
        _bytes.Add(Tag.ContinuedString);
        _bytes.Add((byte)random.Next(1, 12));
        Varint((uint)(start - origin));
        _bytes.AddRange("\u0042ab"u8);
        Added(start);
    }

    private void Array(int count)
    {
        var children = Children(count);
        var start = _bytes.Count;
        var width = Width(start, children);
        _bytes.Add((byte)(Tag.Array + width));
        Varint((uint)children.Length);
        Slots(start, children, width);
        Added(start);
    }

    private void Strided()
    {
        // Consecutive values of one length.
        var count = random.Next(1, 9);
        var size = random.Next(3);
        var first = _bytes.Count;
        for (var i = 0; i < count; i++)
        {
            _starts.Add(_bytes.Count);
            _bytes.AddRange(size switch { 0 => [(byte)i], 1 => [0x41, (byte)('a' + i)], _ => [0xA9, (byte)i, 1] });
        }

        var start = _bytes.Count;
        var stride = (start - first) / count;
        var isOne = _isShared && random.OneIn(4);
        _bytes.Add(Tag.StridedArray);
        Varint((uint)(isOne ? random.Next(1, 1000) : count));
        Varint((uint)stride);
        Varint((uint)(isOne ? 0 : stride));
        Added(start);
    }

    private void ObjectWithShape()
    {
        var count = random.Next(1, random.OneIn(20) ? 300 : 20);
        var children = Children(count);
        var names = new List<byte>();
        var ends = new int[children.Length];
        for (var i = 0; i < children.Length; i++)
        {
            names.AddRange(Encoding.UTF8.GetBytes(random.OneIn(10) ? random.Pick<string>(Texts) : $"n{i * 7 % children.Length}"));
            ends[i] = names.Count;
        }

        var block = new byte[ShapeBlockWriter.MaxLength(names.Count, ends.Length)];
        var length = ShapeBlockWriter.Write(block, names.ToArray(), ends, compact: random.OneIn(2));
        var start = _bytes.Count;
        var width = Width(start, children);
        _bytes.Add((byte)(Tag.ObjectWithShape + width));
        if (_shapes.Count < 100)
        {
            _shapes.Add((_bytes.Count, children.Length));
        }

        _bytes.AddRange(block.AsSpan(0, length));
        Slots(start, children, width);
        Added(start);
    }

    private void ObjectOfShape()
    {
        var number = random.Next(_shapes.Count);
        var children = Children(_shapes[number].Count);
        if (children.Length != _shapes[number].Count)
        {
            return;
        }

        var start = _bytes.Count;
        var width = Width(start, children);
        _bytes.Add((byte)(Tag.ObjectOfDocumentShape + width));
        Varint((uint)number);
        Slots(start, children, width);
        Added(start);
    }

    /// <summary>Draws children, or fewer than requested if a document without sharing has no more unreferenced values.</summary>
    private int[] Children(int count)
    {
        if (_isShared)
        {
            var children = new int[count];
            for (var i = 0; i < count; i++)
            {
                children[i] = _starts[random.OneIn(2) ? random.Next(_starts.Count) : Math.Max(0, _starts.Count - 1 - random.Next(8))];
            }

            _free.RemoveAll(start => System.Array.IndexOf(children, start) >= 0);
            return children;
        }

        while (_free.Count == 0)
        {
            _starts.Add(_bytes.Count);
            _free.Add(_bytes.Count);
            _bytes.Add((byte)random.Next(0x40));
        }

        var taken = new int[Math.Min(count, _free.Count)];
        for (var i = 0; i < taken.Length; i++)
        {
            var at = random.Next(_free.Count);
            taken[i] = _free[at];
            _free.RemoveAt(at);
        }

        return taken;
    }

    private int Width(int start, int[] children)
    {
        var farthest = 0;
        foreach (var child in children)
        {
            farthest = Math.Max(farthest, start - child);
        }

        var narrowest = farthest <= byte.MaxValue ? 0 : farthest <= ushort.MaxValue ? 1 : 2;
        return random.Next(narrowest, random.OneIn(10) ? 3 : narrowest + 1);
    }

    private void Slots(int start, int[] children, int width)
    {
        foreach (var child in children)
        {
            Integer((uint)(start - child), Tag.SlotSize(width));
        }
    }

    private void Trailer()
    {
        var flags = Layout.Trailer.Version;
        var root = _starts[^1];
        if (_isShared)
        {
            flags |= Layout.Trailer.Shared;
            Backward(random.OneIn(6) ? (uint)random.Next(1000) : uint.MaxValue);
            Backward(random.OneIn(6) ? (uint)random.Next(8) : 512);
        }

        if (_shapes.Count > 0 && _bytes.Count < ushort.MaxValue)
        {
            flags |= Layout.Trailer.HasShapes;
            foreach (var (address, _) in _shapes)
            {
                Integer((uint)address, 2);
            }

            Backward((uint)_shapes.Count);
        }

        Backward((uint)(_bytes.Count - root));
        _bytes.Add(flags);
    }

    private void Integer(uint value, int size)
    {
        for (var i = 0; i < size; i++)
        {
            _bytes.Add((byte)(value >> (8 * i)));
        }
    }

    private void Varint(uint value)
    {
        Span<byte> bytes = stackalloc byte[Layout.Varint.MaxLength];
        _bytes.AddRange(bytes[..Layout.Varint.Write(bytes, value)]);
    }

    private void Backward(uint value)
    {
        Span<byte> bytes = stackalloc byte[Layout.Varint.MaxLength];
        _bytes.AddRange(bytes[..Layout.Varint.WriteBackward(bytes, value)]);
    }
}
