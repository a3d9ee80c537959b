using System.Text.Json;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Partial methods customize contracts at run time. Methods that would not be called are reported.</summary>
public sealed class ContractTests
{
    /// <summary>Customizes the same type with a modifier of System.Text.Json, so that both results can be compared.</summary>
    private const string Rules = """
        public static class Rules
        {
            public static bool ShowsSecrets;
            public static List<string> Log = [];
        }

        public enum Level { Low, High }

        public class Address { public string? Street { get; set; } [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? City { get; set; } }

        [BlittableSerializable]
        public partial class Person
        {
            public int Id { get; init; }
            [JsonPropertyName("n")] public string? Name { get; set; }
            public string? Secret { get; set; }
            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int Score { get; set; }
            public required Level Level { get; set; }
            public Address? Home { get; set; }
            [JsonIgnore] public bool IsMade { get; init; }

            static partial void Customize(BlittableContract<Person> contract)
            {
                contract.ShouldSerialize(nameof(Secret), static _ => Rules.ShowsSecrets);
                contract.ShouldSerialize(nameof(Score), static person => person.Id > 1);
                contract.CreateObject = static () => new Person { Level = Level.High, IsMade = true, Home = new() };
                contract.OnSerializing = static person => Rules.Log.Add("writing " + person.Id);
                contract.OnSerialized = static person => Rules.Log.Add("wrote " + person.Id);
                contract.OnDeserializing = static person => Rules.Log.Add("reading " + person.Id);
                contract.OnDeserialized = static person => Rules.Log.Add("read " + person.Id);
            }

        """;

    private const string Modifier = """
            public static JsonSerializerOptions Options() => new() { TypeInfoResolver = new System.Text.Json.Serialization.Metadata.DefaultJsonTypeInfoResolver { Modifiers = { Modify } } };

            private static void Modify(System.Text.Json.Serialization.Metadata.JsonTypeInfo info)
            {
                if (info.Type == typeof(Person))
                {
                    System.Linq.Enumerable.Single(info.Properties, p => p.Name == "Secret").ShouldSerialize = static (_, _) => Rules.ShowsSecrets;
                    System.Linq.Enumerable.Single(info.Properties, p => p.Name == "Score").ShouldSerialize = static (person, _) => ((Person)person).Id > 1;
                    info.CreateObject = static () => new Person { Level = Level.High, IsMade = true, Home = new() };
                    info.OnSerializing = static person => Rules.Log.Add("writing " + ((Person)person).Id);
                    info.OnSerialized = static person => Rules.Log.Add("wrote " + ((Person)person).Id);
                    info.OnDeserializing = static person => Rules.Log.Add("reading " + ((Person)person).Id);
                    info.OnDeserialized = static person => Rules.Log.Add("read " + ((Person)person).Id);
                }
            }
        }
        """;

    private static readonly Lazy<CompiledTypes> s_types = new(() => CompiledTypes.Of(Rules + Modifier));

    [Theory]
    [InlineData("""{"Id":1,"n":"a","Secret":"s","Score":5,"Level":0,"Home":{"Street":"x"}}""")]
    [InlineData("""{"Id":2,"n":null,"Secret":null,"Score":0,"Level":1,"Home":null}""")]
    [InlineData("""{"Level":1}""")]
    [InlineData("""{"Id":3}""")]
    public void A_contract_writes_reads_and_creates_objects_as_a_modifier_does(string text)
    {
        var person = s_types.Value.Type("Person");
        var json = (JsonSerializerOptions)s_types.Value.Call("Person", "Options")!;
        var log = (List<string>)s_types.Value.Type("Rules").GetField("Log")!.GetValue(null)!;
        Differential.Read(person, text, json);
        foreach (var shows in new[] { false, true })
        {
            s_types.Value.Type("Rules").GetField("ShowsSecrets")!.SetValue(null, shows);
            if (text.Contains("Level", StringComparison.Ordinal))
            {
                var value = JsonSerializer.Deserialize(text, person, json);
                log.Clear();
                _ = JsonSerializer.Serialize(value, person, json);
                var expected = log.ToList();
                log.Clear();
                Differential.Write(person, value, json);
                Assert.Equal([.. expected, .. expected], log);
            }
        }
    }

    [Fact]
    public void A_class_customizes_the_types_that_it_declares_and_their_members()
    {
        var types = CompiledTypes.Of("""
            namespace Shop.Model { public record Order(int Id, Line[] Lines, INote Note); public record struct Line(string Product, int Count); public interface INote { string? Text { get; set; } } public class Note : INote { public string? Text { get; set; } } }
            namespace Shop
            {
                internal partial class Outer<T>
                {
                    [BlittableSerializable(typeof(Shop.Model.Order))]
                    internal static partial class Contracts
                    {
                        private static partial void Customize(BlittableContract<Model.Line> @event) => @event.ShouldSerialize("Count", static line => line.Count > 1);

                        static partial void Customize(BlittableContract<Model.Order> contract) => contract.Ignore("Id");

                        static partial void Customize(BlittableContract<Model.INote> contract) => contract.CreateObject = static () => new Model.Note();
                    }
                }
            }

            public static class Program
            {
                public static string Write() => BlittableSerializer.SerializeToDocument(new Shop.Model.Order(7, [new("a", 1), new("b", 2)], new Shop.Model.Note { Text = "t" })).Root.ToJson();
                public static string Read() => BlittableSerializer.Deserialize<Shop.Model.Order>(BlittableDocument.Parse("{\"Id\":7,\"Lines\":[{\"Product\":\"c\",\"Count\":3}],\"Note\":{\"Text\":\"u\"}}"u8).Root) is { Id: 0, Lines: [{ Count: 3 }], Note: { Text: var text } } ? text! : "";
            }
            """.Replace("Outer<T>", "Outer", StringComparison.Ordinal));
        Assert.Equal("""{"Lines":[{"Product":"a"},{"Product":"b","Count":2}],"Note":{"Text":"t"}}""", types.Call("Program", "Write"));
        Assert.Equal("u", types.Call("Program", "Read"));
    }

    /// <summary>An ignored member is neither read nor required, and its name is neither unknown nor extension data.</summary>
    [Fact]
    public void Generic_records_structs_and_wide_types_have_contracts()
    {
        var wide = string.Concat(Enumerable.Range(0, 70).Select(i => $"public int? P{i} {{ get; set; }} = {i}; "));
        var types = CompiledTypes.Of($$"""
            [BlittableSerializable(typeof(Box<int>))] public partial record Box<T>(T Item, [property: JsonRequired] string? Name, Wide Wide, Point Point)
            {
                static partial void Customize(BlittableContract<Box<T>> contract) { contract.Ignore("Name"); }
            }
            public readonly partial record struct Point(int X, int Y) { static partial void Customize(BlittableContract<Point> contract) => contract.ShouldSerialize("Y", p => p.Y > 0); }
            [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)] public partial class Wide
            {
                {{wide}}
                static partial void Customize(BlittableContract<Wide> contract) { for (var i = 0; i < 69; i++) { contract.ShouldSerialize("P" + i, static _ => false); } contract.Ignore("P0"); }
            }

            public static class Program
            {
                public static string Write() => BlittableSerializer.SerializeToDocument(new Box<int>(1, "a", new(), new(1, 0))).Root.ToJson();
                public static string Read() => BlittableSerializer.Deserialize<Box<int>>(BlittableDocument.Parse("{\"Item\":2,\"Wide\":{\"P0\":-1,\"P1\":-1},\"Point\":{\"X\":1,\"Y\":2} }"u8).Root) is { Name: null, Wide: { P0: 0, P1: -1 } } box ? box.Point.ToString() : "";
            }
            """);
        Assert.Equal("""{"Item":1,"Wide":{"P69":69},"Point":{"X":1}}""", types.Call("Program", "Write"));
        Assert.Equal("Point { X = 1, Y = 2 }", types.Call("Program", "Read"));
    }

    /// <summary>The emitted declaration has no nullable annotations, so it matches every method. A warning would point to the method of the user.</summary>
    [Theory]
    [InlineData("Box<string?>")]
    [InlineData("Box<string>")]
    [InlineData("Box<Dictionary<string, int?[]?>>")]
    [InlineData("Box<(int X, string? Y)>")]
    public void Type_arguments_can_have_annotations_and_names(string type)
    {
        var argument = type.Replace("string?>", "string>", StringComparison.Ordinal);
        var types = CompiledTypes.Of($$"""
            public class Box<T> { public T? A { get; set; } public int B { get; set; } }
            [BlittableSerializable(typeof({{argument}}))] internal partial interface IContext { static partial void Customize(BlittableContract<{{type}}> contract) => contract.Ignore("A"); }
            public static class Program { public static string Write() => BlittableSerializer.SerializeToDocument(new {{type}}()).Root.ToJson(); }
            """);
        Assert.Equal("""{"B":0}""", types.Call("Program", "Write"));
    }

    [Fact]
    public void Derived_types_have_contracts_of_their_own()
    {
        var types = CompiledTypes.Of("""
            [BlittableSerializable] [JsonDerivedType(typeof(Dog), "dog")] public partial class Animal
            {
                public int A { get; set; } public int B { get; set; }
                static partial void Customize(BlittableContract<Animal> contract) => contract.Ignore("A");
            }
            public partial class Dog : Animal { static partial void Customize(BlittableContract<Dog> contract) => contract.Ignore("B"); }
            public static class Program { public static string Write() => BlittableSerializer.SerializeToDocument<Animal[]>([new Animal(), new Dog()]).Root.ToJson(); }
            """);
        Assert.Equal("""[{"B":0},{"$type":"dog","A":0}]""", types.Call("Program", "Write"));
    }

    /// <summary>Private members are not visible in other assemblies, so the generated code calls an emitted method.</summary>
    [Fact]
    public async Task A_type_of_another_assembly_keeps_its_contract()
    {
        var library = AnalyzerRun.Library("Library", "[BlittableSerializable] public partial class Part { public int A { get; set; } public int B { get; set; } static partial void Customize(BlittableContract<Part> c) => c.Ignore(\"A\"); }", isReferenceAssembly: false);
        var compilation = AnalyzerRun.WithGeneratedCode(GeneratorRun.Compile(CompiledTypes.Usings + "[BlittableSerializable] public record Whole(Part Part);").AddReferences(library));
        Assert.DoesNotContain(compilation.GetDiagnostics(TestContext.Current.CancellationToken), fault => fault.Severity == DiagnosticSeverity.Error);
        Assert.Contains("global::Part.CustomizeBlittableContract", string.Concat(compilation.SyntaxTrees.Select(tree => tree.ToString())), StringComparison.Ordinal);
        Assert.Empty(await AnalyzerRun.Of(compilation));
    }

    [Theory]
    [InlineData("contract.Ignore(\"Missing\");", "T has no serialized member 'Missing'. Its members are A, B.")]
    [InlineData("contract.ShouldSerialize(\"Hidden\", static _ => true);", "T has no serialized member 'Hidden'. Its members are A, B.")]
    [InlineData("contract.Ignore(\"A\"); Kept = contract;", "The contract of T is in use. Change it only in the method Customize that receives it.")]
    public void A_wrong_customization_fails_when_the_type_is_used_and_other_types_are_not_affected(string statements, string message)
    {
        var types = CompiledTypes.Of($$"""
            [BlittableSerializable] public partial class T
            {
                public int A { get; set; } public int B { get; set; } [JsonIgnore] public int Hidden { get; set; }
                public static BlittableContract<T>? Kept;
                static partial void Customize(BlittableContract<T> contract) { {{statements}} }
            }
            [BlittableSerializable] public record Other(int A);
            public static class Program
            {
                public static int Works() => BlittableSerializer.Serialize(new Other(1)).Length;
                public static void Fails() { BlittableSerializer.Serialize(new T()); T.Kept!.CreateObject = null; }
            }
            """);
        Assert.NotEqual(0, types.Call("Program", "Works"));
        Assert.StartsWith(message, Assert.ThrowsAny<Exception>(() => types.Call("Program", "Fails")).Message, StringComparison.Ordinal);
        Assert.NotEqual(0, types.Call("Program", "Works"));
    }

    [Theory]
    [InlineData("[BlittableSerializable] public partial class T { static void Customize(BlittableContract<T> contract) { } }", "it must be a static partial void method with a body")]
    [InlineData("[BlittableSerializable] public partial class T { void Customize(BlittableContract<T> contract) { } }", "it must be a static partial void method with a body")]
    [InlineData("[BlittableSerializable] public partial class T { static partial void Customize(BlittableContract<T> contract); }", "it must be a static partial void method with a body")]
    [InlineData("[BlittableSerializable] public partial class T { static void Customize(BlittableContract<U> contract) { } } public class U;", "it must be a static partial void method with a body")]
    public void A_method_that_is_not_called_is_reported(string source, string reason)
    {
        var fault = Assert.Single(GeneratorRun.Of<Blittable.Generators.Serialization.SerializerGenerator>(CompiledTypes.Usings + source).Reported);
        Assert.Equal("BLIT018", fault.Id);
        Assert.Equal("Customize", (CompiledTypes.Usings + source).Substring(fault.Location.SourceSpan.Start, fault.Location.SourceSpan.Length));
        Assert.Contains(reason, fault.GetMessage(System.Globalization.CultureInfo.InvariantCulture), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("U", "public class U { public int A { get; set; } }")]
    [InlineData("List<int>", "")]
    [InlineData("int", "")]
    public void A_method_for_a_type_that_is_not_declared_is_reported(string type, string declaration)
    {
        var source = $"[BlittableSerializable] public partial class T {{ public List<int>? L {{ get; set; }} static partial void Customize(BlittableContract<{type}> contract) {{ }} }} {declaration}";
        var run = GeneratorRun.Of<Blittable.Generators.Serialization.SerializerGenerator>(CompiledTypes.Usings + source);
        Assert.Equal(["BLIT018"], run.Codes);
        Assert.Contains("is not an object among the types that T declares", run.Reported[0].GetMessage(System.Globalization.CultureInfo.InvariantCulture), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("[BlittableSerializable] public class T { public int A { get; set; } void Customize(BlittableContract<T> contract) => contract.Ignore(\"A\"); }", "public partial class T { public int A { get; set; } static partial void Customize(")]
    [InlineData("public class Outer { [BlittableSerializable(typeof(Outer))] internal partial class T { public static void Customize(BlittableContract<Outer> contract) { } } }", "public partial class Outer { [BlittableSerializable(typeof(Outer))] internal partial class T { public static partial void Customize(")]
    public async Task The_fix_makes_the_method_static_and_partial(string source, string expected)
    {
        var cancellation = TestContext.Current.CancellationToken;
        using var workspace = new AdhocWorkspace();
        var document = workspace.AddProject("Fixed", LanguageNames.CSharp).AddDocument("Types.cs", CompiledTypes.Usings + source);
        var tree = (await document.GetSyntaxTreeAsync(cancellation))!;
        var reported = Assert.Single(GeneratorRun.Of<Blittable.Generators.Serialization.SerializerGenerator>(CompiledTypes.Usings + source).Reported);
        var diagnostic = Diagnostic.Create(reported.Descriptor, Location.Create(tree, reported.Location.SourceSpan));
        var actions = new List<CodeAction>();

        await new CustomizationCodeFix().RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), cancellation));

        var operations = await Assert.Single(actions).GetOperationsAsync(cancellation);
        var changed = Assert.Single(operations.OfType<ApplyChangesOperation>()).ChangedSolution.GetDocument(document.Id)!;
        var text = (await changed.GetTextAsync(cancellation)).ToString();
        Assert.Contains(expected, text, StringComparison.Ordinal);
        _ = CompiledTypes.Of(text[CompiledTypes.Usings.Length..]);
    }
}
