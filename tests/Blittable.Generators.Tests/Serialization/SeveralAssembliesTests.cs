namespace Blittable.Generators.Tests.Serialization;

/// <summary>The options of an assembly change neither types that need no declaration nor types of other assemblies, whichever assembly is initialized first.</summary>
/// <remarks>Registrations apply to the process, so each test has types that no other test uses.</remarks>
public sealed class SeveralAssembliesTests
{
    private const string Options = """
        [JsonSourceGenerationOptions(Converters = new[] { typeof(Sign) }, UseStringEnumConverter = true, NumberHandling = JsonNumberHandling.WriteAsString,
            PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]

        """;

    [Theory]
    [InlineData("short?", "1", "[1,null]", true)]
    [InlineData("ushort?", "1", "[1,null]", false)]
    [InlineData("AttributeTargets?", "(AttributeTargets)1", "[1,null]", true)]
    [InlineData("Base64FormattingOptions?", "(Base64FormattingOptions)1", "[1,null]", false)]
    [InlineData("List<ulong>?", "new() { 1 }", "[[1],null]", true)]
    [InlineData("List<uint>?", "new() { 1 }", "[[1],null]", false)]
    [InlineData("List<List<sbyte?>>?", "new() { new() { 1 } }", "[[[1]],null]", true)]
    [InlineData("List<List<Half?>>?", "new() { new() { (Half)1 } }", "[[[1]],null]", false)]
    [InlineData("KeyValuePair<string, char>?", "new(\"a\", 'b')", """[{"Key":"a","Value":"b"},null]""", true)]
    [InlineData("KeyValuePair<string, Guid>?", "new(\"a\", default)", """[{"Key":"a","Value":"00000000-0000-0000-0000-000000000000"},null]""", false)]
    [InlineData("Dictionary<string, Int128?>?", "new() { [\"a\"] = 1 }", """[{"a":1},null]""", true)]
    [InlineData("Dictionary<string, UInt128?>?", "new() { [\"a\"] = 1 }", """[{"a":1},null]""", false)]
    public void Options_do_not_change_collections_that_need_no_declaration(string type, string value, string text, bool isWithOptionsFirst)
    {
        // The converter applies to the scalar in the type, unless it is an enum.
        var scalar = type.Split('<')[^1].Split(' ')[^1].TrimEnd('?', '>');
        var converted = type.Contains("KeyValuePair", StringComparison.Ordinal) || type.StartsWith("List<u", StringComparison.Ordinal) || type[0] is 'A' or 'B' ? "Uri" : scalar;
        var holder = $$"""[BlittableSerializable] public class Holder { public List<{{type}}> Items { get; set; } = [{{value}}, null]; } {{Calls(type, value)}}""";
        var with = CompiledTypes.Of(Options + holder + Sign(converted), name: "With.Options");
        var without = CompiledTypes.Of(holder, name: "Without.Options");
        foreach (var types in isWithOptionsFirst ? new[] { with, without } : [without, with])
        {
            Assert.Equal(text, types.Call("Calls", "Undeclared"));
        }

        Assert.Equal($$"""{"Items":{{text}}}""", without.Call("Calls", "Declared"));
        Assert.NotEqual($$"""{"items":{{text}}}""", with.Call("Calls", "Declared"));
    }

    [Theory]
    [InlineData("(short, byte)", true)]
    [InlineData("(byte, short)", false)]
    public void A_declaration_without_options_takes_precedence_for_types_of_the_framework(string type, bool isWithOptionsFirst)
    {
        var holder = $$"""[BlittableSerializable] public class Holder { public {{type}} Pair { get; set; } = (1, 2); } {{Calls(type, "(1, 2)")}}""";
        var with = CompiledTypes.Of(Options + holder + Sign("Uri"), name: "A.With.Options");
        var without = CompiledTypes.Of(holder, name: "B.Without.Options");
        if (isWithOptionsFirst)
        {
            Assert.Equal("""[{"item1":"1","item2":"2"},null]""", with.Call("Calls", "Undeclared"));
        }

        Assert.Equal("""[{"Item1":1,"Item2":2},null]""", without.Call("Calls", "Undeclared"));
        Assert.Equal("""[{"Item1":1,"Item2":2},null]""", with.Call("Calls", "Undeclared"));
        Assert.Equal("""{"pair":{"item1":"1","item2":"2"}}""", with.Call("Calls", "Declared"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Options_do_not_change_types_of_a_library_with_declarations(bool isWithOptionsFirst)
    {
        var library = CompiledTypes.Of(
            """
            [BlittableSerializable] public class Order { public Line First { get; set; } = new(); }
            public class Line { public int Number { get; set; } }
            public static class Library { public static string Lines() => BlittableValue.Open(BlittableSerializer.Serialize(new List<Line> { new() })).ToJson(); }
            """,
            name: "The.Library");
        var with = library.With(
            Options + """
            [BlittableSerializable] public class Holder { public List<Line> Lines { get; set; } = [new()]; public Line Line { get; set; } = new(); }
            public static class Calls
            {
                public static string Lines() => BlittableValue.Open(BlittableSerializer.Serialize(new List<Line> { new() })).ToJson();
                public static string Declared() => BlittableValue.Open(BlittableSerializer.Serialize(new Holder())).ToJson();
            }
            """ + Sign("Uri"),
            "A.With.Options");
        if (isWithOptionsFirst)
        {
            Assert.Equal("""[{"Number":0}]""", with.Call("Calls", "Lines"));
        }

        Assert.Equal("""[{"Number":0}]""", library.Call("Library", "Lines"));
        Assert.Equal("""[{"Number":0}]""", with.Call("Calls", "Lines"));
        Assert.Equal("""{"lines":[{"number":"0"}],"line":{"number":"0"}}""", with.Call("Calls", "Declared"));
    }

    [Theory]
    [InlineData("(char, byte)", "('a', 1)", true)]
    [InlineData("(byte, char)", "(1, 'a')", false)]
    public void If_two_assemblies_declare_a_type_the_names_of_the_assemblies_decide(string type, string value, bool isFirst)
    {
        var context = $$"""[BlittableSerializable(typeof({{type}}))] public class Context; {{Calls(type, value)}}""".Replace("new Holder()", "1", StringComparison.Ordinal);
        var lower = CompiledTypes.Of("[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]" + context, name: "A.Lower");
        var upper = CompiledTypes.Of("[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseUpper)]" + context, name: "B.Upper");
        (isFirst ? lower : upper).Call("Calls", "Undeclared");
        (isFirst ? upper : lower).Call("Calls", "Undeclared");
        Assert.Contains("item1", (string)upper.Call("Calls", "Undeclared")!, StringComparison.Ordinal);
    }

    private static string Calls(string type, string value) => $$"""
        public static class Calls
        {
            public static string Undeclared() => BlittableValue.Open(BlittableSerializer.Serialize(new List<{{type.TrimEnd('?')}}?> { {{value}}, null })).ToJson();
            public static string Declared() => BlittableValue.Open(BlittableSerializer.Serialize(new Holder())).ToJson();
        }

        """;

    /// <summary>Returns a converter that writes a sign instead of a value.</summary>
    private static string Sign(string type) => $$"""
        public class Sign : JsonConverter<{{type}}>
        {
            public override {{type}} Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => throw new NotSupportedException();
            public override void Write(Utf8JsonWriter writer, {{type}} value, JsonSerializerOptions options) => writer.WriteStringValue("#");
        }
        """;
}
