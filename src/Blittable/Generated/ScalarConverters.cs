using System.Numerics;
using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Dates;

namespace Blittable.Generated;

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
