using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Generated;

/// <summary>Provides the converter of a type once it is registered.</summary>
/// <typeparam name="T">The type.</typeparam>
internal static class ConverterOf<T>
{
    private static ValueConverter<T>? s_converter = (ValueConverter<T>?)ScalarConverters.For(typeof(T));

    /// <summary>Gets the converter.</summary>
    /// <exception cref="NotSupportedException">No loaded assembly has declared the type.</exception>
    public static ValueConverter<T> Instance => s_converter ?? Load();

    /// <summary>Gets a value that indicates whether a converter exists.</summary>
    public static bool IsKnown
    {
        get
        {
            return (s_converter ?? Find()) is not null;
        }
    }

    /// <summary>Discards the converter, which a registration has replaced.</summary>
    public static void Forget() => s_converter = null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ValueConverter<T> Load() => Find() ?? throw UnknownType.Of(typeof(T));

    private static ValueConverter<T>? Find()
    {
        var found = ConverterRegistry.Find(typeof(T)) as ValueConverter<T>;
        if (found is null && EnumNumbers.Handles(typeof(T)))
        {
            found = (ValueConverter<T>)ConverterRegistry.Use(typeof(T), new EnumNumberConverter<T>());
        }

        if (found is not null)
        {
            ConverterRegistry.Store(ref s_converter);
        }

        return found;
    }
}

/// <summary>Provides converters of types that need no generated code.</summary>
internal static class ScalarConverters
{
    private static readonly Dictionary<Type, object> All = new()
    {
        [typeof(bool)] = new ScalarConverter<bool>((w, v) => w.Write(v), (r, in v) => r.ReadBoolean(v)),
        [typeof(byte)] = new ScalarConverter<byte>((w, v) => w.Write((uint)v), (r, in v) => r.ReadByte(v)),
        [typeof(sbyte)] = new ScalarConverter<sbyte>((w, v) => w.Write((int)v), (r, in v) => r.ReadSByte(v)),
        [typeof(short)] = new ScalarConverter<short>((w, v) => w.Write((int)v), (r, in v) => r.ReadInt16(v)),
        [typeof(ushort)] = new ScalarConverter<ushort>((w, v) => w.Write((uint)v), (r, in v) => r.ReadUInt16(v)),
        [typeof(int)] = new ScalarConverter<int>((w, v) => w.Write(v), (r, in v) => r.ReadInt32(v)),
        [typeof(uint)] = new ScalarConverter<uint>((w, v) => w.Write(v), (r, in v) => r.ReadUInt32(v)),
        [typeof(long)] = new ScalarConverter<long>((w, v) => w.Write(v), (r, in v) => r.ReadInt64(v)),
        [typeof(ulong)] = new ScalarConverter<ulong>((w, v) => w.Write(v), (r, in v) => r.ReadUInt64(v)),
        [typeof(Int128)] = new ScalarConverter<Int128>((w, v) => w.Write(v), (r, in v) => r.ReadInt128(v)),
        [typeof(UInt128)] = new ScalarConverter<UInt128>((w, v) => w.Write(v), (r, in v) => r.ReadUInt128(v)),
        [typeof(BigInteger)] = new ScalarConverter<BigInteger>((w, v) => w.Write(v), (r, in v) => r.ReadBigInteger(v)),
        [typeof(object)] = new ScalarConverter<object>((w, v) => w.WriteObject(v), (r, in v) => r.ReadObject(v)),
        [typeof(Memory<byte>)] = new ScalarConverter<Memory<byte>>((w, v) => w.WriteBinary(v.Span), (r, in v) => r.ReadMemory(v)),
        [typeof(ReadOnlyMemory<byte>)] = new ScalarConverter<ReadOnlyMemory<byte>>((w, v) => w.WriteBinary(v.Span), (r, in v) => r.ReadReadOnlyMemory(v)),
        [typeof(Half)] = new ScalarConverter<Half>((w, v) => w.Write(v), (r, in v) => r.ReadHalf(v)),
        [typeof(float)] = new ScalarConverter<float>((w, v) => w.Write(v), (r, in v) => r.ReadSingle(v)),
        [typeof(double)] = new ScalarConverter<double>((w, v) => w.Write(v), (r, in v) => r.ReadDouble(v)),
        [typeof(decimal)] = new ScalarConverter<decimal>((w, v) => w.Write(v), (r, in v) => r.ReadDecimal(v)),
        [typeof(char)] = new ScalarConverter<char>((w, v) => w.Write(v), (r, in v) => r.ReadChar(v)),
        [typeof(string)] = new ScalarConverter<string>((w, v) => w.Write(v), (r, in v) => r.ReadString(v)),
        [typeof(byte[])] = new ScalarConverter<byte[]>((w, v) => w.WriteBinary(v), (r, in v) => r.ReadBinary(v)),
        [typeof(Guid)] = new ScalarConverter<Guid>((w, v) => w.Write(v), (r, in v) => r.ReadGuid(v)),
        [typeof(DateTime)] = new ScalarConverter<DateTime>((w, v) => w.Write(v), (r, in v) => r.ReadDateTime(v)),
        [typeof(DateTimeOffset)] = new ScalarConverter<DateTimeOffset>((w, v) => w.Write(v), (r, in v) => r.ReadDateTimeOffset(v)),
        [typeof(DateOnly)] = new ScalarConverter<DateOnly>((w, v) => w.Write(v), (r, in v) => r.ReadDateOnly(v)),
        [typeof(TimeOnly)] = new ScalarConverter<TimeOnly>((w, v) => w.Write(v), (r, in v) => r.ReadTimeOnly(v)),
        [typeof(TimeSpan)] = new ScalarConverter<TimeSpan>((w, v) => w.Write(v), (r, in v) => r.ReadTimeSpan(v)),
        [typeof(Timestamp)] = new ScalarConverter<Timestamp>((w, v) => w.Write(v), (r, in v) => r.ReadTimestamp(v)),
        [typeof(BlittableDocument)] = new ScalarConverter<BlittableDocument>((w, v) => w.Write(v), (r, in v) => r.ReadDocument(v)),
        [typeof(JsonElement)] = new ScalarConverter<JsonElement>((w, v) => w.Write(v), (r, in v) => r.ReadJsonElement(v)),
        [typeof(JsonDocument)] = new ScalarConverter<JsonDocument>((w, v) => w.Write(v), (r, in v) => r.ReadJsonDocument(v)),
        [typeof(JsonNode)] = new ScalarConverter<JsonNode>((w, v) => w.Write(v), (r, in v) => r.ReadJsonNode(v)),
        [typeof(JsonObject)] = new ScalarConverter<JsonObject>((w, v) => w.Write(v), (r, in v) => r.ReadJsonObject(v)),
        [typeof(JsonArray)] = new ScalarConverter<JsonArray>((w, v) => w.Write(v), (r, in v) => r.ReadJsonArray(v)),
        [typeof(JsonValue)] = new ScalarConverter<JsonValue>((w, v) => w.Write(v), (r, in v) => r.ReadJsonValue(v)),
        [typeof(Uri)] = new ScalarConverter<Uri>((w, v) => w.Write(v), (r, in v) => r.ReadUri(v)),
        [typeof(Version)] = new ScalarConverter<Version>((w, v) => w.Write(v), (r, in v) => r.ReadVersion(v)),
    };

    /// <summary>Returns the <see cref="ValueConverter{T}"/> of a type; null for a type that needs generated code.</summary>
    public static object? For(Type type) => All.GetValueOrDefault(type);
}

/// <summary>Converts values with two delegates.</summary>
internal sealed class ScalarConverter<T>(Action<ObjectWriter, T?> write, ScalarConverter<T>.Reading read) : ValueConverter<T>
{
    /// <summary>Reads a value.</summary>
    public delegate T? Reading(ObjectReader reader, scoped in BlittableValue value);

    public override void Write(ObjectWriter writer, T? value) => write(writer, value);

    public override T? Read(ObjectReader reader, scoped in BlittableValue value) => read(reader, value);
}

/// <summary>Explains why there is no code for a type.</summary>
internal static class UnknownType
{
    /// <summary>Creates the exception for a type without a converter.</summary>
    public static NotSupportedException Of(Type type)
    {
        var leaf = type;
        while (ConverterRegistry.ElementOf(leaf) is { } element && ConverterRegistry.Find(element) is null)
        {
            leaf = element;
        }

        if (leaf.GenericTypeArguments is [var key, _] && leaf.IsAssignableTo(typeof(System.Collections.IEnumerable))
            && ConverterRegistry.Find(leaf.GenericTypeArguments[1]) is not null && !KeyParser.Handles(key) && !key.IsEnum && key != typeof(string))
        {
            return new NotSupportedException($"No converter exists for {TypeNames.Of(type)}, because the key type {TypeNames.Of(key)} cannot be converted to property names.");
        }

        var (name, missing) = (TypeNames.Of(type), TypeNames.Of(leaf));
        var collection = leaf == type ? "" : $", because none exists for {missing}";
        return new NotSupportedException($"No converter exists for {name}{collection}. {Reason(leaf, missing)}");
    }

    private static string Reason(Type type, string name) =>
        type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false) && type.Name.Contains("AnonymousType", StringComparison.Ordinal)
            ? "The type is anonymous, so code is generated only for objects that are passed directly to a method of BlittableSerializer: "
                + "use a record that is marked [BlittableSerializable] instead."
        : type.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute")
            ? $"The type is defined in F#, where source generators do not run: declare [assembly: BlittableSerializable(typeof({name}))] in a C# project."
        : type.IsDefined(typeof(BlittableSerializableAttribute), inherit: false)
            ? "The type is marked [BlittableSerializable], but the source generator did not process it: the generator runs only in C# projects that reference "
                + "the package Blittable, and not for types that are declared in .razor or .cshtml files. "
                + $"Move the type to a .cs file, or declare [assembly: BlittableSerializable(typeof({name}))] in a C# project."
        : type.IsEnum ? $"Declare [assembly: BlittableSerializable(typeof({name}))]."
        : $"Mark the type [BlittableSerializable], or declare [assembly: BlittableSerializable(typeof({name}))].";
}

/// <summary>Formats type names as in C#, for messages.</summary>
internal static class TypeNames
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(bool)] = "bool", [typeof(byte)] = "byte", [typeof(sbyte)] = "sbyte", [typeof(short)] = "short", [typeof(ushort)] = "ushort",
        [typeof(int)] = "int", [typeof(uint)] = "uint", [typeof(long)] = "long", [typeof(ulong)] = "ulong", [typeof(float)] = "float",
        [typeof(double)] = "double", [typeof(decimal)] = "decimal", [typeof(char)] = "char", [typeof(string)] = "string", [typeof(object)] = "object",
    };

    /// <summary>Returns the name without namespaces: <c>Dictionary&lt;int, Outer.Inner[]&gt;</c>.</summary>
    public static string Of(Type type)
    {
        if (Keywords.TryGetValue(type, out var keyword))
        {
            return keyword;
        }

        if (type.IsArray)
        {
            return $"{Of(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        }

        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return Of(inner) + "?";
        }

        if (type.IsGenericParameter)
        {
            return type.Name;
        }

        // The type arguments of enclosing types precede the arguments of a nested type.
        var name = new StringBuilder();
        var arguments = type.GenericTypeArguments;
        var used = 0;
        foreach (var part in Outer(type))
        {
            var tick = part.Name.IndexOf('`');
            name.Append(name.Length > 0 ? "." : "").Append(tick < 0 ? part.Name : part.Name[..tick]);
            var count = tick < 0 ? 0 : int.Parse(part.Name.AsSpan(tick + 1), System.Globalization.CultureInfo.InvariantCulture);
            if (count > 0)
            {
                name.Append('<').AppendJoin(", ", arguments.Skip(used).Take(count).Select(Of)).Append('>');
                used += count;
            }
        }

        return name.ToString();
    }

    private static IEnumerable<Type> Outer(Type type) => type.DeclaringType is { } outer ? Outer(outer).Append(type) : [type];
}

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
