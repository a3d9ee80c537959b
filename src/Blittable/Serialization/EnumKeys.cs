using System.Globalization;

namespace Blittable.Serialization;

/// <summary>Keys that are members of an enum.</summary>
internal sealed class EnumKeys<TKey> : MapKeys<TKey>
    where TKey : struct, Enum
{
    private static readonly bool s_isSigned = Type.GetTypeCode(typeof(TKey)) is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64;

    private static readonly EnumNames s_names = new(
        TypeNames.Of(typeof(TKey)), typeof(TKey).IsDefined(typeof(FlagsAttribute), inherit: false), s_isSigned,
        [.. Enum.GetNames<TKey>().Select(name => (name, Widen(Enum.Parse<TKey>(name))))]);

    public override void Write(ObjectWriter writer, TKey key) => writer.PropertyEnum(s_names, Widen(key));

    public override TKey Read(ObjectReader reader, scoped ReadOnlySpan<byte> name)
    {
        var value = reader.ReadEnumKey(s_names, name);
        return s_isSigned ? (TKey)Enum.ToObject(typeof(TKey), (long)value) : (TKey)Enum.ToObject(typeof(TKey), value);
    }

    private static ulong Widen(TKey key) => s_isSigned
        ? (ulong)Convert.ToInt64(key, CultureInfo.InvariantCulture) : Convert.ToUInt64(key, CultureInfo.InvariantCulture);
}
