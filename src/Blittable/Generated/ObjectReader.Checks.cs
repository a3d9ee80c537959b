using System.Globalization;
using System.Numerics;
using System.Text.Json.Serialization;
using Blittable.Layout;

namespace Blittable.Generated;

/// <content>What options and attributes of System.Text.Json demand of values that are read.</content>
public sealed partial class ObjectReader
{
    /// <summary>Throws if a value is null, which the annotation of its member forbids.</summary>
    /// <param name="value">The value.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="property">Which of them has the value.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    /// <exception cref="BlittableException">The value is null.</exception>
    public void RequireNotNull(scoped in BlittableValue value, ObjectShape shape, int property)
    {
        ArgumentNullException.ThrowIfNull(shape);
        if (IsNull(value))
        {
            throw Mismatch(value, $"a value, as '{shape.Text(property)}' of {shape.TypeName} cannot be null");
        }
    }

    /// <summary>Throws if an object has two properties of one name.</summary>
    /// <exception cref="BlittableException">It has, or the document is damaged.</exception>
    public void RequireDifferentNames(scoped in BlittableValue value)
    {
        if (value.TryReadObject(out _, out var shape) && (shape.Flags & ShapeBlock.HasDuplicates) != 0)
        {
            throw Duplicate(shape, value.Address);
        }
    }

    /// <summary>Gets the converter that a factory creates for a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="converter">The factory.</param>
    /// <exception cref="NotSupportedException">It creates no converter of the type.</exception>
    public static JsonConverter<T> Converter<T>(JsonConverter converter) =>
        (converter as JsonConverterFactory)?.CreateConverter(typeof(T), ConverterOptions) as JsonConverter<T>
        ?? throw new NotSupportedException($"{converter?.GetType()} creates no converter of {TypeNames.Of(typeof(T))}.");

    /// <summary>Reads a number from a string.</summary>
    /// <typeparam name="T">The type of the number.</typeparam>
    /// <param name="value">The string.</param>
    /// <param name="isName">Whether only NaN and the infinities may be strings.</param>
    /// <exception cref="BlittableException">The string is no number of the type.</exception>
    public T ReadQuoted<T>(scoped in BlittableValue value, bool isName)
        where T : struct, INumberBase<T>
    {
        var text = ReadString(value)!;
        var isFloating = typeof(T) == typeof(double) || typeof(T) == typeof(float) || typeof(T) == typeof(Half);
        var isNamed = isFloating && text is "NaN" or "Infinity" or "-Infinity";
        var style = isFloating || typeof(T) == typeof(decimal)
            ? NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent : NumberStyles.AllowLeadingSign;
        return (isNamed || (!isName && text.Length > 0 && text[^1] is >= '0' and <= '9')) && T.TryParse(text, style, CultureInfo.InvariantCulture, out var number)
            ? number : throw Mismatch(value, $"a number that {TypeNames.Of(typeof(T))} can hold");
    }

    /// <summary>Reads an integer of any number of digits.</summary>
    /// <exception cref="BlittableException">The value is not a number, or not an integer.</exception>
    public BigInteger ReadBigInteger(scoped in BlittableValue value)
    {
        if (value.TryGetInt64(out var small))
        {
            return small;
        }

        const int mostExponent = 4;
        var text = value.GetNumberText();
        var exponent = text.IndexOfAny('e', 'E');
        Charge(text.Length);
        return (exponent < 0 || text.Length - exponent <= mostExponent) && BigInteger.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? number : throw Mismatch(value, "an integer");
    }

    /// <summary>Calls the method of an object whose members are about to be read.</summary>
    public static void OnDeserializing<T>(ref T value)
        where T : IJsonOnDeserializing =>
        value.OnDeserializing();

    /// <summary>Calls the method of an object whose members have been read.</summary>
    public static void OnDeserialized<T>(ref T value)
        where T : IJsonOnDeserialized =>
        value.OnDeserialized();

    /// <summary>Makes the error of an object with two properties of one name.</summary>
    internal static BlittableException Duplicate(in ShapeBlock shape, int address)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var name = "";
        for (var i = 0; i < shape.Count; i++)
        {
            var next = System.Text.Encoding.UTF8.GetString(shape.Name(i));
            name = seen.Add(next) ? name : next;
        }

        return ThrowHelper.Mismatch("properties of different names", $"two of the name '{name}'", address & int.MaxValue);
    }
}
