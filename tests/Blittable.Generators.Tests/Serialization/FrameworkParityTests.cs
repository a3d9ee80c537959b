using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Serialized objects have the JSON that System.Text.Json writes, and deserialize to what System.Text.Json reads from the JSON.</summary>
public sealed class FrameworkParityTests
{
    private static readonly JsonSerializerOptions Web = new(JsonSerializerDefaults.Web)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, Converters = { new JsonStringEnumConverter() }, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    [Fact]
    public void Every_scalar_has_the_text_of_the_framework_and_round_trips() => Parity.Check(new Scalars());

    [Fact]
    public void Every_collection_has_the_text_of_the_framework_and_round_trips() => Parity.Check(new Collections());

    [Fact]
    public void Every_attribute_of_the_framework_is_honored() => Parity.Check(new Attributed());

    [Fact]
    public void Derived_types_are_distinguished_by_their_discriminator() => Parity.Check(new Drawing
    {
        Figures = [new Circle { Radius = 1.5, Label = "c" }, new Square { Side = 2 }],
    });

    [Fact]
    public void Naming_policies_and_conditions_are_honored() => Parity.Check(new WebOrder(7) { CustomerName = null, DeliveryDay = DayOfWeek.Sunday }, Web);

    [Fact]
    public void An_init_only_member_keeps_its_default_if_the_document_lacks_it()
    {
        using var document = BlittableDocument.Parse("""{"ORDERID":3}""");
        var order = BlittableSerializer.Deserialize<WebOrder>(document.Root)!;
        Assert.Equal((3, "nobody", 5), (order.OrderId, order.CustomerName, order.Quantity));
    }

    [Fact]
    public void Generic_types_declared_on_the_assembly_are_written()
    {
        Parity.Check(new Pair<int>(1, 2));
        Parity.Check(new List<Row>());
    }

    [Fact]
    public void Scalars_need_no_declaration()
    {
        Parity.Check("text");
        Parity.Check(12);
        Parity.Check(new DateOnly(2024, 1, 1));
    }

    [Fact]
    public void Collections_that_the_framework_does_not_read_round_trip()
    {
        using var inner = BlittableDocument.Parse("""{"a":[1,2]}""");
        var back = BlittableSerializer.Deserialize<OtherCollections>(BlittableSerializer.Serialize(new OtherCollections { Document = inner }))!;
        Assert.Equal([5], back.ReadOnlySet);
        Assert.True(back.FrozenSet.SetEquals([1, 2]));
        Assert.Equal(1, back.FrozenMap["f"]);
        Assert.Equal((1, "two"), back.Tuple);
        Assert.Equal([1, 2, 3], back.Binary);
        Assert.Equal([4, 5], back.Memory.ToArray());
        Assert.Equal("""{"a":[1,2]}""", back.Document!.Root.ToJson());
    }

    [Theory]
    [InlineData("""{"Id":1,"Name":null}""")]
    [InlineData("""{"Name":"first","Id":1}""")]
    [InlineData("""{"Id":1}""")]
    [InlineData("""{"Id":1,"Id":2}""")]
    public void A_record_is_read_from_any_JSON_that_the_framework_reads(string json) =>
        Assert.Equal(JsonSerializer.Deserialize<Strict>(json), BlittableSerializer.Deserialize<Strict>(BlittableDocument.Parse(json).Root));

    [Theory]
    [InlineData("""{"Name":"x"}""", "$: the object has no property 'Id'")]
    [InlineData("""{"Id":1,"Other":2}""", "$.Other: expected a property of Strict, found 'Other'")]
    [InlineData("""{"Id":"1"}""", "$.Id: expected")]
    [InlineData("""{"Id":null}""", "$.Id: expected")]
    [InlineData("""[1]""", "$: expected an object, found an array of 1 element")]
    public void A_document_that_does_not_match_is_an_error_with_its_path(string json, string message)
    {
        Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Strict>(json));
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Strict>(BlittableDocument.Parse(json).Root));
        Assert.StartsWith(message, fault.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("5")]
    [InlineData("null")]
    [InlineData("true")]
    [InlineData("[]")]
    [InlineData("\"\"")]
    [InlineData("\"yesterday\"")]
    [InlineData("\"2024-01-01T00:00:00+14:01\"")]
    [InlineData("\"2024-01-01T00:00:00.5-23:59\"")]
    [InlineData("\"2020-01-01\\\"\"")]
    public void A_date_time_of_another_kind_or_with_invalid_text_is_an_error_with_its_path(string json)
    {
        using var document = BlittableDocument.Parse($"[{json}]");
        var withoutOffset = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<DateTime[]>(document.Root));
        var withOffset = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<DateTimeOffset[]>(document.Root));
        Assert.StartsWith("$[0]: expected a date and time, found", withoutOffset.Message, StringComparison.Ordinal);
        Assert.Equal(BlittableErrorCode.WrongKind, withOffset.Code);
    }

    [Theory]
    [InlineData("""{"Label":"no kind"}""")]
    [InlineData("""{}""")]
    [InlineData("""7""")]
    public void An_abstract_type_without_a_discriminator_is_an_error_with_its_path(string json)
    {
        using var document = BlittableDocument.Parse($$"""{"Figures":[{{json}}]}""");
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Drawing>(document.Root));
        Assert.StartsWith("$.Figures[0]: expected an object", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Random_objects_have_the_text_of_the_framework_and_round_trip()
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var objects = new RandomObjects(seed);
            Parity.Check(objects.Fill(new Scalars()));
            Parity.Check(objects.Fill(new Collections()));
            Parity.Check(objects.Fill(new Company { Name = "" }));
            Parity.Check((List<Row>)objects.Value(typeof(List<Row>))!);
        }
    }
}
