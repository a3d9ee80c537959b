using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>The hash of a sequence: a polynomial of the hashes of its elements, by a prime, at a secret place.</summary>
/// <remarks>An element that comes again and again costs the logarithm of their number. Sequences that differ collide with a probability of their length in 2^61.</remarks>
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

    /// <summary>Appends an element as often as a count says.</summary>
    public ArrayHash With(ulong element, int count)
    {
        // x -> a x + b appends one element; squaring it appends twice as many.
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
