using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>All methods of the serializer are checked. Calls that work, or that depend on code outside of the compilation, are not reported.</summary>
public sealed class UndeclaredCallTests
{
    private const string Usings = """
        using System.Buffers; using System.IO; using System.IO.Pipelines; using System.Linq; using System.Threading.Tasks; using static Blittable.BlittableSerializer;

        """;

    private const string Types = """

        public record Strange(int A);
        [BlittableSerializable] public record Known(int A);
        public delegate T? Read<T>(BlittableValue value, BlittableOptions? options);

        """;

    [Theory]
    [InlineData("Serialize", "BlittableSerializer.Serialize(new Strange(1));")]
    [InlineData("Serialize", "BlittableSerializer.Serialize(new Strange(1), new ArrayBufferWriter<byte>());")]
    [InlineData("Serialize<Strange>", "Blittable.BlittableSerializer.Serialize<Strange>(null!);")]
    [InlineData("Serialize<Strange?>", "BlittableSerializer.Serialize<Strange?>(null);")]
    [InlineData("Serialize", "Serialize(new Strange(1));")]
    [InlineData("Serialize", "new[] { new Strange(1) }.Select(item => BlittableSerializer.Serialize(item)).ToList();")]
    [InlineData("Serialize", "void Local() => BlittableSerializer.Serialize(new[] { new Strange(1) }); Local();")]
    [InlineData("SerializeToDocument", "BlittableSerializer.SerializeToDocument(new Dictionary<string, Strange>());")]
    [InlineData("Deserialize<Strange>", "BlittableSerializer.Deserialize<Strange>(new byte[1]);")]
    [InlineData("Deserialize<Strange>", "BlittableSerializer.Deserialize<Strange>(default(BlittableValue));")]
    [InlineData("Deserialize<Strange>", "BlittableSerializer.Deserialize<Strange>(default(ReadOnlySequence<byte>));")]
    [InlineData("Deserialize<Strange>", "Read<Strange> read = BlittableSerializer.Deserialize<Strange>; read(default, null);")]
    [InlineData("SerializeAsync", "BlittableSerializer.SerializeAsync(Stream.Null, new Strange(1));")]
    [InlineData("DeserializeAsync<Strange>", "BlittableSerializer.DeserializeAsync<Strange>(Stream.Null);")]
    [InlineData("SerializeAsyncEnumerable", "BlittableSerializer.SerializeAsyncEnumerable(Stream.Null, new[] { new Strange(1) }.ToAsyncEnumerable());")]
    [InlineData("DeserializeAsyncEnumerable<Strange>", "BlittableSerializer.DeserializeAsyncEnumerable<Strange>(default(PipeReader)!);")]
    [InlineData("Populate", "BlittableSerializer.Populate(new Strange(1), default);")]
    [InlineData("Populate", "var target = new Strange(1); BlittableSerializer.Populate(ref target, default);")]
    [InlineData("Serialize", "if (BlittableSerializer.Knows<Known>()) { BlittableSerializer.Serialize(new Strange(1)); }")]
    public async Task A_call_with_an_undeclared_type_is_reported_at_the_name_of_the_method(string location, string statements)
    {
        var fault = Assert.Single(await Run(statements));
        Assert.Equal("BLIT016", fault.Id);
        Assert.Equal(DiagnosticSeverity.Error, fault.Severity);
        Assert.Equal(location, TextAt(fault));
        Assert.Contains(
            "throws a NotSupportedException, because no code is generated for Strange: mark the type [BlittableSerializable], or declare [assembly: BlittableSerializable(typeof(Strange))]",
            fault.GetMessage(System.Globalization.CultureInfo.InvariantCulture),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_message_names_the_type_argument_and_the_type_of_elements() => Assert.StartsWith(
        "Serialize<System.Collections.Generic.List<Strange[]>> throws a NotSupportedException, because no code is generated for Strange: ",
        Assert.Single(await Run("BlittableSerializer.Serialize(new List<Strange[]>());")).GetMessage(System.Globalization.CultureInfo.InvariantCulture),
        StringComparison.Ordinal);

    [Theory]
    [InlineData("BlittableSerializer.Serialize(new Known(1));")]
    [InlineData("BlittableSerializer.Serialize<Known?>(null);")]
    [InlineData("BlittableSerializer.SerializeAsyncEnumerable(Stream.Null, new[] { new Known(1) }.ToAsyncEnumerable());")]
    [InlineData("BlittableSerializer.Knows<Strange>();")]
    [InlineData("if (BlittableSerializer.Knows<Strange>()) { BlittableSerializer.Serialize(new Strange(1)); }")]
    [InlineData("BlittableSerializer.Serialize(new { A = 1 });")]
    [InlineData("BlittableSerializer.Serialize(new[] { new { A = new Strange(1) } });")]
    [InlineData("object value = new Strange(1); BlittableSerializer.Serialize(value);")]
    [InlineData("dynamic value = new Strange(1); BlittableSerializer.Serialize(value);")]
    [InlineData("byte[] Write<T>(T value) => BlittableSerializer.Serialize(value); Write(new Strange(1));")]
    [InlineData("byte[] Write<T>(List<T[]> value) => BlittableSerializer.Serialize(value); Write(new List<Strange[]>());")]
    [InlineData("byte[] Write<T>(Dictionary<T, Strange> value) where T : notnull => BlittableSerializer.Serialize(value); Write(new Dictionary<string, Strange>());")]
    [InlineData("byte[] Write<T>(T? value) where T : struct => BlittableSerializer.Serialize(value); Write<int>(1);")]
    [InlineData("T? Again<T>(byte[] bytes) where T : Strange => BlittableSerializer.Deserialize<T>(bytes); Again<Strange>(new byte[1]);")]
    [InlineData("Other.Serialize(new Strange(1));", "public static class Other { public static void Serialize<T>(T value) { } }")]
    [InlineData("BlittableSerializer.Serialize(new Generic<int>.Inner<string>());", "[assembly: BlittableSerializable(typeof(Generic<int>.Inner<string>))]", "public class Generic<T> { public class Inner<U>; }")]
    [InlineData("BlittableSerializer.Serialize((1, \"a\"));", "[assembly: BlittableSerializable(typeof((int X, string Y)))]")]
    [InlineData("BlittableSerializer.Serialize((A: 1, B: \"a\"));", "[assembly: BlittableSerializable(typeof(ValueTuple<int, string>))]")]
    [InlineData("BlittableSerializer.Serialize(new Strange(1));", "[BlittableSerializable(typeof(List<Strange>))] [JsonSourceGenerationOptions(JsonSerializerDefaults.Web)] public class Context;")]
    [InlineData("BlittableSerializer.Serialize(new Strange(1));", "public class Context { [BlittableSerializable(typeof(Strange))] internal class Inner; }")]
    [InlineData("BlittableSerializer.Serialize(new Dictionary<string, dynamic>());")]
    [InlineData("BlittableSerializer.Serialize(new Box<dynamic>());", "[assembly: BlittableSerializable(typeof(Box<object>))]", "public class Box<T>;")]
    [InlineData("BlittableSerializer.Serialize(new Strange(1));", "public sealed class Own : Blittable.Generated.ValueConverter<Strange> "
        + "{ public override void Write(Blittable.Generated.ObjectWriter w, Strange? v) { } public override Strange? Read(Blittable.Generated.ObjectReader r, scoped in BlittableValue v) => null; }")]
    [InlineData("BlittableSerializer.Serialize(new Strange(1));", "public sealed class Own<T> : Blittable.Generated.ValueConverter<T> "
        + "{ public override void Write(Blittable.Generated.ObjectWriter w, T? v) { } public override T? Read(Blittable.Generated.ObjectReader r, scoped in BlittableValue v) => default; }")]
    public async Task A_call_that_works_or_depends_on_other_code_is_not_reported(string statements, string declarations = "", string types = "") =>
        Assert.Empty(await Run(statements, declarations + types));

    /// <summary>The generator reports the declaration. The types that it would have covered are not to be declared one by one.</summary>
    [Theory]
    [InlineData("[BlittableSerializable] public record Root(Strange Value, Action Action);")]
    [InlineData("[assembly: BlittableSerializable(typeof(List<Action>))]")]
    [InlineData("public class Outer { [BlittableSerializable] private record Root(Strange Value); }")]
    public async Task Nothing_is_reported_while_the_generator_rejects_a_declaration(string declaration) =>
        Assert.Empty(await Run("BlittableSerializer.Serialize(new Strange(1));", declaration));

    [Fact]
    public async Task A_declaration_that_needs_no_code_does_not_hide_others() =>
        Assert.Single(await Run("BlittableSerializer.Serialize(new Strange(1));", "[assembly: BlittableSerializable(typeof(int))] [assembly: BlittableSerializable(typeof(object))]"));

    [Fact]
    public async Task Without_the_library_nothing_is_reported()
    {
        var compilation = GeneratorRun.Compile("namespace Blittable; public static class BlittableSerializer { public static void Serialize<T>(T value) => Serialize(new Exception()); } public class Exception;");
        Assert.Empty(await AnalyzerRun.Of(compilation.RemoveReferences(compilation.References.Where(reference => reference.Display!.EndsWith("Blittable.dll", StringComparison.Ordinal)))));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Types_that_a_library_declares_are_not_reported(bool isReferenceAssembly)
    {
        var contracts = AnalyzerRun.Library("Contracts", "public record Contract(Detail Detail); public record Detail(int A); public record Free(int A);", isReferenceAssembly);
        var library = AnalyzerRun.Library(
            "Library",
            "[assembly: BlittableSerializable(typeof(Contract))] [BlittableSerializable] public record Shared(Part Part, Level Level); public record Part(Box<int> Box); public class Box<T>;"
                + "public enum Level { Low } public record Unused(int A); [BlittableSerializable] public record Marked<T>(T Value);",
            isReferenceAssembly,
            references: contracts);
        // Without generated code in a reference assembly, it is unknown whether the assembly has some.
        var other = AnalyzerRun.Library("Other", "[BlittableSerializable] public record Foreign(int A); public record Distant(int A);", isReferenceAssembly, hasGenerator: false);

        string[] works = ["Shared", "Part", "Box<int>", "Level", "List<Level?>", "Contract", "Detail", "Foreign", "Marked<int>"];
        string[] fails = ["Unused", "Box<string>", "Free", "List<Free>", .. isReferenceAssembly ? Array.Empty<string>() : ["Distant", "Tuple<Distant, int>"]];
        works = isReferenceAssembly ? [.. works, "Distant", "Tuple<Distant, int>"] : works;
        var calls = works.Concat(fails).Select(type => $"BlittableSerializer.Serialize<{type}>(default!);");
        var found = await AnalyzerRun.Of(Usings + Types + "public static class Calls { public static void Call() { " + string.Concat(calls) + " } }", contracts, library, other);
        Assert.Equal(fails.Select(type => $"Serialize<{type}>").Order(), found.Select(TextAt).Order());
    }

    private static string TextAt(Diagnostic fault) => fault.Location.SourceTree!.ToString().Substring(fault.Location.SourceSpan.Start, fault.Location.SourceSpan.Length);

    private static Task<System.Collections.Immutable.ImmutableArray<Diagnostic>> Run(string statements, string declarations = "") =>
        AnalyzerRun.Of(Usings + declarations + Types + "public static class Calls { public static void Call() { " + statements + " } }");
}
