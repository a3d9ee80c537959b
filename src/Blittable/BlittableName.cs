using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Format;
using Blittable.Reading;
using Blittable.Strings;

namespace Blittable;

/// <summary>A property name prepared for many lookups: as UTF-8, and with a memory of where it was found.</summary>
/// <remarks>
/// Make one per name and keep it; any number of threads may share it. It remembers where the name stands in a few shapes: a lookup looks there first,
/// compares, and searches only where that differs. So properties of objects of these shapes are found in one step, and all others correctly.
/// </remarks>
public sealed class BlittableName : IEquatable<BlittableName>
{
    /// <summary>Shapes that can be remembered at a time, by a hash of their first bytes: two of the same hash, others drive them out.</summary>
    private const int HintCount = 1 << HintBits, HintBits = 4;

    /// <summary>2^32 over the golden ratio: multiples of it spread evenly over their top bits (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const uint HashFactor = 0x9E37_79B1;

    private readonly byte[] _utf8;
    private byte[]? _codes;
    private Hints _hints;
    private PropertyHint _favourite = PropertyHint.None;
    private DictionaryHints _inDictionary = DictionaryHints.None;
    private uint _replaced;

    /// <summary>Prepares a name.</summary>
    /// <param name="name">The name, unescaped.</param>
    /// <exception cref="ArgumentException">The name holds half of a surrogate pair.</exception>
    public BlittableName(string name)
        : this(Utf8Text.Encode(name, nameof(name)))
    {
    }

    /// <summary>Prepares a name.</summary>
    /// <param name="utf8Name">The name in UTF-8, unescaped. It is copied.</param>
    public BlittableName(ReadOnlySpan<byte> utf8Name)
        : this(utf8Name.ToArray())
    {
    }

    private BlittableName(byte[] utf8)
    {
        _utf8 = utf8;
        ((Span<PropertyHint>)_hints).Fill(PropertyHint.None);
    }

    /// <summary>The name in UTF-8.</summary>
    public ReadOnlySpan<byte> Utf8 => _utf8;

    /// <summary>The name as documents in disk mode have it: in codes of the general symbol table.</summary>
    internal ReadOnlySpan<byte> Codes => _codes ?? EncodeNow();

    /// <inheritdoc/>
    public bool Equals(BlittableName? other) => other is not null && other.Utf8.SequenceEqual(_utf8);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as BlittableName);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        hash.AddBytes(_utf8);
        return hash.ToHashCode();
    }

    /// <summary>Whether this is the name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool Is(ReadOnlySpan<byte> utf8) => RawBytes.AreEqual(_utf8, utf8);

    /// <summary>
    /// Where to look first in a block of names that starts with these four bytes: the hint of a block that starts with them, or
    /// <see cref="PropertyHint.None"/>. Whichever hint a thread sees, old or new, it is whole, and the rest of it is checked.
    /// </summary>
    /// <remarks>
    /// Where most objects have one shape, the favourite spares the wait for these bytes: the processor foresees the comparison, and goes on with what
    /// the hint says.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PropertyHint Hint(uint head)
    {
        var hint = _favourite;
        if (hint.Head != head)
        {
            var place = Place(head);
            hint = _hints[place];
            if (hint.Head != head)
            {
                hint = _hints[(place ^ 1) & (HintCount - 1)];
                hint = hint.Head == head ? hint : PropertyHint.None;
            }
        }

        return hint;
    }

    /// <summary>Where the name stands in the shapes of the dictionary that was met last.</summary>
    internal DictionaryHints InDictionary => _inDictionary;

    /// <summary>Remembers where the name stands in a shape of a dictionary.</summary>
    /// <remarks>If dictionaries change all the time, hints are rarely replaced, like those of blocks.</remarks>
    internal void Remember(object shapesOwner, uint number, int ordinal)
    {
        var hints = _inDictionary;
        if (hints.ShapesOwner != shapesOwner)
        {
            if (hints != DictionaryHints.None && !BitOperations.IsPow2(++_replaced))
            {
                return;
            }

            hints = new DictionaryHints(shapesOwner);
            Volatile.Write(ref _inDictionary, hints);
        }

        hints.Remember(number, ordinal);
    }

    /// <summary>Remembers where the name stands in a block.</summary>
    /// <remarks>
    /// If shapes change all the time, hints are replaced ever more rarely. So lookups that do not find the name
    /// where they look first allocate only as often as the logarithm of their number.
    /// </remarks>
    internal void Remember(ReadOnlySpan<byte> shapes, int block, int ordinal)
    {
        var head = PropertyHint.HeadOf(shapes, block);
        var place = Place(head);
        if (_hints[place] != PropertyHint.None && _hints[place].Head != head)
        {
            place ^= 1;
        }

        var isFree = _hints[place] == PropertyHint.None;
        if ((isFree || BitOperations.IsPow2(++_replaced)) && PropertyHint.Create(shapes, block, ordinal) is { } hint)
        {
            Volatile.Write(ref _hints[place], hint);
            if (!isFree || _favourite == PropertyHint.None)
            {
                Volatile.Write(ref _favourite, hint);
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Place(uint head) => (int)((head * HashFactor) >> (32 - HintBits));

    /// <summary>The name.</summary>
    public override string ToString() => Encoding.UTF8.GetString(_utf8);

    /// <summary>Threads that do this at the same time find the same.</summary>
    private byte[] EncodeNow()
    {
        var codes = new byte[NameCodesKernel.MaxEncodedLength(_utf8.Length)];
        return _codes = codes[..NameCodesKernel.Encode(_utf8, codes)];
    }

    [InlineArray(HintCount)]
    private struct Hints
    {
        private PropertyHint _first;
    }
}
