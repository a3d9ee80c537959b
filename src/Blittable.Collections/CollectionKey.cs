using System.Text;
using Blittable.Collections.Numbers;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <summary>Holds the key of a document: a number or a string. Numbers are equal by value, so that <c>1.0</c> is the key 1.</summary>
public readonly struct CollectionKey : IEquatable<CollectionKey>
{
    private readonly byte[]? _text;
    private readonly long _number;

    /// <summary>A number that is no integer of 64 bits.</summary>
    private readonly ExactNumber? _exact;

    /// <summary>Creates the key of an integer.</summary>
    public CollectionKey(long number) => _number = number;

    /// <summary>Creates the key of an integer without a sign.</summary>
    public CollectionKey(ulong number)
        : this(ExactNumber.OfDecimal(number))
    {
    }

    /// <summary>Creates the key of a decimal number.</summary>
    public CollectionKey(decimal number)
        : this(ExactNumber.OfDecimal(number))
    {
    }

    /// <summary>Creates the key of a string.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public CollectionKey(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        _text = Encoding.UTF8.GetBytes(text);
    }

    /// <summary>Creates the key of a string in UTF-8, which is copied.</summary>
    public CollectionKey(ReadOnlySpan<byte> utf8Text) => _text = utf8Text.ToArray();

    private CollectionKey(ExactNumber number)
    {
        _exact = number.TryGetInteger(out _number) ? null : number;
        _number = _exact is null ? _number : 0;
    }

    private CollectionKey(byte[] text, bool isOwned) => _text = isOwned ? text : [.. text];

    internal bool IsText => _text is not null;

    internal ReadOnlySpan<byte> Text => _text;

    private ExactNumber Number => _exact ?? new ExactNumber(_number);

    /// <summary>The nearest double of a number.</summary>
    internal double Double => Number.ToDouble();

    /// <summary>Gets a number as a 64-bit integer, if it is one.</summary>
    internal bool TryGetInteger(out long integer) => Number.TryGetInteger(out integer);

    /// <summary>Gets a number as a 64-bit mantissa of a scale, if it is one.</summary>
    internal bool TryGetMantissa(int scale, out long mantissa) => Number.TryGetMantissa(scale, out mantissa);

    internal ulong Hash => IsText ? ValueHash.Of(Text) : _exact is { } number ? ValueHash.Of(number) : ValueHash.Of(_number);

    /// <summary>The key that a document has at a path; false where that is neither a number nor a string.</summary>
    internal static bool TryRead(BlittablePath path, in BlittableValue document, out CollectionKey key)
    {
        key = default;
        if (!path.TryEvaluate(document, out var value))
        {
            return false;
        }

        if (value.TryGetInt64(out var number))
        {
            key = new CollectionKey(number);
            return true;
        }

        if (value.Kind == BlittableValueKind.Number)
        {
            key = new CollectionKey(QueryValue.FromScalar(value).Number);
            return true;
        }

        if (!value.TryGetUtf8Length(out var length))
        {
            return false;
        }

        var text = new byte[length];
        value.TryCopyUtf8(text, out _);
        key = new CollectionKey(text, isOwned: true);
        return true;
    }

    /// <summary>Determines whether a value is the key's: a number may have a fraction of zeros or an exponent.</summary>
    internal bool Equals(BlittableValue value) => IsText ? value.Utf8Equals(Text)
        : value.TryGetInt64(out var integer) ? _exact is null && integer == _number
        : value.Kind == BlittableValueKind.Number && QueryValue.FromScalar(value).Number.Equals(Number);

    /// <inheritdoc/>
    public bool Equals(CollectionKey other) =>
        IsText == other.IsText && _number == other._number && Nullable.Equals(_exact, other._exact) && Text.SequenceEqual(other.Text);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is CollectionKey other && Equals(other);

    /// <inheritdoc/>
    /// <remarks>Integers stay what they are: in a table serial numbers then lie side by side.</remarks>
    public override int GetHashCode() => IsText ? Hash.GetHashCode() : _exact?.GetHashCode() ?? _number.GetHashCode();

    /// <summary>Returns the key as JSON has it, a string without escapes.</summary>
    public override string ToString() => IsText ? $"\"{Encoding.UTF8.GetString(Text)}\"" : _exact is { } number ? QueryValue.FromNumber(number).ToJson() : $"{_number}";

    /// <summary>Reads the key of a number of any size.</summary>
    /// <param name="text">The number as JSON has it.</param>
    /// <exception cref="FormatException">The text is not a JSON number.</exception>
    public static CollectionKey ParseNumber(string text) => new(QueryValue.ParseNumber(text).Number);

    /// <summary>Reads the key of a number of any size.</summary>
    /// <param name="text">The number as JSON has it.</param>
    /// <param name="key">The key.</param>
    /// <returns>False if the text is not a JSON number.</returns>
    public static bool TryParseNumber(string? text, out CollectionKey key)
    {
        var isNumber = ExactNumber.TryParse(Encoding.UTF8.GetBytes(text ?? ""), out var number, out _);
        key = isNumber ? new CollectionKey(number) : default;
        return isNumber;
    }

    /// <summary>Returns the key of an integer.</summary>
    public static implicit operator CollectionKey(long number) => new(number);

    /// <summary>Returns the key of a string.</summary>
    public static implicit operator CollectionKey(string text) => new(text);

    /// <summary>Returns whether both are the same key.</summary>
    public static bool operator ==(CollectionKey left, CollectionKey right) => left.Equals(right);

    /// <summary>Returns whether the keys differ.</summary>
    public static bool operator !=(CollectionKey left, CollectionKey right) => !left.Equals(right);
}
