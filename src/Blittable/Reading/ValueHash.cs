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

    /// <summary>The hashes of containers and long values by address, in a document that refers to values more than once, or whose values are hashed more than
    /// once.</summary>
    private readonly Dictionary<int, ulong>? _known;

    private StepLimit _limit;

    /// <summary>The last shape with long names, and the hashes of its names.</summary>
    private ReadOnlySpan<byte> _shape;
    private ulong[] _names = [];

    private ValueHash(BlittableValue value, ulong seed, bool remembersAll)
    {
        _limit = StepLimit.Of(value);
        _seed = seed;
        _known = remembersAll || ValueComparison.IsShared(value) ? [] : null;
    }

    /// <summary>Computes the hash of a value.</summary>
    /// <exception cref="BlittableException">The document is damaged, nested too deeply for the stack of this thread, or represents too many values.</exception>
    public static ulong Of(BlittableValue value, ulong seed) => new ValueHash(value, seed, remembersAll: false).Of(value);

    /// <summary>Creates the hashes of values of a document that are computed on demand. Each container is hashed once.</summary>
    public static ValueHash OfMany(BlittableValue document, ulong seed) => new(document, seed, remembersAll: true);

    /// <summary>Computes the hash of a value of the document, or returns the remembered hash.</summary>
    public ulong Of(BlittableValue value)
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
        ThrowHelper.RequireStack(value.Address);

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

/// <summary>Represents the value of a number, independent of its text and form: 1, 1.0 and 10e-1 are equal.</summary>
/// <remarks>
/// A finite number is <c>0.d1 d2 d3 ... * 10^Scale</c>, with nonzero first and last digits. Zero has no digits. The value of a float is the value of
/// its JSON text. NaN equals itself and comes first, and the infinities enclose the finite numbers.
/// </remarks>
internal readonly ref struct NumberOrder
{
    /// <summary>Exponents are limited to a sixteenth of this value to prevent overflow of sums. No text has as many digits.</summary>
    private const long MaxExponent = 1L << 60;

    private const int NotANumber = -2, NegativeInfinity = -1, Finite = 0, PositiveInfinity = 1;

    private readonly int _class;
    private readonly int _sign;
    private readonly long _scale;

    /// <summary>The digits from the first to the last nonzero digit, which may include a decimal point.</summary>
    private readonly ReadOnlySpan<byte> _digits;

    private NumberOrder(int numberClass, int sign, long scale, ReadOnlySpan<byte> digits)
    {
        _class = numberClass;
        _sign = sign;
        _scale = scale;
        _digits = digits;
    }

    /// <summary>Compares the values of two numbers.</summary>
    /// <param name="left">The left number.</param>
    /// <param name="right">The right number.</param>
    /// <param name="limit">The budget. A number text costs its length, because all of its digits are read.</param>
    /// <exception cref="BlittableException">The text of a number is invalid, or the budget is exhausted.</exception>
    [SkipLocalsInit]
    public static int Compare(BlittableValue left, BlittableValue right, ref StepLimit limit)
    {
        left.TryReadNumber(out var first);
        right.TryReadNumber(out var second);
        if (first.Form == NumberForm.Integer && second.Form == NumberForm.Integer && !first.IsNegative && !second.IsNegative)
        {
            return first.Magnitude.CompareTo(second.Magnitude);
        }

        limit.Count(first.Text.Length + (long)second.Text.Length);
        var a = Read(first, left.Address, stackalloc byte[StoredNumber.MaxFormattedLength]);
        var b = Read(second, right.Address, stackalloc byte[StoredNumber.MaxFormattedLength]);
        return a.CompareTo(b);
    }

    /// <summary>Computes a hash. Equal numbers have equal hashes.</summary>
    /// <exception cref="BlittableException">The text of the number is invalid, or the budget is exhausted.</exception>
    [SkipLocalsInit]
    public static ulong Hash(BlittableValue value, ulong seed, ref StepLimit limit)
    {
        value.TryReadNumber(out var stored);
        limit.Count(stored.Text.Length);
        var number = Read(stored, value.Address, stackalloc byte[StoredNumber.MaxFormattedLength]);
        var hash = SeededHash.Fold(seed ^ (ulong)(uint)number._class, (ulong)(number._sign + 2) ^ ((ulong)number._scale << 2));
        foreach (var digit in number._digits)
        {
            if (digit != '.')
            {
                hash = SeededHash.Fold(hash ^ digit, seed | 1);
            }
        }

        return hash;
    }

    private int CompareTo(NumberOrder other)
    {
        if (_class != other._class || _class != Finite)
        {
            return _class.CompareTo(other._class);
        }

        if (_sign != other._sign || _sign == 0)
        {
            return _sign.CompareTo(other._sign);
        }

        return _scale != other._scale ? _sign * _scale.CompareTo(other._scale) : _sign * CompareDigits(_digits, other._digits);
    }

    private static int CompareDigits(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        var (i, j) = (0, 0);
        while (true)
        {
            i += i < left.Length && left[i] == '.' ? 1 : 0;
            j += j < right.Length && right[j] == '.' ? 1 : 0;
            if (i == left.Length || j == right.Length)
            {
                return (left.Length - i).CompareTo(right.Length - j);
            }

            if (left[i] != right[j])
            {
                return left[i].CompareTo(right[j]);
            }

            i++;
            j++;
        }
    }

    private static NumberOrder Read(StoredNumber number, int address, Span<byte> buffer)
    {
        if (number.Form == NumberForm.Text)
        {
            if (!NumberText.TryParse(number.Text, out _))
            {
                ThrowHelper.InvalidNumber(address & int.MaxValue);
            }

            return OfText(number.Text);
        }

        if (number.TryFormat(buffer, out var length))
        {
            return OfText(buffer[..length]);
        }

        var real = number.Form == NumberForm.Single ? BitConverter.UInt32BitsToSingle((uint)number.Magnitude) : BitConverter.UInt64BitsToDouble(number.Magnitude);
        return new NumberOrder(double.IsNaN(real) ? NotANumber : real < 0 ? NegativeInfinity : PositiveInfinity, 0, 0, default);
    }

    /// <summary>Parses a valid number text.</summary>
    private static NumberOrder OfText(ReadOnlySpan<byte> text)
    {
        var isNegative = text[0] == '-';
        text = text[(isNegative ? 1 : 0)..];
        long exponent = 0;
        var exponentAt = text.IndexOfAny((byte)'e', (byte)'E');
        if (exponentAt >= 0)
        {
            exponent = ReadExponent(text[(exponentAt + 1)..]);
            text = text[..exponentAt];
        }

        var point = text.IndexOf((byte)'.');
        var whole = point < 0 ? text.Length : point;
        var first = text.IndexOfAnyInRange((byte)'1', (byte)'9');
        if (first < 0)
        {
            return new NumberOrder(Finite, 0, 0, default);
        }

        var last = text.LastIndexOfAnyInRange((byte)'1', (byte)'9');
        var scale = exponent + (first < whole ? whole - first : whole + 1 - first);
        return new NumberOrder(Finite, isNegative ? -1 : 1, scale, text[first..(last + 1)]);
    }

    private static long ReadExponent(ReadOnlySpan<byte> text)
    {
        long exponent = 0;
        foreach (var character in text)
        {
            if (character is >= (byte)'0' and <= (byte)'9')
            {
                exponent = Math.Min((exponent * 10) + character - '0', MaxExponent / 16);
            }
        }

        return text[0] == '-' ? -exponent : exponent;
    }
}
