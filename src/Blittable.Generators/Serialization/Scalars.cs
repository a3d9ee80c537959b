using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>The types that the library writes and reads by itself.</summary>
internal static class Scalars
{
    private static readonly Dictionary<string, string> Readers = new(StringComparer.Ordinal)
    {
        ["bool"] = "ReadBoolean", ["byte"] = "ReadByte", ["sbyte"] = "ReadSByte", ["short"] = "ReadInt16", ["ushort"] = "ReadUInt16",
        ["int"] = "ReadInt32", ["uint"] = "ReadUInt32", ["long"] = "ReadInt64", ["ulong"] = "ReadUInt64", ["float"] = "ReadSingle",
        ["double"] = "ReadDouble", ["decimal"] = "ReadDecimal", ["char"] = "ReadChar", ["string"] = "ReadString",
        ["global::System.Int128"] = "ReadInt128", ["global::System.UInt128"] = "ReadUInt128", ["global::System.Half"] = "ReadHalf",
        ["global::System.Guid"] = "ReadGuid", ["global::System.DateTime"] = "ReadDateTime", ["global::System.DateTimeOffset"] = "ReadDateTimeOffset",
        ["global::System.DateOnly"] = "ReadDateOnly", ["global::System.TimeOnly"] = "ReadTimeOnly", ["global::System.TimeSpan"] = "ReadTimeSpan",
        ["global::System.Uri"] = "ReadUri", ["global::System.Version"] = "ReadVersion", ["global::Blittable.Dates.Timestamp"] = "ReadTimestamp",
        ["global::Blittable.BlittableDocument"] = "ReadDocument",
        ["global::System.Text.Json.JsonElement"] = "ReadJsonElement", ["global::System.Text.Json.JsonDocument"] = "ReadJsonDocument",
        ["global::System.Text.Json.Nodes.JsonNode"] = "ReadJsonNode", ["global::System.Text.Json.Nodes.JsonObject"] = "ReadJsonObject",
        ["global::System.Text.Json.Nodes.JsonArray"] = "ReadJsonArray", ["global::System.Text.Json.Nodes.JsonValue"] = "ReadJsonValue",
    };

    /// <summary>Gets the methods for a type; null for a type that is not a scalar.</summary>
    public static (string Reader, string Writer)? Find(ITypeSymbol type, string name) => name switch
    {
        "byte[]" => ("ReadBinary", "WriteBinary"),
        "global::System.Memory<byte>" => ("ReadMemory", "WriteBinary"),
        "global::System.ReadOnlyMemory<byte>" => ("ReadReadOnlyMemory", "WriteBinary"),
        _ => Readers.TryGetValue(name, out var reader) ? (reader, "Write") : null,
    };

    /// <summary>Gets whether a type stands for something that no document can hold.</summary>
    public static bool IsUnsupported(ITypeSymbol type) =>
        type.SpecialType is SpecialType.System_IntPtr or SpecialType.System_UIntPtr || type.TypeKind is TypeKind.Delegate or TypeKind.Pointer
        || type.ToDisplayString() is "System.Type" or "System.Reflection.MemberInfo" or "System.Runtime.Serialization.SerializationInfo"
        || (type is INamedTypeSymbol { Name: "Task" or "ValueTask" } && type.ContainingNamespace?.ToDisplayString() == "System.Threading.Tasks");
}
