using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
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
    private const int HintCount = 1 << HintBits, HintBits = 6;

    /// <summary>2^64 over the golden ratio: multiples of it spread evenly over their top bits (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const ulong HashFactor = 0x9E37_79B9_7F4A_7C15;

    /// <summary>The hints of a name that remembers its favourite alone.</summary>
    private static readonly PropertyHint[] NoHints = MakeHints();

    private readonly byte[] _utf8;
    private byte[]? _codes;
    private PropertyHint[] _hints = NoHints;
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

    private BlittableName(byte[] utf8) => _utf8 = utf8;

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
    internal bool Is(ReadOnlySpan<byte> utf8) =>
        RawBytes.AreEqual(MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetArrayDataReference(_utf8), _utf8.Length), utf8);

    /// <summary>Where to look first, in objects of whatever shape. Whichever hint a thread sees, old or new, it is whole.</summary>
    /// <remarks>
    /// Where most objects have one shape, the favourite spares the wait for a block's first bytes: the processor foresees that they are the favourite's,
    /// and goes on with what the hint says.
    /// </remarks>
    internal PropertyHint Favourite => _favourite;

    /// <summary>Where to look next, in a block of this <see cref="PropertyHint.Head"/>: a hint that may be of another one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PropertyHint Hint(ulong head) => Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_hints), Place(head));

    /// <summary>Where to look last.</summary>
    internal PropertyHint OtherHint(ulong head) => _hints[Place(head) ^ 1];

    /// <summary>Whether no hint is of a block whose object starts with this head, and one would drive out no other.</summary>
    internal bool IsNew(ulong head) => HasRoom(head) && !Knows(head) && !Knows(PropertyHint.ShortHeadOf(head));

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
    /// <param name="shapes">The bytes that the block is in.</param>
    /// <param name="block">Where it starts.</param>
    /// <param name="tag">The tag of an object that brings it, or else <see cref="Tag.None"/>.</param>
    /// <param name="ordinal">The name's number in it.</param>
    /// <remarks>
    /// If shapes change all the time, hints are replaced ever more rarely. So lookups that do not find the name
    /// where they look first allocate only as often as the logarithm of their number.
    /// </remarks>
    internal void Remember(ReadOnlySpan<byte> shapes, int block, byte tag, int ordinal)
    {
        var head = PropertyHint.HeadOf(shapes, block, tag);
        var isFree = HasRoom(head);
        if ((!isFree && !BitOperations.IsPow2(++_replaced)) || PropertyHint.Create(shapes, block, tag, ordinal) is not { } hint)
        {
            return;
        }

        if (_favourite == PropertyHint.None)
        {
            Volatile.Write(ref _favourite, hint);
            return;
        }

        if (_hints == NoHints)
        {
            var hints = MakeHints();
            hints[Place(_favourite.Head)] = _favourite;
            Volatile.Write(ref _hints, hints);
        }

        var place = Place(head);
        Volatile.Write(ref _hints[_hints[place] == PropertyHint.None ? place : place ^ 1], hint);
        if (!isFree)
        {
            Volatile.Write(ref _favourite, hint);
        }
    }

    private bool Knows(ulong head) => _favourite.Head == head || Hint(head).Head == head || OtherHint(head).Head == head;

    private bool HasRoom(ulong head) => Hint(head) == PropertyHint.None || OtherHint(head) == PropertyHint.None;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Place(ulong head) => (int)((head * HashFactor) >> (64 - HintBits));

    private static PropertyHint[] MakeHints()
    {
        var hints = new PropertyHint[HintCount];
        hints.AsSpan().Fill(PropertyHint.None);
        return hints;
    }

    /// <summary>The name.</summary>
    public override string ToString() => Encoding.UTF8.GetString(_utf8);

    /// <summary>Threads that do this at the same time find the same.</summary>
    private byte[] EncodeNow()
    {
        var codes = new byte[NameCodesKernel.MaxEncodedLength(_utf8.Length)];
        return _codes = codes[..NameCodesKernel.Encode(_utf8, codes)];
    }
}
