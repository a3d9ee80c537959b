using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Text.Json.Serialization;

namespace Blittable.Generated;

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
