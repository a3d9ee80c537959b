using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Hashes values by their meaning. Values that <see cref="ValueComparison"/> finds equal have equal hashes.</summary>
/// <remarks>In a document that shares values, each value is hashed once, so hashing takes linear time in the size of the document.</remarks>
internal ref struct ValueHash
{
    /// <summary>The minimum size in bytes of a shape whose name hashes are remembered.</summary>
    private const int LongNames = 256;

    private readonly ulong _seed;

    /// <summary>The hashes of containers and long values by address, in a document that refers to values more than once.</summary>
    private readonly Dictionary<int, ulong>? _known;

    private StepLimit _limit;

    /// <summary>The last shape with long names, and the hashes of its names.</summary>
    private ReadOnlySpan<byte> _shape;
    private ulong[] _names = [];

    private ValueHash(BlittableValue value, ulong seed)
    {
        _limit = StepLimit.Of(value);
        _seed = seed;
        _known = ValueComparison.IsShared(value) ? [] : null;
    }

    /// <summary>Computes the hash of a value.</summary>
    /// <exception cref="BlittableException">The document is damaged, nested too deeply for the stack of this thread, or represents too many values.</exception>
    public static ulong Of(BlittableValue value, ulong seed) => new ValueHash(value, seed).Of(value);

    private ulong Of(BlittableValue value)
    {
        _limit.Count();
        var kind = value.Kind;
        var seed = SeededHash.Fold(_seed ^ (ulong)kind, _seed | 1);
        switch (kind)
        {
            case BlittableValueKind.Number or BlittableValueKind.Binary or BlittableValueKind.String or BlittableValueKind.Array or BlittableValueKind.Object:
                break;
            default:
                return seed;
        }

        var isRemembered = _known is not null && value.Address >= 0
            && (kind is BlittableValueKind.Array or BlittableValueKind.Object || ValueComparison.IsLong(value, kind));
        if (isRemembered && _known!.TryGetValue(value.Address, out var hash))
        {
            return hash;
        }

        hash = kind switch
        {
            BlittableValueKind.Number => NumberOrder.Hash(value, seed, ref _limit),
            BlittableValueKind.String => OfString(value, seed),
            BlittableValueKind.Binary => OfBinary(value, seed),
            _ => OfContainer(value, kind, seed),
        };
        if (isRemembered)
        {
            _known!.Add(value.Address, hash);
        }

        return hash;
    }

    [SkipLocalsInit]
    private ulong OfString(BlittableValue value, ulong seed)
    {
        using var text = new TextOrCopy(value, stackalloc byte[TextOrCopy.StackLimit]);
        _limit.CountText(text.Bytes.Length);
        return SeededHash.Of(text.Bytes, seed);
    }

    private ulong OfBinary(BlittableValue value, ulong seed)
    {
        var bytes = value.TryGetExtension(out _, out var data) ? data : value.GetBytes();
        _limit.CountText(bytes.Length);
        return SeededHash.Of(bytes, seed);
    }

    private ulong OfContainer(BlittableValue value, BlittableValueKind kind, ulong seed)
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(value.Address & int.MaxValue);
        }

        return kind == BlittableValueKind.Array ? OfArray(value, seed) : OfObject(value, seed);
    }

    private ulong OfArray(BlittableValue value, ulong seed)
    {
        var hash = ArrayHash.Start(seed);
        value.TryReadArray(out var elements);
        if (ValueComparison.IsUniform(elements))
        {
            return hash.With(Of(value.Child(elements, 0)), elements.Count).Value;
        }

        foreach (var element in value.EnumerateArray())
        {
            hash = hash.With(Of(element));
        }

        return hash.Value;
    }

    private ulong OfObject(BlittableValue value, ulong seed)
    {
        // Use a sum, because the order of properties has no meaning.
        var hash = seed;
        value.TryReadObject(out var children, out var shape);
        var names = children.Count == 0 || shape.Bytes.Length < LongNames ? null : NamesOf(shape, seed);
        for (var i = 0; i < children.Count; i++)
        {
            var name = names is null ? SeededHash.Of(shape.Name(i), seed) : names[i];
            hash += SeededHash.Fold(name ^ Of(value.Child(children, i)), seed | 1);
        }

        return hash;
    }

    /// <summary>Hashes the names of a shape, unless it is the shape of the previous object with long names.</summary>
    private ulong[] NamesOf(in ShapeBlock shape, ulong seed)
    {
        if (shape.Bytes == _shape)
        {
            return _names;
        }

        _limit.CountText(shape.Bytes.Length);
        _shape = shape.Bytes;
        _names = new ulong[shape.Count];
        for (var i = 0; i < shape.Count; i++)
        {
            _names[i] = SeededHash.Of(shape.Name(i), seed);
        }

        return _names;
    }
}

/// <summary>Computes the hash of a sequence: a polynomial of the element hashes modulo a prime, evaluated at a secret point.</summary>
/// <remarks>A repeated element takes logarithmic time in the number of repetitions. Different sequences collide with a probability of at most their length
/// divided by 2^61.</remarks>
internal readonly struct ArrayHash
{
    private const int Bits = 61;
    private const ulong Prime = (1UL << Bits) - 1;

    private readonly ulong _multiplier;
    private readonly ulong _hash;

    private ArrayHash(ulong multiplier, ulong hash)
    {
        _multiplier = multiplier;
        _hash = hash;
    }

    public static ArrayHash Start(ulong seed) => new((seed & Prime) | 2, Reduce(SeededHash.Fold(seed, seed | 1)));

    public ArrayHash With(ulong element) => new(_multiplier, Add(Multiply(_hash, _multiplier), Reduce(element)));

    /// <summary>Appends an element repeatedly.</summary>
    public ArrayHash With(ulong element, int count)
    {
        // The function x -> a x + b appends one element. Squaring it appends twice as many.
        var (a, b) = (_multiplier, Reduce(element));
        var (allA, allB) = (1UL, 0UL);
        for (; count > 0; count >>= 1)
        {
            if ((count & 1) != 0)
            {
                (allA, allB) = (Multiply(allA, a), Add(Multiply(allB, a), b));
            }

            (a, b) = (Multiply(a, a), Add(Multiply(a, b), b));
        }

        return new(_multiplier, Add(Multiply(_hash, allA), allB));
    }

    public ulong Value => SeededHash.Fold(_hash ^ _multiplier, _multiplier | 1);

    private static ulong Multiply(ulong left, ulong right)
    {
        var high = Math.BigMul(left, right, out var low);
        return Reduce((low & Prime) + ((high << (64 - Bits)) | (low >> Bits)));
    }

    private static ulong Add(ulong left, ulong right) => Reduce(left + right);

    private static ulong Reduce(ulong value)
    {
        value = (value & Prime) + (value >> Bits);
        return value >= Prime ? value - Prime : value;
    }
}
