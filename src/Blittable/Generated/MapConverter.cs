using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generated;

/// <summary>Converts an undeclared dictionary type with the converter of its values.</summary>
/// <typeparam name="TKey">The type of a key.</typeparam>
/// <typeparam name="T">The type of a value.</typeparam>
/// <typeparam name="TMap">The type of the dictionary.</typeparam>
internal sealed class MapConverter<TKey, T, TMap>(ValueConverter<T> values, MapKeys<TKey> keys, Func<Dictionary<TKey, T>, TMap> create) : ValueConverter<TMap>, IMapConverter
    where TKey : notnull
    where TMap : class, IEnumerable<KeyValuePair<TKey, T>>
{
    public override void Write(ObjectWriter writer, TMap? value)
    {
        if (value is null)
        {
            writer.WriteNull();
            return;
        }

        writer.BeginObject();
        foreach (var (key, item) in value)
        {
            keys.Write(writer, key);
            values.Write(writer, item);
        }

        writer.EndObject();
    }

    IEnumerable<KeyValuePair<string, object?>> IMapConverter.Entries(object map, JsonNamingPolicy? policy) =>
        ((TMap)map).Select(pair => new KeyValuePair<string, object?>(KeyTexts.Of(pair.Key, policy), pair.Value));

    void IMapConverter.Write(ObjectWriter writer, object map, JsonNamingPolicy policy)
    {
        writer.BeginObject();
        foreach (var (key, item) in (TMap)map)
        {
            writer.Property(KeyTexts.Of(key, policy));
            values.Write(writer, item);
        }

        writer.EndObject();
    }

    public override TMap? Read(ObjectReader reader, scoped in BlittableValue value)
    {
        if (reader.IsNull(value))
        {
            return null;
        }

        var open = reader.OpenMap(value);
        var items = new Dictionary<TKey, T>(open.Count);
        while (open.Next(out var name, out var child))
        {
            items[keys.Read(reader, name)] = values.Read(reader, child)!;
        }

        reader.Close();
        return create(items);
    }

    public override void Populate(ObjectReader reader, scoped in BlittableValue value, ref TMap target)
    {
        if (target is not IDictionary<TKey, T> { IsReadOnly: false } items)
        {
            throw new NotSupportedException($"Entries cannot be added to {TypeNames.Of(typeof(TMap))}.");
        }

        var open = reader.OpenMap(value);
        while (open.Next(out var name, out var child))
        {
            items[keys.Read(reader, name)] = values.Read(reader, child)!;
        }

        reader.Close();
    }
}

/// <summary>Converts dictionaries of which neither the key type nor the value type is known.</summary>
internal interface IMapConverter
{
    /// <summary>Returns the entries of a dictionary with the texts of their keys.</summary>
    IEnumerable<KeyValuePair<string, object?>> Entries(object map, JsonNamingPolicy? policy);

    /// <summary>Writes a dictionary with a naming policy of keys.</summary>
    void Write(ObjectWriter writer, object map, JsonNamingPolicy policy);
}

/// <summary>Writes and reads the keys of undeclared dictionary types.</summary>
/// <typeparam name="TKey">The type of a key.</typeparam>
internal abstract class MapKeys<TKey>
{
    /// <summary>Sets the name of the next value to a key.</summary>
    public abstract void Write(ObjectWriter writer, TKey key);

    /// <summary>Reads a key.</summary>
    /// <exception cref="BlittableException">The name is not the text of a key.</exception>
    public abstract TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name);
}

/// <summary>Writes and reads string keys.</summary>
internal sealed class TextKeys : MapKeys<string>
{
    public static readonly TextKeys Instance = new();

    public override void Write(ObjectWriter writer, string key) => writer.Property(key);

    public override string Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadName(name);
}

/// <summary>Writes and reads enum keys.</summary>
internal sealed class EnumKeys<TKey> : MapKeys<TKey>
    where TKey : struct, Enum
{
    private static readonly bool s_isSigned = Type.GetTypeCode(typeof(TKey)) is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64;

    private static readonly EnumNames s_names = Names();

    public override void Write(ObjectWriter writer, TKey key) => writer.PropertyEnum(s_names, Widen(key));

    public override TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name)
    {
        var value = reader.ReadEnumKey(s_names, name);
        return s_isSigned ? (TKey)Enum.ToObject(typeof(TKey), (long)value) : (TKey)Enum.ToObject(typeof(TKey), value);
    }

    /// <summary>Returns the names that the generator would emit for the enum.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2090", Justification = "Enums keep their fields.")]
    private static EnumNames Names()
    {
        var fields = typeof(TKey).GetFields(BindingFlags.Public | BindingFlags.Static);
        var given = fields.Select(field => field.GetCustomAttribute<JsonStringEnumMemberNameAttribute>()?.Name).ToList();
        return new EnumNames(
            TypeNames.Of(typeof(TKey)), typeof(TKey).IsDefined(typeof(FlagsAttribute), inherit: false), s_isSigned,
            [.. fields.Zip(given, (field, name) => (name ?? field.Name, Widen((TKey)field.GetValue(null)!)))])
        {
            Width = Type.GetTypeCode(typeof(TKey)) switch
            {
                TypeCode.SByte or TypeCode.Byte => sizeof(byte),
                TypeCode.Int16 or TypeCode.UInt16 => sizeof(short),
                TypeCode.Int64 or TypeCode.UInt64 => sizeof(long),
                _ => sizeof(int),
            },
            ExactNames = [.. given.OfType<string>()],
        };
    }

    private static ulong Widen(TKey key) => s_isSigned
        ? (ulong)Convert.ToInt64(key, CultureInfo.InvariantCulture) : Convert.ToUInt64(key, CultureInfo.InvariantCulture);
}

/// <summary>Writes and reads URI keys.</summary>
internal sealed class UriKeys : MapKeys<Uri>
{
    public override void Write(ObjectWriter writer, Uri key) => writer.PropertyKey(key);

    public override Uri Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadUriKey(name);
}

/// <summary>Writes and reads version keys.</summary>
internal sealed class VersionKeys : MapKeys<Version>
{
    public override void Write(ObjectWriter writer, Version key) => writer.PropertyKey(key);

    public override Version Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadVersionKey(name);
}

/// <summary>Writes and reads numbers, dates and other keys that <see cref="KeyParser"/> handles.</summary>
internal sealed class ParsedKeys<TKey> : MapKeys<TKey>
    where TKey : struct
{
    public override void Write(ObjectWriter writer, TKey key) => writer.PropertyKey(key);

    public override TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name) => reader.ReadKey<TKey>(name);
}

/// <summary>Parses dictionary keys as System.Text.Json does, which accepts fewer texts than the parsers of .NET.</summary>
internal static class KeyParser
{
    private static readonly HashSet<Type> s_types =
    [
        typeof(bool), typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(Int128), typeof(UInt128),
        typeof(Half), typeof(float), typeof(double), typeof(decimal), typeof(char), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(DateOnly), typeof(TimeOnly),
        typeof(TimeSpan),
    ];

    /// <summary>Determines whether keys of a type can be parsed.</summary>
    public static bool Handles(Type type) => s_types.Contains(type);

    /// <summary>Parses a key. The JIT removes all branches except the one for the type.</summary>
    public static bool TryParse<TKey>(ReadOnlySpan<byte> text, out TKey key)
        where TKey : struct =>
        typeof(TKey) == typeof(int) ? Is(Utf8Parser.TryParse(text, out int int32, out var used) && used == text.Length, int32, out key)
        : typeof(TKey) == typeof(long) ? Is(Utf8Parser.TryParse(text, out long int64, out used) && used == text.Length, int64, out key)
        : typeof(TKey) == typeof(Guid) ? Is(Utf8Parser.TryParse(text, out Guid guid, out used) && used == text.Length, guid, out key)
        : typeof(TKey) == typeof(bool) ? Is(Utf8Parser.TryParse(text, out bool boolean, out used) && used == text.Length, boolean, out key)
        : typeof(TKey) == typeof(byte) ? Is(Utf8Parser.TryParse(text, out byte uint8, out used) && used == text.Length, uint8, out key)
        : typeof(TKey) == typeof(sbyte) ? Is(Utf8Parser.TryParse(text, out sbyte int8, out used) && used == text.Length, int8, out key)
        : typeof(TKey) == typeof(short) ? Is(Utf8Parser.TryParse(text, out short int16, out used) && used == text.Length, int16, out key)
        : typeof(TKey) == typeof(ushort) ? Is(Utf8Parser.TryParse(text, out ushort uint16, out used) && used == text.Length, uint16, out key)
        : typeof(TKey) == typeof(uint) ? Is(Utf8Parser.TryParse(text, out uint uint32, out used) && used == text.Length, uint32, out key)
        : typeof(TKey) == typeof(ulong) ? Is(Utf8Parser.TryParse(text, out ulong uint64, out used) && used == text.Length, uint64, out key)
        : typeof(TKey) == typeof(decimal) ? Is(Utf8Parser.TryParse(text, out decimal exact, out used) && used == text.Length, exact, out key)
        : typeof(TKey) == typeof(double) ? Is(TryParseDouble(text, out var number), number, out key)
        : typeof(TKey) == typeof(float) ? Is(TryParseSingle(text, out var single), single, out key)
        : typeof(TKey) == typeof(Half) ? Is(TryParseHalf(text, out var half), half, out key)
        : typeof(TKey) == typeof(Int128) ? Is(Int128.TryParse(text, CultureInfo.InvariantCulture, out var int128), int128, out key)
        : typeof(TKey) == typeof(UInt128) ? Is(UInt128.TryParse(text, CultureInfo.InvariantCulture, out var uint128), uint128, out key)
        : typeof(TKey) == typeof(char) ? Is(TryParseChar(text, out var character), character, out key)
        : typeof(TKey) == typeof(TimeSpan) ? Is(TryParseSpan(text, out var span), span, out key)
        : typeof(TKey) == typeof(TimeOnly) ? Is(TryParseTime(text, out var time), time, out key)
        : typeof(TKey) == typeof(DateOnly) ? Is(TryParseDay(text, out var day), day, out key)
        : typeof(TKey) == typeof(DateTime) ? Is(TryParseDate(text, out var date), date, out key)
        : typeof(TKey) == typeof(DateTimeOffset) ? Is(TryParseOffset(text, out var offset), offset, out key)
        : throw new NotSupportedException($"Values of type {TypeNames.Of(typeof(TKey))} cannot be dictionary keys.");

    private static bool Is<TKey, T>(bool isParsed, T value, out TKey key)
        where T : struct
        where TKey : struct
    {
        // Both types are the same. A cast through object would allocate in code that is not optimized yet.
        key = isParsed ? MemoryMarshal.Cast<T, TKey>(new Span<T>(ref value))[0] : default;
        return isParsed;
    }

    private static bool TryParseDouble(ReadOnlySpan<byte> text, out double value)
    {
        if (IsConstant(text))
        {
            return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
        }

        return Utf8Parser.TryParse(text, out value, out var used) && used == text.Length && double.IsFinite(value);
    }

    private static bool TryParseSingle(ReadOnlySpan<byte> text, out float value)
    {
        if (IsConstant(text))
        {
            return float.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
        }

        return Utf8Parser.TryParse(text, out value, out var used) && used == text.Length && float.IsFinite(value);
    }

    private static bool TryParseHalf(ReadOnlySpan<byte> text, out Half value) =>
        Half.TryParse(text, CultureInfo.InvariantCulture, out value) && (Half.IsFinite(value) || IsConstant(text));

    private static bool IsConstant(ReadOnlySpan<byte> text) => text.SequenceEqual("NaN"u8) || text.SequenceEqual("Infinity"u8) || text.SequenceEqual("-Infinity"u8);

    private static bool TryParseChar(ReadOnlySpan<byte> text, out char value)
    {
        Span<char> characters = stackalloc char[1];
        var isOne = Encoding.UTF8.TryGetChars(text, characters, out var count) && count == 1;
        value = characters[0];
        return isOne;
    }

    private static bool TryParseSpan(ReadOnlySpan<byte> text, out TimeSpan value)
    {
        value = default;
        return text is [(>= (byte)'0' and <= (byte)'9') or (byte)'-', ..] && Utf8Parser.TryParse(text, out value, out var used, 'c') && used == text.Length;
    }

    private static bool TryParseTime(ReadOnlySpan<byte> text, out TimeOnly value)
    {
        // Durations can also have a sign and a number of days, or only the days.
        var separator = text.IndexOfAny((byte)'.', (byte)':');
        var isTime = TryParseSpan(text, out var span) && text[0] != '-' && separator > 0 && text[separator] == ':';
        value = isTime ? TimeOnly.FromTimeSpan(span) : default;
        return isTime;
    }

    private static bool TryParseDay(ReadOnlySpan<byte> text, out DateOnly value)
    {
        const string format = "yyyy-MM-dd";
        Span<char> characters = stackalloc char[format.Length];
        value = default;
        return Encoding.UTF8.TryGetChars(text, characters, out var count) && DateOnly.TryParseExact(characters[..count], format, out value);
    }

    private static bool TryParseDate(ReadOnlySpan<byte> text, out DateTime value)
    {
        var reader = new Utf8JsonReader(ObjectDates.Quote(text, stackalloc byte[ObjectDates.MaxText + 2]));
        value = default;
        return reader.Read() && reader.TryGetDateTime(out value);
    }

    private static bool TryParseOffset(ReadOnlySpan<byte> text, out DateTimeOffset value)
    {
        var reader = new Utf8JsonReader(ObjectDates.Quote(text, stackalloc byte[ObjectDates.MaxText + 2]));
        value = default;
        return reader.Read() && reader.TryGetDateTimeOffset(out value);
    }
}

/// <summary>Formats dictionary keys as System.Text.Json does.</summary>
internal static class KeyTexts
{
    /// <summary>Returns the text of a key.</summary>
    public static string Of<TKey>(TKey key)
    {
        return key switch
        {
            DateTime date => WithoutZeros(date.ToString("O", CultureInfo.InvariantCulture)),
            DateTimeOffset date => WithoutZeros(date.ToString("O", CultureInfo.InvariantCulture)),
            Uri address => address.OriginalString,
            TimeOnly time => time.ToTimeSpan().ToString("c", CultureInfo.InvariantCulture),
            DateOnly day => day.ToString("O", CultureInfo.InvariantCulture),
            Enum value => OfEnum(value, null),
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            _ => key?.ToString() ?? "",
        };
    }

    /// <summary>Returns the text of a key with a naming policy, which applies to strings and to the names of enum values.</summary>
    public static string Of(object? key, JsonNamingPolicy? policy) => key switch
    {
        string text when policy is not null => policy.ConvertName(text),
        Enum value => OfEnum(value, policy),
        _ => Of(key),
    };

    /// <summary>Returns the name of an enum value, or the names of its flags. A policy does not apply to names that attributes specify.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Enums keep their fields.")]
    private static string OfEnum(Enum value, JsonNamingPolicy? policy)
    {
        const string separator = ", ";
        return string.Join(separator, value.ToString().Split(separator).Select(name => value.GetType().GetField(name) is not { } field ? name
            : field.GetCustomAttribute<JsonStringEnumMemberNameAttribute>()?.Name ?? policy?.ConvertName(name) ?? name));
    }

    /// <summary>Removes the zeros at the end of the fraction of a second.</summary>
    private static string WithoutZeros(string text)
    {
        const int point = 19, digits = 7;
        var fraction = text.AsSpan(point, 1 + digits).TrimEnd('0');
        return string.Concat(text.AsSpan(0, point), fraction.Length > 1 ? fraction : default, text.AsSpan(point + 1 + digits));
    }
}
