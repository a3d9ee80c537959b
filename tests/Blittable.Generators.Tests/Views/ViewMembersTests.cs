namespace Blittable.Generators.Tests.Views;

/// <summary>Views have the members that the serializer writes, whatever their names and conditions, and <c>ToRecord</c> returns what was written.</summary>
public sealed class ViewMembersTests
{
    [Theory]
    [InlineData("WhenWritingNull", "string?", "\"x\"")]
    [InlineData("WhenWritingNull", "string?", "null")]
    [InlineData("WhenWritingNull", "string", "null!")]
    [InlineData("WhenWritingNull", "int?", "null")]
    [InlineData("WhenWritingDefault", "int", "0")]
    [InlineData("WhenWritingDefault", "int", "5")]
    [InlineData("WhenWritingDefault", "DayOfWeek", "DayOfWeek.Sunday")]
    [InlineData("WhenWritingDefault", "DateTime", "default")]
    [InlineData("WhenWritingDefault", "string", "null!")]
    [InlineData("WhenWritingDefault", "List<int>", "null!")]
    [InlineData("WhenWritingDefault", "List<int>", "[1]")]
    [InlineData("WhenWritingDefault", "Part[]", "null!")]
    [InlineData("WhenWritingDefault", "Part", "null!")]
    [InlineData("WhenWritingDefault", "Part", "new(1)")]
    [InlineData("WhenWritingNull", "Part?", "null")]
    [InlineData("Never", "string?", "\"x\"")]
    [InlineData("WhenWriting", "string?", "null")]
    [InlineData("WhenReading", "string?", "null")]
    public void A_member_with_a_condition_is_restored(string condition, string type, string value) => Restored(
        $"[BlittableSerializable, BlittableView] public partial class Whole {{ [JsonIgnore(Condition = JsonIgnoreCondition.{condition})] public {type} Note {{ get; set; }} = default!; public int Other {{ get; set; }} = 1; }}",
        $"new Whole {{ Note = {value} }}");

    [Theory]
    [InlineData("DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault", "new Whole(0, null)")]
    [InlineData("DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull", "new Whole(3, null)")]
    [InlineData("PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower", "new Whole(3, \"x\")")]
    public void The_options_of_the_type_are_honored(string options, string value) => Restored(
        $"[BlittableSerializable, BlittableView, JsonSourceGenerationOptions({options})] public partial record Whole(int SomeNumber, string? SomeText);", value);

    [Theory]
    [InlineData("decimal Open, decimal High, decimal Low, decimal Close", "1, 2, 3, 4")]
    [InlineData("int Value, int Create", "1, 2")]
    [InlineData("string X, string XUtf8", "\"a\", \"b\"")]
    [InlineData("string? X, bool TryGetX", "\"a\", true")]
    [InlineData("DayOfWeek X, int ReadX", "DayOfWeek.Friday, 3")]
    [InlineData("List<int>? X, int CopyX", "null, 3")]
    [InlineData("int value, int part, ImmutableArray<int> list, List<int>? items, int count, Part? item, byte[] result", "1, 2, [3], [4], 5, new(6), [7]")]
    public void Names_of_generated_members_can_be_names_of_properties(string parameters, string arguments) => Restored(
        $"[BlittableSerializable, BlittableView] public partial record Whole({parameters});", $"new Whole({arguments})");

    [Theory]
    [InlineData("new")]
    [InlineData("override")]
    public void A_property_of_a_derived_type_replaces_the_property_of_its_base(string modifier) => Restored(
        $$"""
        public class Root { public virtual int X { get; set; } public int A { get; set; } }
        [BlittableSerializable, BlittableView] public partial class Whole : Root { [JsonPropertyName("x2")] public {{modifier}} int X { get; set; } }
        """,
        "new Whole { X = 5, A = 6 }");

    [Fact]
    public void Private_members_that_are_serialized_are_copied() => Restored(
        "[BlittableSerializable, BlittableView] public partial class Whole { [JsonInclude] public int X { get; private set; } public static Whole Of(int x) => new() { X = x }; }", "Whole.Of(5)");

    [Theory]
    [InlineData("BLIT106 Rest", "[JsonExtensionData] public Dictionary<string, object>? Rest { get; set; }")]
    [InlineData("BLIT106 F", "[JsonInclude] public int F;")]
    [InlineData("BLIT106 P", "[JsonInclude] private int P { get; set; }")]
    [InlineData("BLIT106 R", "[JsonIgnore] public required string R { get; set; }")]
    [InlineData("BLIT106 R", "public required string R;")]
    [InlineData("BLIT106 Whole", "public Whole(string total) => Total = total.Length; public decimal Total { get; }")]
    [InlineData("BLIT106 Whole", "public Whole(int id) => Id = id; public int? Id { get; }")]
    [InlineData("BLIT106 Whole", "public Whole(ref int id) => Id = id; public int Id { get; }")]
    [InlineData("BLIT107 View", "public int View { get; set; }")]
    [InlineData("BLIT107 View", "private int View { get; set; }")]
    [InlineData("BLIT107 View", "public void View() { }")]
    [InlineData("BLIT107 View", "public class View;")]
    [InlineData("BLIT103 N", "[Own] public int N { get; set; }")]
    public void Members_that_a_view_cannot_copy_are_reported(string expected, string member) => Assert.Equal(
        [expected], CompiledTypes.Faults($"[BlittableView] public partial class Whole {{ {member} }} public class OwnAttribute : JsonConverterAttribute;"));

    [Theory]
    [InlineData("new Whole()")]
    [InlineData("new Whole { A = [1, 2, 255], B = [3], C = [4], D = [5] }")]
    [InlineData("new Whole { A = null!, C = null!, D = [] }")]
    public void Binary_data_is_restored(string value) => Restored(
        """
        [BlittableSerializable, BlittableView] public partial class Whole
        {
            public byte[] A { get; set; } = []; public byte[]? B { get; set; } [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public byte[] C { get; set; } = []; public List<byte> D { get; set; } = [];
        }
        """,
        value);

    [Fact]
    public void Binary_data_is_read_in_place_or_from_base64()
    {
        var types = CompiledTypes.Of("""
            [BlittableSerializable, BlittableView] public partial record Whole(byte[] A, byte[]? B);
            public static class Sample
            {
                public static object Make()
                {
                    var bytes = BlittableSerializer.Serialize(new Whole([1, 2], null));
                    var view = Whole.View.Open(bytes);
                    using var text = BlittableDocument.Parse("{\"A\":\"AQI=\"}");
                    return $"{bytes.AsSpan().Overlaps(view.A)} {view.A[1]} {view.TryGetB(out var b)} {b.Length} {new Whole.View(text.Root).A[1]}";
                }
                public static object Fail() => new Whole.View(BlittableDocument.Parse("{\"A\":\"?\"}").Root).ToRecord();
            }
            """);
        Assert.Equal("True 2 False 0 2", types.Call("Sample", "Make"));
        Assert.Contains("expected binary data or base64, found the string \"?\"", Assert.Throws<BlittableException>(() => types.Call("Sample", "Fail")).Message, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void Elements_can_be_added_to_the_lists_of_a_copy()
    {
        var types = CompiledTypes.Of("""
            [BlittableView] public partial record Part(int A);
            [BlittableSerializable, BlittableView] public partial class Whole { public IList<int> L { get; set; } = []; public ICollection<Part?>? C { get; set; } public IList<string?> S { get; set; } = []; }
            public static class Sample
            {
                public static object Make()
                {
                    var copy = Whole.View.Open(BlittableSerializer.Serialize(new Whole { L = [1], C = [null], S = ["a"] })).ToRecord();
                    copy.L.Add(2);
                    copy.C!.Add(new(3));
                    copy.S.Add(null);
                    return JsonSerializer.Serialize(copy);
                }
            }
            """);
        Assert.Equal("""{"L":[1,2],"C":[null,{"A":3}],"S":["a",null]}""", types.Call("Sample", "Make"));
    }

    [Fact]
    public void A_member_without_a_public_getter_is_absent() => Restored(
        "[BlittableSerializable, BlittableView] public partial class Whole { public int X { private get; set; } public string Y { internal get; set; } = \"\"; public int Z { get; set; } }", "new Whole { X = 1, Y = \"y\", Z = 2 }");

    [Fact]
    public void A_read_only_member_is_absent_if_the_options_ignore_it() => Restored(
        "[BlittableSerializable, BlittableView, JsonSourceGenerationOptions(IgnoreReadOnlyProperties = true)] public partial class Whole(int x) { public int X { get; } = x; public List<int> L { get; } = [1]; public int Y { get; set; } }",
        "new Whole(0) { Y = 1 }");

    [Fact]
    public void Fields_that_the_options_include_are_reported() => Assert.Equal(
        ["BLIT106 F"],
        CompiledTypes.Faults("[BlittableView, JsonSourceGenerationOptions(IncludeFields = true)] public partial class Whole { public int F; public readonly int R = 1; [JsonIgnore] public int I; public const int C = 2; public int N { get; set; } }"));

    [Theory]
    [InlineData("NumberHandling = JsonNumberHandling.WriteAsString")]
    [InlineData("Converters = new[] { typeof(Own) }")]
    public void Elements_that_do_not_have_the_form_of_their_type_are_untyped(string options) => Assert.Equal(
        ["BLIT103 L", "BLIT103 A"],
        CompiledTypes.Faults($$"""
            public class Own : JsonConverter<int> { public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => 0; public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) { } }
            [BlittableView, JsonSourceGenerationOptions({{options}})] public partial class Whole { public List<int> L { get; set; } = []; public int[]? A { get; set; } public List<string> S { get; set; } = []; public byte[] B { get; set; } = []; }
            """));

    [Fact]
    public void A_type_with_a_view_and_a_converter_is_untyped() => Assert.Equal(
        ["BLIT103 P", "BLIT103 L"],
        CompiledTypes.Faults("""
            public class Own : JsonConverter<Part> { public override Part? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => null; public override void Write(Utf8JsonWriter writer, Part value, JsonSerializerOptions options) { } }
            [BlittableView, JsonConverter(typeof(Own))] public partial record Part(int A); [BlittableView] public partial class Whole { public Part? P { get; set; } public List<Part> L { get; set; } = []; }
            """));

    [Fact]
    public void Numbers_that_the_options_write_as_strings_are_untyped() => Assert.Equal(
        ["BLIT103 N"],
        CompiledTypes.Faults("[BlittableView, JsonSourceGenerationOptions(NumberHandling = JsonNumberHandling.WriteAsString)] public partial class Whole { public int N { get; set; } public bool B { get; set; } }"));

    [Theory]
    [InlineData("null!")]
    [InlineData("[1, 2]")]
    public void A_list_that_is_null_is_restored_whatever_its_annotation(string value) => Restored(
        "[BlittableSerializable, BlittableView] public partial class Whole { public List<int> L { get; set; } = []; public int[] A { get; set; } = []; public List<Part> P { get; set; } = []; }",
        $"new Whole {{ L = {value}, A = {value}, P = {(value.StartsWith('n') ? value : "[new(1), null!]")} }}");

    [Theory]
    [InlineData("new Whole()")]
    [InlineData("new Whole { Note = \"x\", L = [\"a\", null], A = [null, \"b\"], P = new Part(1), O = [null, new Part(2)] }")]
    public void Members_without_annotations_can_be_null(string value) => Restored(
        """
        #nullable disable
        [BlittableSerializable, BlittableView] public partial class Whole { public string Note { get; set; } public List<string> L { get; set; } public string[] A { get; set; } public Part P { get; set; } public Part[] O { get; set; } }
        [BlittableView] public readonly ref partial struct Declared { public partial string Note { get; } public partial BlittableList<string> L { get; } }
        #nullable restore
        """,
        value);

    [Fact]
    public void Null_in_a_list_of_strings_is_null()
    {
        Restored(
            "[BlittableSerializable, BlittableView] public partial class Whole { public List<string?> L { get; set; } = []; public string?[]? A { get; set; } public IReadOnlyList<string> S { get; set; } = []; }",
            "new Whole { L = [\"a\", null], A = [null], S = [null!] }");
        using var document = BlittableDocument.Parse("""{"tags":["a",null]}""");
        Assert.Null(new OrderView(document.Root).Tags[1]);
    }

    [Theory]
    [InlineData("partial class Whole { public int Id { get; set; } public int ID { get; set; } }", "new Whole { Id = 1, ID = 2 }")]
    [InlineData("partial class Whole { [System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public Whole(string a) => A = a; public required string A { get; init; } }", "new Whole(\"x\")")]
    [InlineData("partial class Whole(string a) { public string? A { get; } = a; public required int B { get; init; } }", "new Whole(\"x\") { B = 1 }")]
    public void An_object_is_created_in_the_way_its_type_allows(string type, string value) => Restored($"[BlittableSerializable, BlittableView] public {type}", value);

    [Fact]
    public void Obsolete_members_are_restored() => Restored(
        """
        #pragma warning disable CS0612, CS0618, CS0619
        [BlittableSerializable, BlittableView] public partial record Whole([property: Obsolete] int A, int B) { [Obsolete("gone", true)] public int C { get; set; } = 2; [Obsolete("gone")] public List<int>? D { get; init; } }
        """,
        "new Whole(1, 2) { D = [3] }");

    [Fact]
    public void The_number_handling_of_the_viewed_type_applies_to_inherited_members()
    {
        const string attribute = "[JsonNumberHandling(JsonNumberHandling.WriteAsString)]";
        Assert.Equal(["BLIT103 N"], CompiledTypes.Faults($"public class Root {{ public int N {{ get; set; }} }} [BlittableView] {attribute} public partial class Whole : Root;"));
        Restored($"{attribute} public class Root {{ public int N {{ get; set; }} }} [BlittableSerializable, BlittableView] public partial class Whole : Root;", "new Whole { N = 5 }");
    }

    private static void Restored(string types, string value)
    {
        var compiled = CompiledTypes.Of($$"""
            [BlittableView] public partial record Part(int A);
            {{types}}
            public static class Sample
            {
                public static object Make()
                {
                    var value = {{value}};
                    var bytes = BlittableSerializer.Serialize(value);
                    return JsonSerializer.Serialize(value) + "|" + JsonSerializer.Serialize(new Whole.View(BlittableValue.Open(bytes)).ToRecord());
                }
            }
            """);
        var texts = ((string)compiled.Call("Sample", "Make")!).Split('|');
        Assert.Equal(texts[0], texts[1]);
    }
}
