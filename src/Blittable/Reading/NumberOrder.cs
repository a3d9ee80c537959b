using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Reading;

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
