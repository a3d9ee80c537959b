namespace Blittable.Generators.Tests.Serialization;

/// <summary>Unsupported types are reported with a code, at the member or the attribute, and the compiler reports nothing else.</summary>
public sealed class RefusedTypesTests
{
    [Theory]
    [InlineData("BLIT001 BlittableSerializable", "[BlittableSerializable] file class F { public int A { get; set; } }")]
    [InlineData("BLIT001 A", "[BlittableSerializable] public class T { [JsonInclude] private Kind A { get; set; } private enum Kind { X } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public IAsyncEnumerable<int>? A { get; set; } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public System.Reflection.MethodInfo? A { get; set; } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public ReadOnlySpan<byte> A => default; }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public int[,]? A { get; set; } }")]
    [InlineData("BLIT004 A", "[BlittableSerializable] public class T { [Own] public int A { get; set; } } public class OwnAttribute : JsonConverterAttribute;")]
    [InlineData("BLIT007 A", "[BlittableSerializable] public class T { [JsonIgnore] public required int A { get; set; } }")]
    [InlineData("BLIT007 A", "[BlittableSerializable] public class T { [JsonRequired, JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public int A { get; set; } }")]
    [InlineData("BLIT007 A", "[BlittableSerializable] public class T { [JsonRequired] public int A { get; } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public System.Type? A { get; set; } }")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(string))] public class T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"x\")] [JsonDerivedType(typeof(B), \"x\")] public class T; public class A : T; public class B : T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), 1)] [JsonDerivedType(typeof(A), 2)] public class T; public class A : T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), 1)] public class T; public class A : T { [JsonPropertyName(\"$type\")] public int B { get; set; } }")]
    [InlineData("BLIT009 B", "[BlittableSerializable] public class T { public int A { get; set; } [JsonPropertyName(\"A\")] public int B { get; set; } }")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(ReferenceHandler = JsonKnownReferenceHandler.Preserve)",
        "[BlittableSerializable] [JsonSourceGenerationOptions(ReferenceHandler = JsonKnownReferenceHandler.Preserve)] public class T;")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(Converters = new[] { typeof(F) })",
        "[BlittableSerializable] [JsonSourceGenerationOptions(Converters = new[] { typeof(F) })] public class T; public class F() : JsonStringEnumConverter(null);")]
    [InlineData("BLIT011 JsonSourceGenerationOptions(MaxDepth = 3)", "[BlittableSerializable] [JsonSourceGenerationOptions(MaxDepth = 3)] public class T;")]
    [InlineData("BLIT012 A", "[BlittableSerializable] public class T { public Dictionary<byte[], int>? A { get; set; } }")]
    [InlineData("BLIT013 BlittableSerializable", "[BlittableSerializable] public class T { public T(ref int a) => A = a; public int A { get; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public Dictionary<string, int>? A { get; set; } }")]
    [InlineData("BLIT003 BlittableSerializable", "[BlittableSerializable] public static class T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"a\")] public interface T; public class A : List<int>, T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"a\")] public interface T; public class A : Dictionary<string, int>, T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"a\")] public class T : List<int>; public class A : T;")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public int A { get; set; } }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public string? A { get; set; } }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)] public class T { [JsonExtensionData] public Dictionary<string, object>? A { get; set; } }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { public T(int b) => B = b; public int B { get; } [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public List<int> A { get; } = []; }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public P A { get; } = new(); } [JsonDerivedType(typeof(Q), \"q\")] public class P; public class Q : P;")]
    public void An_unsupported_type_is_reported_at_its_location(string expected, string source) => Assert.Equal([expected], CompiledTypes.Faults(source));
}
