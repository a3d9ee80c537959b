using System.Buffers;
using System.Numerics;
using Blittable.Layout;
using Blittable.Rendering;

namespace Blittable.Validation;

/// <summary>Measures the expanded size of each value of a document, children before containers, so the cost is proportional to the stored bytes.</summary>
/// <remarks>
/// A value is found by its rank among the starts of values. The rank is a count per 64 bytes of the document plus the number of preceding bits in its
/// word. This takes 4 bytes per 64 bytes of the document, and 16 bytes per value.
/// </remarks>
internal sealed class ExpandedValues : IDisposable
{
    /// <summary>The number of bytes of JSON around a name: its quotes and the colon.</summary>
    private const int NamePunctuation = 3;

    private static readonly SearchValues<byte> Escaped = SearchValues.Create([.. Enumerable.Range(0, ' ').Select(code => (byte)code), (byte)'"', (byte)'\\']);

    /// <summary>The maximum number of names that are measured again rather than remembered.</summary>
    private const int FewNames = 4;

    private Dictionary<int, long>? _names;
    private Dictionary<(int Size, uint Number), long>? _texts;
    private DiscardingBuffer? _output;
    private ExpandedValue[] _values;
    private int[] _ranks;
    private int _count;
    private int _words;

    /// <summary>Allocates memory for the values of a document.</summary>
    /// <param name="length">The size of all values in bytes.</param>
    public ExpandedValues(int length)
    {
        _ranks = ArrayPool<int>.Shared.Rent((length >> 6) + 1);
        _values = ArrayPool<ExpandedValue>.Shared.Rent(Math.Clamp(length >> 2, 16, 1 << 20));
    }

    public void Dispose()
    {
        ArrayPool<ExpandedValue>.Shared.Return(_values);
        ArrayPool<int>.Shared.Return(_ranks);
        _values = [];
        _ranks = [];
    }

    /// <summary>Adds the value at an address. Values must be added in order.</summary>
    public void Add(int address, ExpandedValue value)
    {
        for (; _words <= address >> 6; _words++)
        {
            _ranks[_words] = _count;
        }

        if (_count == _values.Length)
        {
            var larger = ArrayPool<ExpandedValue>.Shared.Rent(_count * 2);
            _values.CopyTo(larger, 0);
            ArrayPool<ExpandedValue>.Shared.Return(_values);
            _values = larger;
        }

        _values[_count++] = value;
    }

    /// <summary>Returns the expanded size of the value at an address.</summary>
    /// <param name="address">The start of the value.</param>
    /// <param name="starts">A bit for each byte at which a value starts.</param>
    public ExpandedValue At(int address, ReadOnlySpan<ulong> starts)
    {
        var before = starts[address >> 6] & ((1UL << (address & 63)) - 1);
        return _values[_ranks[address >> 6] + BitOperations.PopCount(before)];
    }

    /// <summary>Returns the size in bytes of the names of a shape as JSON, including punctuation.</summary>
    /// <param name="shape">The shape.</param>
    /// <param name="key">A key that identifies the shape: its address in the document, or the complement of its number in the dictionary.</param>
    public long NamesOf(ShapeBlock shape, int key)
    {
        if (shape.Count <= FewNames)
        {
            return NamesOf(shape);
        }

        _names ??= [];
        if (!_names.TryGetValue(key, out var length))
        {
            length = NamesOf(shape);
            _names.Add(key, length);
        }

        return length;
    }

    /// <summary>Returns the size in bytes of a dictionary string as JSON. The string is read once, even if the document refers to it repeatedly.</summary>
    /// <param name="text">The string.</param>
    /// <param name="address">The address of a reference to it in the document.</param>
    /// <param name="values">The values of the document.</param>
    public long TextOfDictionary(ReadOnlySpan<byte> text, int address, ReadOnlySpan<byte> values)
    {
        _texts ??= [];
        var size = values[address] - Tag.DictionaryString + 1;
        var number = RawBytes.ReadUpTo32(values, address + 1, size);
        if (!_texts.TryGetValue((size, number), out var length))
        {
            length = TextLength(text);
            _texts.Add((size, number), length);
        }

        return length;
    }

    /// <summary>Returns the size of the names as JSON. Names are adjacent, so characters to escape are counted in all of them together.</summary>
    private static long NamesOf(ShapeBlock shape)
    {
        const int quotes = 2;
        return TextLength(shape.Bytes[(shape.NamesAddress - shape.Address)..]) - quotes + (NamePunctuation * (long)shape.Count);
    }

    /// <summary>Returns the size in bytes of a string as JSON, including quotes.</summary>
    public static long TextLength(ReadOnlySpan<byte> text)
    {
        const int quotes = 2, shortEscape = 1, longEscape = 5;
        var length = quotes + (long)text.Length;
        for (var at = text.IndexOfAny(Escaped); at >= 0; at = text.IndexOfAny(Escaped))
        {
            length += text[at] is (byte)'"' or (byte)'\\' or (byte)'\b' or (byte)'\t' or (byte)'\n' or (byte)'\f' or (byte)'\r' ? shortEscape : longEscape;
            text = text[(at + 1)..];
        }

        return length;
    }

    /// <summary>Returns the size in bytes of the JSON of a value that does not refer to others, as written by the renderer.</summary>
    public long Render(in BlittableValue value)
    {
        _output ??= new DiscardingBuffer();
        var before = _output.Length;
        JsonRenderer.Measure(value, _output);
        return _output.Length - before;
    }
}

/// <summary>Represents the size of a value after expansion of all values that it refers to.</summary>
/// <param name="Text">The size in bytes of the minified JSON text, at most <see cref="long.MaxValue"/>.</param>
/// <param name="Depth">The nesting depth of containers, including the value itself. Empty containers do not count.</param>
internal readonly record struct ExpandedValue(long Text, uint Depth);
