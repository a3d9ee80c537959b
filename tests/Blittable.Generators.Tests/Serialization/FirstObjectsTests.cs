using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Serialized objects have the JSON that System.Text.Json writes, and round-trip.</summary>
public sealed class FirstObjectsTests
{
    private static readonly Row Sample = new(
        7, "Ada \"L\" Łąka", 12.5, true, new DateTime(2024, 2, 29, 12, 30, 15, DateTimeKind.Utc).AddTicks(1230000), -5_000_000_000, 12.50m,
        Guid.Parse("6F9619FF-8B86-D011-B42D-00CF4FC964FF"), null, Level.High);

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void A_flat_record_has_the_JSON_of_the_framework(BlittableMode mode)
    {
        var options = new BlittableOptions { Mode = mode };
        var bytes = BlittableSerializer.Serialize(Sample, options);
        Assert.Equal(JsonSerializer.Serialize(Sample, Json), BlittableValue.Open(bytes).ToJson());
        Assert.Equal(Sample, BlittableSerializer.Deserialize<Row>(bytes, options));
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Nested_objects_lists_and_dictionaries_round_trip(BlittableMode mode)
    {
        var company = new Company
        {
            Name = "Lovelace & Co",
            Employees = [new Employee { Name = "Ada", Age = 36, Tags = ["math", "poetry"] }, new Employee { Name = "Charles" }],
            Head = new Employee { Name = "Byron" },
            Years = [1815, 1852, 70000],
            Shares = new() { ["Ada"] = 0.5, ["Charles"] = 1e20 },
        };
        using var document = BlittableSerializer.SerializeToDocument(company, new BlittableOptions { Mode = mode });
        Assert.Equal(JsonSerializer.Serialize(company, Json), document.Root.ToJson());
        var back = BlittableSerializer.Deserialize<Company>(document.Root);
        Assert.Equal(JsonSerializer.Serialize(company), JsonSerializer.Serialize(back));
    }

    [Fact]
    public void A_mismatch_names_its_path_the_expected_kind_and_the_found_value()
    {
        using var document = BlittableDocument.Parse("""{"Name":"x","Employees":[{"Name":"a"},{"Name":"b","Age":"old"}]}""");
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Company>(document.Root));
        Assert.StartsWith("$.Employees[1].Age: expected", fault.Message, StringComparison.Ordinal);
    }

    private static readonly JsonSerializerOptions Json = new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
}
