using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;
using Blittable.Layout;

namespace Blittable.Generated;

/// <summary>Converts an undeclared enum, which is written as its number.</summary>
/// <typeparam name="T">The enum.</typeparam>
internal sealed class EnumNumberConverter<T> : ValueConverter<T>
{
    private static readonly TypeCode s_code = Type.GetTypeCode(typeof(T));

    public override void Write(ObjectWriter writer, T? value)
    {
        var number = value!;
        switch (s_code)
        {
            case TypeCode.SByte:
                writer.Write((int)KnownType.As<T, sbyte>(number));
                break;
            case TypeCode.Byte:
                writer.Write((int)KnownType.As<T, byte>(number));
                break;
            case TypeCode.Int16:
                writer.Write((int)KnownType.As<T, short>(number));
                break;
            case TypeCode.UInt16:
                writer.Write((int)KnownType.As<T, ushort>(number));
                break;
            case TypeCode.Int32:
                writer.Write(KnownType.As<T, int>(number));
                break;
            case TypeCode.UInt32:
                writer.Write(KnownType.As<T, uint>(number));
                break;
            case TypeCode.Int64:
                writer.Write(KnownType.As<T, long>(number));
                break;
            default:
                writer.Write(KnownType.As<T, ulong>(number));
                break;
        }
    }

    public override T Read(ObjectReader reader, scoped in BlittableValue value) => s_code switch
    {
        TypeCode.SByte => From(reader.ReadSByte(value)),
        TypeCode.Byte => From(reader.ReadByte(value)),
        TypeCode.Int16 => From(reader.ReadInt16(value)),
        TypeCode.UInt16 => From(reader.ReadUInt16(value)),
        TypeCode.Int32 => From(reader.ReadInt32(value)),
        TypeCode.UInt32 => From(reader.ReadUInt32(value)),
        TypeCode.Int64 => From(reader.ReadInt64(value)),
        _ => From(reader.ReadUInt64(value)),
    };

    private static T From<TNumber>(TNumber number) => KnownType.As<TNumber, T>(number);
}

/// <summary>Creates converters of enums that are only known at run time.</summary>
internal static class EnumNumbers
{
    /// <summary>Determines whether a type is an enum without a converter of its own.</summary>
    public static bool Handles(Type type) => type.IsEnum && !type.IsDefined(typeof(JsonConverterAttribute), inherit: false);

    /// <summary>Returns the converter of an enum, using code generated at run time.</summary>
    [RequiresDynamicCode("Instantiates generic types at run time.")]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(EnumNumberConverter<>))]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The constructor is kept, and no more is needed.")]
    public static IObjectConverter Create(Type type) => (IObjectConverter)Activator.CreateInstance(typeof(EnumNumberConverter<>).MakeGenericType(type))!;
}
