using System.Globalization;
using System.Numerics;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable.Generated;

/// <content>Checks values that are read against the options and attributes of System.Text.Json.</content>
public sealed partial class ObjectReader
{
    /// <summary>Throws an exception if a value is null, which the annotation of its member forbids.</summary>
    /// <param name="value">The value.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="property">The index of the property.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    /// <exception cref="BlittableException">The value is null.</exception>
    public void RequireNotNull(scoped in BlittableValue value, ObjectShape shape, int property)
    {
        ArgumentNullException.ThrowIfNull(shape);
        if (IsNull(value))
        {
            throw Mismatch(value, $"a value for '{shape.Text(property)}' of {shape.TypeName}, which cannot be null");
        }
    }

    /// <summary>Throws an exception if an object has duplicate property names.</summary>
    /// <exception cref="BlittableException">Two properties have the same name, or the document is damaged.</exception>
    public void RequireDifferentNames(scoped in BlittableValue value)
    {
        if (value.TryReadObject(out _, out var shape) && (shape.Flags & ShapeBlock.HasDuplicates) != 0)
        {
            throw Duplicate(shape, value.Address);
        }
    }

    /// <summary>Returns a value of any type, after checking that no object in it has duplicate property names.</summary>
    /// <exception cref="BlittableException">Two properties have the same name, or the document is damaged.</exception>
    public BlittableValue WithUniqueNames(BlittableValue value)
    {
        if (value.Kind == BlittableValueKind.Object)
        {
            RequireDifferentNames(value);
            var open = OpenMap(value);
            while (open.Next(out _, out var child))
            {
                WithUniqueNames(child);
            }

            Close();
        }
        else if (value.Kind == BlittableValueKind.Array)
        {
            var open = OpenArray(value);
            while (open.Next(out var child))
            {
                WithUniqueNames(child);
            }

            Close();
        }

        return value;
    }

    /// <summary>Returns the converter that a factory creates for a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="converter">The factory.</param>
    /// <param name="options">The options that the factory receives.</param>
    /// <exception cref="NotSupportedException">The factory does not create a converter of the type.</exception>
    public static JsonConverter<T> Converter<T>(JsonConverter converter, JsonSerializerOptions options) =>
        (converter is JsonConverterFactory factory && factory.CanConvert(typeof(T)) ? factory.CreateConverter(typeof(T), options) as JsonConverter<T> : null)
        ?? throw new NotSupportedException($"{(converter is null ? "null" : TypeNames.Of(converter.GetType()))} does not create a converter for {TypeNames.Of(typeof(T))}.");

    /// <summary>Reads a number from a string.</summary>
    /// <typeparam name="T">The type of the number.</typeparam>
    /// <param name="value">The string.</param>
    /// <param name="isName">true if only NaN and the infinities may be strings.</param>
    /// <exception cref="BlittableException">The string is not a number of the type.</exception>
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

    /// <summary>Calls the callback of an object before its members are read.</summary>
    public static void OnDeserializing<T>(ref T value)
        where T : IJsonOnDeserializing =>
        value.OnDeserializing();

    /// <summary>Calls the callback of an object after its members have been read.</summary>
    public static void OnDeserialized<T>(ref T value)
        where T : IJsonOnDeserialized =>
        value.OnDeserialized();

    /// <summary>Creates the exception for an object with duplicate property names.</summary>
    internal static BlittableException Duplicate(in ShapeBlock shape, int address)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var name = "";
        for (var i = 0; i < shape.Count; i++)
        {
            var next = Encoding.UTF8.GetString(shape.Name(i));
            name = seen.Add(next) ? name : next;
        }

        return Duplicate(Encoding.UTF8.GetBytes(name), address);
    }

    /// <summary>Creates the exception for a duplicate property name.</summary>
    internal static BlittableException Duplicate(ReadOnlySpan<byte> name, int address) =>
        ThrowHelper.Mismatch("unique property names", $"a duplicate of '{ValueFault.Cut(name)}'", address & int.MaxValue);
}
