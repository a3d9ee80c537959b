using System.Collections;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Blittable.Generated;

/// <content>Writes values whose type is only known at run time.</content>
public sealed partial class ObjectWriter
{
    private static readonly ConcurrentDictionary<Type, RunTimeKind> s_kinds = [];
    private static readonly ConcurrentDictionary<Type, Type> s_listing = [];

    /// <summary>Specifies how options affect a value.</summary>
    private enum RunTimeKind
    {
        /// <summary>Options have no effect.</summary>
        Other,

        /// <summary>An enum without a converter.</summary>
        Enum,

        /// <summary>A number.</summary>
        Number,

        /// <summary>A collection of numbers, strings or other scalars.</summary>
        Scalars,

        /// <summary>A collection of enums or of values of any type.</summary>
        Untyped,

        /// <summary>A collection of values with generated code, so that options apply only to its keys.</summary>
        Typed,
    }

    /// <summary>Writes a value by its run-time type, which must have been declared.</summary>
    /// <exception cref="NotSupportedException">No code was generated for its type.</exception>
    public void WriteObject(object? value) => Write(value, default);

    /// <summary>Writes a value by its run-time type, with options for types that need no declaration.</summary>
    /// <param name="value">The value.</param>
    /// <param name="keys">The naming policy of dictionary keys; null for none.</param>
    /// <param name="quotesNumbers">true to write numbers as strings.</param>
    /// <param name="namesFloats">true to write NaN and the infinities as strings.</param>
    /// <param name="namesEnums">true to write enums without a converter by name.</param>
    /// <exception cref="NotSupportedException">No code was generated for its type.</exception>
    public void WriteObject(object? value, JsonNamingPolicy? keys, bool quotesNumbers, bool namesFloats, bool namesEnums) =>
        Write(value, new RunTimeOptions(keys, (quotesNumbers ? JsonNumberHandling.WriteAsString : 0) | (namesFloats ? JsonNumberHandling.AllowNamedFloatingPointLiterals : 0), namesEnums));

    private void Write(object? value, RunTimeOptions options)
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
            Write(node, options.Numbers);
        }
        else if (options != default && WriteByOptions(value, options))
        {
            return;
        }
        else if (ConverterFor(value.GetType()) is { } converter)
        {
            converter.WriteObject(this, value);
        }
        else if (!WriteUndeclared(value, options))
        {
            throw Generated.UnknownType.Of(value.GetType());
        }
    }

    /// <summary>Returns the converter of a run-time type: of the base type that lists it, which writes the discriminator, or of the type itself.</summary>
    private static IObjectConverter? ConverterFor(Type type)
    {
        var listing = s_listing.GetOrAdd(type, ListingOf);
        return listing == type ? ConverterRegistry.Find(type) : ConverterRegistry.Find(listing) ?? ConverterRegistry.Find(type);
    }

    /// <summary>Returns the nearest base type or interface with derived types, if one of them is the specified type; otherwise, the type itself.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "An interface that is trimmed away is not used.")]
    private static Type ListingOf(Type type)
    {
        var ancestor = Lists(type) ? type : type.BaseType;
        while (ancestor is not null && !Lists(ancestor))
        {
            ancestor = ancestor.BaseType;
        }

        ancestor ??= type.GetInterfaces().FirstOrDefault(Lists);
        return ancestor is not null && ancestor.GetCustomAttributes<JsonDerivedTypeAttribute>(inherit: false).Any(derived => derived.DerivedType == type) ? ancestor : type;

        static bool Lists(Type type) => type.IsDefined(typeof(JsonDerivedTypeAttribute), inherit: false);
    }

    /// <summary>Returns the entries of a dictionary with the texts of their keys. For generated code.</summary>
    /// <param name="map">The dictionary.</param>
    /// <param name="policy">The naming policy of the keys; null for none.</param>
    public static IEnumerable<KeyValuePair<string, object?>> Pairs(IDictionary map, JsonNamingPolicy? policy)
    {
        ArgumentNullException.ThrowIfNull(map);
        return Entries(map, policy);

        static IEnumerable<KeyValuePair<string, object?>> Entries(IDictionary map, JsonNamingPolicy? policy)
        {
            foreach (DictionaryEntry entry in map)
            {
                yield return new(KeyTexts.Of(entry.Key, policy), entry.Value);
            }
        }
    }

    /// <summary>Writes a value affected by the options. Returns false for any other value.</summary>
    private bool WriteByOptions(object value, RunTimeOptions options)
    {
        switch (s_kinds.GetOrAdd(value.GetType(), KindOf))
        {
            case RunTimeKind.Enum when options.NamesEnums:
                WriteNameOf((Enum)value);
                return true;
            case RunTimeKind.Number when options.QuotesNumbers || (options.Numbers != 0 && IsNotFinite(value)):
                Write(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
                return true;
            case RunTimeKind.Scalars when options.Keys is not null || options.Numbers != 0:
            case RunTimeKind.Untyped:
                return WriteUndeclared(value, options);
            case RunTimeKind.Typed when options.Keys is { } policy && ConverterRegistry.Find(value.GetType()) is IMapConverter map:
                map.Write(this, value, policy);
                return true;
            default:
                return false;
        }
    }

    private static bool IsNotFinite(object number) => number switch
    {
        double value => !double.IsFinite(value),
        float value => !float.IsFinite(value),
        Half value => !Half.IsFinite(value),
        _ => false,
    };

    private static RunTimeKind KindOf(Type type) =>
        type.IsDefined(typeof(JsonConverterAttribute), inherit: false) ? RunTimeKind.Other
        : type.IsEnum ? RunTimeKind.Enum
        : Type.GetTypeCode(type) is >= TypeCode.SByte and <= TypeCode.Decimal || type == typeof(Int128) || type == typeof(UInt128) || type == typeof(Half) ? RunTimeKind.Number
        : !type.IsAssignableTo(typeof(IEnumerable)) || ScalarConverters.For(type) is not null ? RunTimeKind.Other
        : KindOfCollection(type);

    private static RunTimeKind KindOfCollection(Type type)
    {
        // A collection can contain itself.
        const int deepest = 16;
        for (var depth = 0; depth < deepest; depth++)
        {
            type = Nullable.GetUnderlyingType(type) ?? (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>) ? type.GenericTypeArguments[1] : type);
            if (type == typeof(object) || type.IsEnum || ScalarConverters.For(type) is not null)
            {
                return type == typeof(object) || type.IsEnum ? RunTimeKind.Untyped : RunTimeKind.Scalars;
            }

            if (!type.IsAssignableTo(typeof(IEnumerable)))
            {
                return RunTimeKind.Typed;
            }

            if (ElementOf(type) is not { } element)
            {
                return RunTimeKind.Untyped;
            }

            type = element;
        }

        return RunTimeKind.Typed;
    }

    /// <summary>Returns the type of a collection's elements; null if they can have any type.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "If the interface is trimmed away, options apply to each element.")]
    private static Type? ElementOf(Type type) => type.GetInterfaces().Append(type)
        .FirstOrDefault(face => face.IsGenericType && face.GetGenericTypeDefinition() == typeof(IEnumerable<>))?.GenericTypeArguments[0];

    private void WriteNameOf(Enum value)
    {
        // A value without a name is a number.
        if (value.ToString()[0] is '-' or (>= '0' and <= '9'))
        {
            WriteNumberOf(value);
        }
        else
        {
            Write(KeyTexts.Of(value));
        }
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
    private bool WriteUndeclared(object value, RunTimeOptions options)
    {
        switch (value)
        {
            case IEnumerable<KeyValuePair<string, object?>> map and (IDictionary<string, object?> or IReadOnlyDictionary<string, object?>):
                WriteMap(options.Keys is { } policy ? map.Select(pair => KeyValuePair.Create(policy.ConvertName(pair.Key), pair.Value)) : map);
                return true;
            case IDictionary map:
                WriteMap(Pairs(map, options.Keys));
                return true;
            case Array { Rank: > 1 }:
                return false;
            case IEnumerable when MapOf(value.GetType()) is { } type:
                var converter = ConverterRegistry.Find(type);
                if (options != default && converter is IMapConverter entries)
                {
                    WriteMap(entries.Entries(value, options.Keys));
                    return true;
                }

                converter?.WriteObject(this, value);
                return converter is not null;
            case IEnumerable items:
                BeginArray();
                foreach (var item in items)
                {
                    Write(item, options);
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
                Property(key);
                Write(item, options);
            }

            EndObject();
        }
    }

    /// <summary>Determines whether <typeparamref name="T"/> is the nearest listed type among the base types and interfaces of a type.</summary>
    /// <typeparam name="T">The listed type to test.</typeparam>
    /// <param name="type">The run-time type, which is not listed.</param>
    /// <param name="listed">All listed types.</param>
    /// <exception cref="ArgumentNullException"><paramref name="type"/> or <paramref name="listed"/> is null.</exception>
    /// <exception cref="NotSupportedException">A listed interface and another listed type are equally near.</exception>
    public static bool IsNearest<T>(Type type, Type[] listed)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(listed);
        var nearest = type.BaseType;
        while (nearest is not null && Array.IndexOf(listed, nearest) < 0)
        {
            nearest = nearest.BaseType;
        }

        foreach (var other in listed)
        {
            if (other.IsInterface && other.IsAssignableFrom(type))
            {
                nearest = nearest is null ? other
                    : throw new NotSupportedException($"{TypeNames.Of(type)} can be written as {TypeNames.Of(nearest)} or {TypeNames.Of(other)}: add a [JsonDerivedType] attribute for it.");
            }
        }

        return nearest == typeof(T);
    }

    /// <summary>Creates the exception for an object whose type is not listed.</summary>
    public static NotSupportedException UnknownType(Type type, Type listedBy) =>
        new($"{TypeNames.Of(listedBy)} has no [JsonDerivedType] attribute for {TypeNames.Of(type)}.");

    /// <summary>Represents the options for values that need no declaration.</summary>
    private readonly record struct RunTimeOptions(JsonNamingPolicy? Keys, JsonNumberHandling Numbers, bool NamesEnums)
    {
        public bool QuotesNumbers => (Numbers & JsonNumberHandling.WriteAsString) != 0;
    }
}
