using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Lists the types that the library reads and writes without generated code.</summary>
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
        ["global::System.Numerics.BigInteger"] = "ReadBigInteger",
        ["global::Blittable.BlittableDocument"] = "ReadDocument",
        ["global::System.Text.Json.JsonElement"] = "ReadJsonElement", ["global::System.Text.Json.JsonDocument"] = "ReadJsonDocument",
        ["global::System.Text.Json.Nodes.JsonNode"] = "ReadJsonNode", ["global::System.Text.Json.Nodes.JsonObject"] = "ReadJsonObject",
        ["global::System.Text.Json.Nodes.JsonArray"] = "ReadJsonArray", ["global::System.Text.Json.Nodes.JsonValue"] = "ReadJsonValue",
    };

    /// <summary>The types whose text can be a property name.</summary>
    private static readonly HashSet<string> Keys = new(StringComparer.Ordinal)
    {
        "bool", "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "char", "string",
        "global::System.Int128", "global::System.UInt128", "global::System.Half", "global::System.Guid", "global::System.DateTime",
        "global::System.DateTimeOffset", "global::System.DateOnly", "global::System.TimeOnly", "global::System.TimeSpan", "global::System.Uri",
        "global::System.Version",
    };

    /// <summary>The types to which <c>JsonNumberHandling</c> applies.</summary>
    private static readonly HashSet<string> Numbers = new(StringComparer.Ordinal)
    {
        "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal",
        "global::System.Int128", "global::System.UInt128", "global::System.Half",
    };

    /// <summary>Determines whether a type can be the key of a dictionary.</summary>
    public static bool IsKey(string name) => Keys.Contains(name);

    /// <summary>Determines whether a type is a System.Text.Json number.</summary>
    public static bool IsNumber(string name) => Numbers.Contains(name);

    /// <summary>Returns the methods for a type; null for a type that is not a scalar.</summary>
    public static (string Reader, string Writer)? Find(ITypeSymbol type, string name) => name switch
    {
        "byte[]" => ("ReadBinary", "WriteBinary"),
        "global::System.Memory<byte>" => ("ReadMemory", "WriteBinary"),
        "global::System.ReadOnlyMemory<byte>" => ("ReadReadOnlyMemory", "WriteBinary"),
        _ => Readers.TryGetValue(name, out var reader) ? (reader, "Write") : null,
    };

    /// <summary>Determines whether the library converts a type without generated code.</summary>
    public static bool NeedsNoCode(ITypeSymbol type) =>
        type.SpecialType == SpecialType.System_Object || type.TypeKind == TypeKind.Dynamic || Find(type, TypeGraph.NameOf(type)) is not null;

    /// <summary>Determines whether a document cannot represent values of a type.</summary>
    public static bool IsUnsupported(ITypeSymbol type) =>
        type.SpecialType is SpecialType.System_IntPtr or SpecialType.System_UIntPtr || type.TypeKind is TypeKind.Delegate or TypeKind.Pointer
        || type.OriginalDefinition.ToDisplayString() is "System.Runtime.Serialization.SerializationInfo" || IsMemberInfo(type)
        || type.AllInterfaces.Any(i => i.OriginalDefinition.ToDisplayString() == "System.Collections.Generic.IAsyncEnumerable<T>")
        || type.OriginalDefinition.ToDisplayString() == "System.Collections.Generic.IAsyncEnumerable<T>"
        || (type is INamedTypeSymbol { Name: "Task" or "ValueTask" } && type.ContainingNamespace?.ToDisplayString() == "System.Threading.Tasks");

    private static bool IsMemberInfo(ITypeSymbol? type) =>
        type is not null && (type.OriginalDefinition.ToDisplayString() == "System.Reflection.MemberInfo" || IsMemberInfo(type.BaseType));
}
