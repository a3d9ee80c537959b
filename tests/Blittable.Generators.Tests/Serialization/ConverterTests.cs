using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Converters of System.Text.Json receive the options of their unit, and a fault in one of them does not affect other types.</summary>
public sealed class ConverterTests
{
    private static readonly JsonSerializerOptions s_web = new(JsonSerializerDefaults.Web);

    [Fact]
    public void A_converter_receives_the_options()
    {
        Differential.Write(new Wrapping { Some = new Wrapped(3) }, s_web);
        Differential.Read<Wrapping>("""{"some":{"innerNumber":"4"}}""", s_web);
    }

    [Theory]
    [InlineData("""{"Value":[1,2]}""")]
    [InlineData("""{"Value":{"a":1}}""")]
    [InlineData("""{"Value":3}""")]
    [InlineData("""{"Value":null}""")]
    public void A_converter_must_read_the_whole_value(string json) => Differential.Read<ReadsEarly>(json);

    [Fact]
    public void A_getter_of_a_conditional_member_is_called_once()
    {
        Assert.Equal("""{"Text":"there"}""", JsonSerializer.Serialize(new Flickering()));
        Assert.Equal("""{"Text":"there"}""", BlittableValue.Open(BlittableSerializer.Serialize(new Flickering())).ToJson());
    }

    [Fact]
    public void NaN_written_by_a_member_can_be_read_as_any_value()
    {
        var read = BlittableSerializer.Deserialize<Dictionary<string, object>>(BlittableSerializer.Serialize(new Dictionary<string, object> { ["a"] = double.NaN, ["b"] = new[] { float.PositiveInfinity } }));
        Assert.Equal("""{"a":"NaN","b":["Infinity"]}""", JsonSerializer.Serialize(read));
    }

    [Fact]
    public void A_factory_that_fails_affects_only_its_type()
    {
        Differential.Write(new Sound(1));
        Differential.Write(new Unusable());
        Assert.Throws<NotSupportedException>(() => BlittableSerializer.Serialize(new Unusable()));
    }

    [Fact]
    public void A_derived_type_can_have_a_converter()
    {
        Differential.Write<Creature[]>([new Cat(), new Dog { Age = 3 }]);
        var types = CompiledTypes.Faults("""
            [BlittableSerializable, JsonDerivedType(typeof(B), "b")] public class A; [JsonConverter(typeof(C))] public class B : A;
            public class C : JsonConverter<B> { public override B Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => new(); public override void Write(Utf8JsonWriter writer, B value, JsonSerializerOptions options) { } }
            """);
        Assert.Equal(["BLIT008 BlittableSerializable"], types);
    }

    [Fact]
    public void Types_with_a_converter_are_known_wherever_they_are_a_member()
    {
        Differential.Write(new List<Status> { Status.Paid });
        Differential.Write(new Dictionary<string, Status> { ["a"] = Status.Open });
        Differential.Write(new Dictionary<Status, int> { [Status.Open] = 1 });
        Differential.Write<object>(Status.Paid);
        Differential.Write<object>(new List<object> { Status.Paid });
        Differential.Write(new List<Creature> { new Cat() });
        Differential.Read<List<Status>>("""["Paid"]""");
    }

    [BlittableSerializable, JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
    internal sealed class Wrapping
    {
        public Wrapped? Some { get; set; }
    }

    [JsonConverter(typeof(WrappedConverter))]
    internal sealed record Wrapped(int Number);

    internal sealed record Inner(int InnerNumber);

    internal sealed class WrappedConverter : JsonConverter<Wrapped>
    {
        public override Wrapped Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(JsonSerializer.Deserialize<Inner>(ref reader, options)!.InnerNumber);

        public override void Write(Utf8JsonWriter writer, Wrapped value, JsonSerializerOptions options) => JsonSerializer.Serialize(writer, new Inner(value.Number), options);
    }

    [BlittableSerializable]
    internal sealed class ReadsEarly
    {
        [JsonConverter(typeof(Early))]
        public int? Value { get; set; }
    }

    internal sealed class Early : JsonConverter<int?>
    {
        public override int? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => 7;

        public override void Write(Utf8JsonWriter writer, int? value, JsonSerializerOptions options) => writer.WriteNumberValue(value ?? 0);
    }

    [BlittableSerializable]
    internal sealed class Flickering
    {
        private int _calls;

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? Text => _calls++ == 0 ? "there" : null;
    }

    [BlittableSerializable]
    internal sealed record Sound(int A);

    [BlittableSerializable]
    internal sealed class Unusable
    {
        [JsonConverter(typeof(Refusing))]
        public Inner? Value { get; set; } = new(1);
    }

    internal sealed class Refusing : JsonConverterFactory
    {
        public override bool CanConvert(Type typeToConvert) => false;

        public override JsonConverter? CreateConverter(Type typeToConvert, JsonSerializerOptions options) => throw new InvalidOperationException();
    }

    [BlittableSerializable, JsonDerivedType(typeof(Cat)), JsonDerivedType(typeof(Dog), "dog")]
    internal class Creature;

    [JsonConverter(typeof(CatConverter))]
    internal sealed class Cat : Creature;

    internal sealed class Dog : Creature
    {
        public int Age { get; set; }
    }

    internal sealed class CatConverter : JsonConverter<Cat>
    {
        public override Cat Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new();

        public override void Write(Utf8JsonWriter writer, Cat value, JsonSerializerOptions options) => writer.WriteStringValue("cat");
    }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    internal enum Status
    {
        Open,

        Paid,
    }

    [BlittableSerializable]
    internal sealed record Order(Status Status);
}
