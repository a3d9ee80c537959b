using System.Collections;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Blittable.Generated;

/// <content>Writes values whose type is only known at run time.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Writes a value by its run-time type, which must have been declared.</summary>
    /// <exception cref="NotSupportedException">No code was generated for its type.</exception>
    public void WriteObject(object? value) => WriteObject(value, keys: null, quotesNumbers: false);

    /// <summary>Writes a value by its run-time type, with options for types that need no declaration.</summary>
    /// <param name="value">The value.</param>
    /// <param name="keys">The naming policy of dictionary keys; null for none.</param>
    /// <param name="quotesNumbers">true to write numbers as strings.</param>
    /// <exception cref="NotSupportedException">No code was generated for its type.</exception>
    public void WriteObject(object? value, JsonNamingPolicy? keys, bool quotesNumbers)
    {
        if (value is null)
        {
            WriteNull();
        }
        else if (value.GetType() == typeof(object))
        {
            BeginObject();
            EndObject();
        }
        else if (value is JsonNode node)
        {
            // Scalar nodes have types that are not public.
            Write(node);
        }
        else if ((keys is not null || quotesNumbers) && WriteByOptions(value, keys, quotesNumbers))
        {
            return;
        }
        else if (ConverterRegistry.Find(value.GetType()) is { } converter)
        {
            converter.WriteObject(this, value);
        }
        else if (!WriteUndeclared(value, keys, quotesNumbers))
        {
            throw Generated.UnknownType.Of(value.GetType());
        }
    }

    /// <summary>Returns the entries of a dictionary with the texts of their keys. For generated code.</summary>
    /// <param name="map">The dictionary.</param>
    public static IEnumerable<KeyValuePair<string, object?>> Pairs(IDictionary map)
    {
        ArgumentNullException.ThrowIfNull(map);
        return Entries(map);

        static IEnumerable<KeyValuePair<string, object?>> Entries(IDictionary map)
        {
            foreach (DictionaryEntry entry in map)
            {
                yield return new(KeyTexts.Of(entry.Key), entry.Value);
            }
        }
    }

    /// <summary>Writes a value affected by the options: a number, or a collection of arbitrary values. Returns false for any other value.</summary>
    private bool WriteByOptions(object value, JsonNamingPolicy? keys, bool quotesNumbers)
    {
        if (quotesNumbers && Type.GetTypeCode(value.GetType()) is >= TypeCode.SByte and <= TypeCode.Decimal && !value.GetType().IsEnum)
        {
            Write(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
            return true;
        }

        return value is IEnumerable and not string && ScalarConverters.For(value.GetType()) is null && WriteUndeclared(value, keys, quotesNumbers);
    }

    private void WriteNumberOf(Enum value)
    {
        if (value.GetTypeCode() == TypeCode.UInt64)
        {
            Write(Convert.ToUInt64(value, CultureInfo.InvariantCulture));
        }
        else
        {
            Write(Convert.ToInt64(value, CultureInfo.InvariantCulture));
        }
    }

    /// <summary>Writes a collection of arbitrary values, or an enum by its number. Returns false for other types, which need generated code.</summary>
    private bool WriteUndeclared(object value, JsonNamingPolicy? keys, bool quotesNumbers)
    {
        switch (value)
        {
            case IEnumerable<KeyValuePair<string, object?>> map and (IDictionary<string, object?> or IReadOnlyDictionary<string, object?>):
                WriteMap(map);
                return true;
            case IDictionary map:
                WriteMap(Pairs(map));
                return true;
            case IEnumerable items:
                BeginArray();
                foreach (var item in items)
                {
                    WriteObject(item, keys, quotesNumbers);
                }

                EndArray();
                return true;
            case Enum when !value.GetType().IsDefined(typeof(JsonConverterAttribute), inherit: false):
                WriteNumberOf((Enum)value);
                return true;
            default:
                return false;
        }

        void WriteMap(IEnumerable<KeyValuePair<string, object?>> map)
        {
            BeginObject();
            foreach (var (key, item) in map)
            {
                Property(keys is null ? key : keys.ConvertName(key));
                WriteObject(item, keys, quotesNumbers);
            }

            EndObject();
        }
    }

    /// <summary>Determines whether <typeparamref name="T"/> is the nearest listed type among a type and its base types.</summary>
    /// <typeparam name="T">The listed type to test.</typeparam>
    /// <param name="type">The run-time type.</param>
    /// <param name="listed">All listed types.</param>
    public static bool IsNearest<T>(Type type, Type[] listed)
    {
        for (var ancestor = type; ancestor is not null; ancestor = ancestor.BaseType)
        {
            if (Array.IndexOf(listed, ancestor) >= 0)
            {
                return ancestor == typeof(T);
            }
        }

        return false;
    }

    /// <summary>Creates the exception for an object whose type is not listed.</summary>
    public static NotSupportedException UnknownType(Type type, Type listedBy) =>
        new($"{TypeNames.Of(listedBy)} has no [JsonDerivedType] attribute for {TypeNames.Of(type)}.");
}
