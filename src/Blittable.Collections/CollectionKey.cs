using System.Text;
using Blittable.Collections.Numbers;
using Blittable.Collections.Stripes;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Represents the key of a document: a number or a string. Numbers compare by value, so <c>1.0</c> equals 1.</summary>
public readonly struct CollectionKey : IEquatable<CollectionKey>
{
    private readonly byte[]? _text;
    private readonly long _number;

    /// <summary>A number that is not a 64-bit integer.</summary>
    private readonly ExactNumber? _exact;

    /// <summary>Creates an integer key.</summary>
    public CollectionKey(long number) => _number = number;

    /// <summary>Creates an unsigned integer key.</summary>
    public CollectionKey(ulong number)
        : this(ExactNumber.OfDecimal(number))
    {
    }

    /// <summary>Creates a decimal key.</summary>
    public CollectionKey(decimal number)
        : this(ExactNumber.OfDecimal(number))
    {
    }

    /// <summary>Creates a string key.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> contains a lone surrogate.</exception>
    public CollectionKey(string text) => _text = Utf8Text.Encode(text, nameof(text));

    /// <summary>Creates a string key from UTF-8 text, which is copied.</summary>
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

    /// <summary>Gets the number as the nearest double.</summary>
    internal double Double => Number.ToDouble();

    /// <summary>Gets the number as a 64-bit integer, if it is one.</summary>
    internal bool TryGetInteger(out long integer) => Number.TryGetInteger(out integer);

    /// <summary>Gets the number as a 64-bit mantissa at the specified scale, if it is representable.</summary>
    internal bool TryGetMantissa(int scale, out long mantissa) => Number.TryGetMantissa(scale, out mantissa);

    internal ulong Hash => IsText ? IndexHash.Of(Text) : _exact is { } number ? IndexHash.Of(number) : IndexHash.Of(_number);

    /// <summary>Creates a key from a number or a string of a query.</summary>
    internal static CollectionKey Of(in QueryValue value) => value.Kind == QueryValueKind.Number ? new CollectionKey(value.Number) : new CollectionKey(value.GetString());

    /// <summary>Reads the key of a document. Returns false if the value at the path is neither a number nor a string.</summary>
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

    /// <summary>Determines whether a value equals the key. Numbers compare by value, regardless of trailing zeros or exponents.</summary>
    internal bool Equals(BlittableValue value) => IsText ? value.Utf8Equals(Text)
        : value.TryGetInt64(out var integer) ? _exact is null && integer == _number
        : value.Kind == BlittableValueKind.Number && QueryValue.FromScalar(value).Number.Equals(Number);

    /// <inheritdoc/>
    public bool Equals(CollectionKey other) =>
        IsText == other.IsText && _number == other._number && Nullable.Equals(_exact, other._exact) && Text.SequenceEqual(other.Text);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is CollectionKey other && Equals(other);

    /// <inheritdoc/>
    /// <remarks>Integers are not mixed, so consecutive keys are adjacent in a hash table.</remarks>
    public override int GetHashCode() => IsText ? Hash.GetHashCode() : _exact?.GetHashCode() ?? _number.GetHashCode();

    /// <summary>Returns the key as JSON, except that strings are not escaped.</summary>
    public override string ToString() => IsText ? $"\"{Encoding.UTF8.GetString(Text)}\"" : _exact is { } number ? QueryValue.FromNumber(number).ToJson() : $"{_number}";

    /// <summary>Parses a numeric key of any size.</summary>
    /// <param name="text">A JSON number.</param>
    /// <exception cref="FormatException">The text is not a JSON number.</exception>
    public static CollectionKey ParseNumber(string text) => new(QueryValue.ParseNumber(text).Number);

    /// <summary>Parses a numeric key of any size.</summary>
    /// <param name="text">A JSON number.</param>
    /// <param name="key">The key.</param>
    /// <returns><see langword="true"/> if the text is a JSON number; otherwise, <see langword="false"/>.</returns>
    public static bool TryParseNumber(string? text, out CollectionKey key)
    {
        var isNumber = ExactNumber.TryParse(Encoding.UTF8.GetBytes(text ?? ""), out var number, out _);
        key = isNumber ? new CollectionKey(number) : default;
        return isNumber;
    }

    /// <summary>Converts an integer to a key.</summary>
    public static implicit operator CollectionKey(long number) => new(number);

    /// <summary>Converts a string to a key.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="text"/> contains a lone surrogate.</exception>
    public static implicit operator CollectionKey(string text) => new(text);

    /// <summary>Determines whether two keys are equal.</summary>
    public static bool operator ==(CollectionKey left, CollectionKey right) => left.Equals(right);

    /// <summary>Determines whether two keys are different.</summary>
    public static bool operator !=(CollectionKey left, CollectionKey right) => !left.Equals(right);
}
