using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Options of System.Text.Json have the same effect on texts, objects and refusals.</summary>
public sealed partial class OptionsTests
{
    [Theory]
    [InlineData("""{"First":null,"Second":null}""")]
    [InlineData("""{"First":{},"Second":[null]}""")]
    [InlineData("""{"First":{},"Third":1,"Third":2}""")]
    public void A_document_that_contains_null_is_no_null_reference(string json) => Compare(json, StrictContext.Default.Kept);

    [Theory]
    [InlineData("""{"Name":"x","Items":["a",null]}""")]
    [InlineData("""{"Name":null}""")]
    [InlineData("""{"Items":null}""")]
    [InlineData("""{"Name":"x","Name":"y"}""")]
    [InlineData("""{"Map":{"a":1,"a":2}}""")]
    [InlineData("""{"Map":{"a":1,"b":2}}""")]
    [InlineData("""{"Allowed":null}""")]
    [InlineData("{}")]
    public void Null_and_duplicates_are_refused_if_the_options_say_so(string json) => Compare(json, StrictContext.Default.Noted);

    [Theory]
    [InlineData("""{"A":"x","B":1}""")]
    [InlineData("""{"A":"x"}""")]
    [InlineData("""{"B":1}""")]
    [InlineData("""{"A":null,"B":1}""")]
    public void Parameters_are_required_if_the_options_say_so(string json) => Compare(json, StrictContext.Default.Demanding);

    [Theory]
    [InlineData("""{"count":5,"all":[1],"ratio":1.5}""")]
    [InlineData("""{"count":"5","all":["1",2],"ratio":"-1.5e3"}""")]
    [InlineData("""{"count":"5.0"}""")]
    [InlineData("""{"count":" 5"}""")]
    [InlineData("""{"count":""}""")]
    [InlineData("""{"count":"x"}""")]
    [InlineData("""{"ratio":"nan"}""")]
    [InlineData("""{"optional":"7","optional":null}""")]
    [InlineData("""{"day":"Friday"}""")]
    [InlineData("""{"money":"1.50"}""")]
    public void Numbers_are_read_from_strings_with_the_web_defaults(string json) => Compare(json, WebContext.Default.Counted);

    [Theory]
    [InlineData("""{"Exact":"3","Named":"Infinity","Values":["1"]}""")]
    [InlineData("""{"Exact":3}""")]
    [InlineData("""{"Named":"3"}""")]
    [InlineData("""{"Values":[1,"2"]}""")]
    public void The_number_handling_of_a_member_is_honored(string json) => Compare(json, PlainContext.Default.Handled);

    [Fact]
    public void Numbers_are_written_as_strings_if_an_attribute_says_so()
    {
        CompareText(new Handled { Exact = ulong.MaxValue, Named = double.NegativeInfinity, Values = [1, -2], Money = 1.50m, Some = null }, PlainContext.Default.Handled);
        CompareText(new Handled { Named = 1e22, Values = [], Some = 4 }, PlainContext.Default.Handled);
    }

    [Fact]
    public void The_number_handling_of_a_collection_type_is_honored()
    {
        Differential.Write(new QuotedNumbers { 1, -2 });
        Differential.Write(new QuotedMap { ["a"] = 1 });
        Differential.Write(new HoldsQuoted { Numbers = [1], Map = new() { ["b"] = 2 }, Plain = [3], Strict = [4], Many = [[5]] });
        Differential.Read<HoldsQuoted>("""{"Numbers":["1",2],"Map":{"b":"2"},"Strict":[4],"Many":[["5"]]}""");
        Differential.Read<HoldsQuoted>("""{"Strict":["4"]}""");
        Differential.Read<HoldsQuoted>("""{"Plain":["4"]}""");
        Differential.Read<QuotedNumbers>("""["1",2]""");
        Differential.Read<QuotedMap>("""{"a":"1"}""");
    }

    [Fact]
    public void Converters_of_the_options_take_precedence_over_those_of_types()
    {
        var value = new Converted { Number = 5, Optional = 6, Day = new DateTime(2024, 1, 2, 0, 0, 0, DateTimeKind.Utc), Many = [1, 2], Kind = DayOfWeek.Monday };
        CompareText(value, ConvertingContext.Default.Converted);
        Compare(JsonSerializer.Serialize(value, ConvertingContext.Default.Converted), ConvertingContext.Default.Converted);
    }

    [Fact]
    public void Callbacks_are_called_in_order()
    {
        var calling = new Calling { A = 1, Part = new CallingPart { B = 2 } };
        CompareText(new Calling { A = 1, Part = new CallingPart { B = 2 } }, PlainContext.Default.Calling);
        var bytes = BlittableSerializer.Serialize(calling);
        Assert.Equal("serializing serialized", calling.Log);
        var back = BlittableSerializer.Deserialize<Calling>(bytes)!;
        Assert.Equal("deserializing deserialized", back.Log);
        Assert.Equal(102, back.Part.B);
    }

    [Fact]
    public void Structs_and_collections_are_populated()
    {
        Compare("""{"Point":{"Y":5},"List":[3],"Map":{"b":2},"Inner":{"X":4}}""", PlainContext.Default.Populated);
        Compare("""{"Point":{},"Inner":null}""", PlainContext.Default.Populated);
    }

    [Fact]
    public void Read_only_collections_are_written_even_if_other_read_only_members_are_not()
    {
        CompareText(new ReadOnlyMembers(), TerseContext.Default.ReadOnlyMembers);
        CompareText(new ReadOnlyMembers { Pair = new([1], 2), Any = new Dictionary<string, object> { ["Some Key"] = new List<object?> { 1, null } } }, TerseContext.Default.ReadOnlyMembers);
    }

    [Fact]
    public void A_converter_for_all_enums_takes_precedence_over_the_attributes_of_enums()
    {
        var types = CompiledTypes.Of("""
            [JsonConverter(typeof(JsonNumberEnumConverter<Kind>))] public enum Kind { First }
            [BlittableSerializable, JsonSourceGenerationOptions(Converters = new[] { typeof(JsonStringEnumConverter) })]
            public class Holder { public Kind A { get; set; } [JsonConverter(typeof(JsonNumberEnumConverter<Kind>))] public Kind B { get; set; } }
            [BlittableSerializable, JsonSourceGenerationOptions(UseStringEnumConverter = true)] public class Other { public Kind A { get; set; } public DayOfWeek B { get; set; } }
            public static class Sample { public static object Make() => Json(new Holder()) + Json(new Other()); static string Json<T>(T value) => BlittableValue.Open(BlittableSerializer.Serialize(value)).ToJson(); }
            """);
        Assert.Equal("""{"A":"First","B":0}{"A":0,"B":"Sunday"}""", types.Call("Sample", "Make"));
    }

    [Theory]
    [InlineData("\"one more\"", true)]
    [InlineData("\"One More\"", false)]
    [InlineData("\"SECOND\"", true)]
    [InlineData("\"second, one more\"", true)]
    public void Enum_names_set_by_attributes_are_case_sensitive(string name, bool isRead)
    {
        var types = CompiledTypes.Of($$"""
            [Flags, JsonConverter(typeof(JsonStringEnumConverter))] public enum Kind { [JsonStringEnumMemberName("one more")] First = 1, Second = 2 }
            [BlittableSerializable] public class Holder { public Kind A { get; set; } }
            public static class Sample
            {
                public static object Make() => Is(() => BlittableSerializer.Deserialize<Holder>(BlittableDocument.Parse(Text).Root)) + Is(() => JsonSerializer.Deserialize<Holder>(Text));
                const string Text = {{System.Text.Json.JsonSerializer.Serialize("{\"A\":" + name + "}")}};
                static string Is(Func<object?> read) { try { read(); return "True"; } catch { return "False"; } }
            }
            """);
        Assert.Equal($"{isRead}{isRead}", types.Call("Sample", "Make"));
    }

    [Fact]
    public void The_dictionary_key_policy_applies_to_enums()
    {
        var types = CompiledTypes.Of("""
            [Flags] public enum Kind { FirstOne = 1, [JsonStringEnumMemberName("SecondOne")] SecondOne = 2, ThirdOne = 4 }
            [BlittableSerializable, JsonSourceGenerationOptions(DictionaryKeyPolicy = JsonKnownNamingPolicy.KebabCaseLower)]
            public class Holder { public Dictionary<Kind, Kind> A { get; set; } = new() { [Kind.FirstOne] = Kind.FirstOne, [Kind.SecondOne | Kind.ThirdOne] = default, [(Kind)9] = default }; }
            public static class Sample
            {
                public static object Make() => BlittableValue.Open(BlittableSerializer.Serialize(new Holder())).ToJson() + JsonSerializer.Serialize(new Holder(), new JsonSerializerOptions { DictionaryKeyPolicy = JsonNamingPolicy.KebabCaseLower });
            }
            """);
        const string text = """{"A":{"first-one":1,"SecondOne, third-one":0,"9":0}}""";
        Assert.Equal(text + text, types.Call("Sample", "Make"));
    }

    [Theory]
    [InlineData("""{"Key":null,"Value":null}""")]
    [InlineData("""{"Key":"k","Value":{"Item1":null,"Item2":[null]}}""")]
    public void Type_arguments_may_be_null_even_if_null_is_refused(string json) => Compare(json, StrictContext.Default.KeyValuePairStringTupleStringListString);

    private static void Compare<T>(string json, JsonTypeInfo<T> type)
    {
        var expected = Outcome(() => JsonSerializer.Serialize(JsonSerializer.Deserialize(json, type)!, Parity.Plain));
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
            Assert.Equal(expected, Outcome(() => JsonSerializer.Serialize(BlittableSerializer.Deserialize<T>(document.Root)!, Parity.Plain)));
        }
    }

    private static void CompareText<T>(T value, JsonTypeInfo<T> type) =>
        Assert.Equal(JsonSerializer.Serialize(value, type), BlittableValue.Open(BlittableSerializer.Serialize(value)).ToJson());

    private static string Outcome(Func<string> run)
    {
        try
        {
            return run();
        }
        catch (Exception fault) when (fault is JsonException or BlittableException)
        {
            return "refused";
        }
    }

    internal sealed class Noted
    {
        public string Name { get; set; } = "d";

        [System.Diagnostics.CodeAnalysis.AllowNull]
        public string Allowed { get; set; } = "e";

        public List<string>? Items { get; set; }

        public Dictionary<string, int>? Map { get; set; }
    }

    internal sealed class ReadOnlyMembers
    {
        public int Number { get; } = 1;

        public List<int> List { get; } = [1];

        public ArraySegment<int>? Optional { get; } = new([1, 2]);

        public int? OptionalNumber { get; } = 1;

        [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
        public int Always { get; } = 2;

        public KeyValuePair<int[]?, int> Pair { get; set; }

        public object? Any { get; set; }
    }

    internal sealed record Demanding(string A, int B, string? C = null);

    internal sealed class Counted
    {
        public int Count { get; set; }

        public List<long>? All { get; set; }

        public double Ratio { get; set; }

        public int? Optional { get; set; }

        public decimal Money { get; set; }

        public DayOfWeek Day { get; set; }
    }

    internal sealed class Handled
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
        public ulong Exact { get; set; }

        [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
        public double Named { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<int> Values { get; set; } = [];

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public decimal Money { get; set; }

        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public short? Some { get; set; }
    }

    [BlittableSerializable]
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    internal sealed class QuotedNumbers : List<int>;

    [BlittableSerializable]
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    internal sealed class QuotedMap : Dictionary<string, int>;

    [BlittableSerializable]
    internal sealed class HoldsQuoted
    {
        public QuotedNumbers? Numbers { get; set; }

        public QuotedMap? Map { get; set; }

        public List<int>? Plain { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public QuotedNumbers? Strict { get; set; }

        public List<QuotedNumbers>? Many { get; set; }
    }

    internal sealed class Converted
    {
        public int Number { get; set; }

        public int? Optional { get; set; }

        public DateTime Day { get; set; }

        public List<int> Many { get; set; } = [];

        public DayOfWeek Kind { get; set; }
    }

    internal sealed class Calling : IJsonOnSerializing, IJsonOnSerialized, IJsonOnDeserializing, IJsonOnDeserialized
    {
        public int A { get; set; }

        public CallingPart Part { get; set; }

        [JsonIgnore]
        public string Log { get; private set; } = "";

        public void OnSerializing() => Log += "serializing ";

        void IJsonOnSerialized.OnSerialized() => Log += "serialized";

        public void OnDeserializing() => Log += "deserializing ";

        void IJsonOnDeserialized.OnDeserialized() => Log += A == 1 ? "deserialized" : "early";
    }

    internal struct CallingPart : IJsonOnDeserialized
    {
        public int B { get; set; }

        public void OnDeserialized() => B += 100;
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    internal sealed class Populated
    {
        public PopulatedPoint Point { get; set; } = new() { X = 1, Y = 2 };

        public List<int> List { get; } = [1, 2];

        public Dictionary<string, int> Map { get; } = new() { ["a"] = 1 };

        public PopulatedInner? Inner { get; set; } = new() { X = 1, Y = 2 };
    }

    internal struct PopulatedPoint
    {
        public int X { get; set; }

        public int Y { get; set; }
    }

    internal sealed class PopulatedInner
    {
        public int X { get; set; }

        public int Y { get; set; }
    }

    internal sealed class Hashed : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => int.Parse(reader.GetString()![1..], CultureInfo.InvariantCulture);

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue("#" + value.ToString(CultureInfo.InvariantCulture));
    }

    internal sealed record Kept(JsonDocument First)
    {
        public JsonDocument Second { get; init; } = JsonDocument.Parse("1");

        public int Third { get; } = 3;
    }

    internal sealed class Ticks : JsonConverter<DateTime>
    {
        public override DateTime Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetInt64(), DateTimeKind.Utc);

        public override void Write(Utf8JsonWriter writer, DateTime value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Ticks);
    }

    [JsonSourceGenerationOptions(RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true, AllowDuplicateProperties = false)]
    [JsonSerializable(typeof(Noted))]
    [JsonSerializable(typeof(Demanding))]
    [JsonSerializable(typeof(KeyValuePair<string, Tuple<string, List<string>>>))]
    [BlittableSerializable(typeof(KeyValuePair<string, Tuple<string, List<string>>>))]
    [BlittableSerializable(typeof(Noted))]
    [BlittableSerializable(typeof(Demanding))]
    [JsonSerializable(typeof(Kept))]
    [BlittableSerializable(typeof(Kept))]
    internal sealed partial class StrictContext : JsonSerializerContext;

    [JsonSourceGenerationOptions(JsonSerializerDefaults.Web, UseStringEnumConverter = true)]
    [JsonSerializable(typeof(Counted))]
    [BlittableSerializable(typeof(Counted))]
    internal sealed partial class WebContext : JsonSerializerContext;

    [JsonSourceGenerationOptions]
    [JsonSerializable(typeof(Handled))]
    [JsonSerializable(typeof(Calling))]
    [JsonSerializable(typeof(Populated))]
    [BlittableSerializable(typeof(Handled))]
    [BlittableSerializable(typeof(Calling))]
    [BlittableSerializable(typeof(Populated))]
    internal sealed partial class PlainContext : JsonSerializerContext;

    [JsonSourceGenerationOptions(IgnoreReadOnlyProperties = true, DictionaryKeyPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
    [JsonSerializable(typeof(ReadOnlyMembers))]
    [JsonSerializable(typeof(Dictionary<string, object>))]
    [JsonSerializable(typeof(List<object>))]
    [BlittableSerializable(typeof(ReadOnlyMembers))]
    internal sealed partial class TerseContext : JsonSerializerContext;

    [JsonSourceGenerationOptions(Converters = [typeof(Hashed), typeof(Ticks), typeof(JsonStringEnumConverter<DayOfWeek>)])]
    [JsonSerializable(typeof(Converted))]
    [BlittableSerializable(typeof(Converted))]
    internal sealed partial class ConvertingContext : JsonSerializerContext;
}
