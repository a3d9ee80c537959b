using System.Globalization;
using System.Numerics;
using System.Text;
using System.Text.Json.Serialization;

namespace Blittable.Generated;

/// <content>Checks values that are written against the options and attributes of System.Text.Json.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Returns a value that must not be null.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="property">The index of the property.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    /// <exception cref="BlittableException">The value is null.</exception>
    public static T NotNull<T>(T? value, ObjectShape shape, int property)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(shape);
        return value ?? throw new BlittableException(BlittableErrorCode.WrongKind, $"'{shape.Text(property)}' of {shape.TypeName} must not be null.");
    }

    /// <summary>Writes a number as a string.</summary>
    /// <typeparam name="T">The type of the number.</typeparam>
    public void WriteQuoted<T>(T value)
        where T : struct, INumberBase<T> =>
        WriteFormatted(value, "");

    /// <summary>Writes a number, or NaN and the infinities as strings.</summary>
    public void WriteOrName(double value)
    {
        if (double.IsFinite(value))
        {
            Write(value);
        }
        else
        {
            WriteQuoted(value);
        }
    }

    /// <inheritdoc cref="WriteOrName(double)"/>
    public void WriteOrName(float value)
    {
        if (float.IsFinite(value))
        {
            Write(value);
        }
        else
        {
            WriteQuoted(value);
        }
    }

    /// <inheritdoc cref="WriteOrName(double)"/>
    public void WriteOrName(Half value)
    {
        if (Half.IsFinite(value))
        {
            Write(value);
        }
        else
        {
            WriteQuoted(value);
        }
    }

    /// <summary>Writes an integer of any number of digits.</summary>
    public void Write(BigInteger value)
    {
        if (value >= long.MinValue && value <= long.MaxValue)
        {
            Write((long)value);
        }
        else
        {
            _writer.BuildNumberText(Encoding.UTF8.GetBytes(value.ToString(CultureInfo.InvariantCulture)));
        }
    }

    /// <summary>Calls the callback of an object before it is written.</summary>
    public static void OnSerializing<T>(ref T value)
        where T : IJsonOnSerializing =>
        value.OnSerializing();

    /// <summary>Calls the callback of an object after it has been written.</summary>
    public static void OnSerialized<T>(ref T value)
        where T : IJsonOnSerialized =>
        value.OnSerialized();
}
