using System.Text;
using System.Text.Json;

namespace Blittable.Generators.Tests.Views;

public sealed class ViewTests
{
    private const string Order = """
        {"id":7,"ship-to":{"city":"Rome"},"customer":"Ada","total":12.50,"placedAt":"2020-01-02T03:04:05+01:00","shippedAt":null,"priority":"High",
        "lines":[{"item_number":1,"unit_price":2.5},{"item_number":2}],"tags":["a","b"],"extra":{"x":1},"unknown":true}
        """;

    private const string Company = """
        {"Name":"Blit","Founded":2011,"Headquarters":{"city-name":"Rome","id":"00112233-4455-6677-8899-aabbccddeeff"},"Second":null,
        "Offices":[{"city-name":"Oslo","id":"00112233-4455-6677-8899-aabbccddeeff","since":"2020-01-02"}],"Numbers":[1,2,3],"Priority":1,"Tags":["t"],"IsListed":true}
        """;

    public static TheoryData<BlittableMode> Modes => [BlittableMode.Memory, BlittableMode.Disk];

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_declared_view_reads_its_properties_in_place(BlittableMode mode)
    {
        using var document = BlittableDocument.Parse(Order, new BlittableOptions { Mode = mode });
        var order = new OrderView(document.Root);

        Assert.Equal(7, order.Id);
        Assert.Equal("Rome", order.ShipTo.City);
        Assert.Equal("Ada"u8.ToArray(), order.Customer.ToArray());
        Assert.Null(order.Note);
        Assert.Equal(12.50m, order.Total);
        Assert.Equal(new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)), order.PlacedAt);
        Assert.Null(order.ShippedAt);
        Assert.Equal(Priority.High, order.Priority);
        Assert.Equal(2, order.Lines.Count);
        Assert.Equal(2, order.Lines[1].ItemNumber);
        Assert.Null(order.Lines[1].UnitPrice);
        Assert.Equal("b", order.Tags[1]);
        Assert.Equal(1, order.Extra.GetProperty("x"u8).GetInt32());
        Assert.True(order.Value.GetProperty("unknown"u8).GetBoolean());
        var sum = 0.0;
        foreach (var line in order.Lines)
        {
            sum += line.UnitPrice ?? line.ItemNumber;
        }

        Assert.Equal(4.5, sum);
    }

    [Fact]
    public void Optional_properties_have_TryGet_methods()
    {
        using var empty = BlittableDocument.Parse("""{"note":null,"ship-to":null}""");
        using var full = BlittableDocument.Parse("""{"note":"n","ship-to":{"city":"x"},"lines":[],"tags":["t"]}""");
        var none = new OrderView(empty.Root);
        var all = new OrderView(full.Root);

        Assert.False(none.TryGetNote(out _) || none.TryGetShipTo(out _) || none.TryGetLines(out _) || none.TryGetTags(out _) || none.TryGetShippedAt(out _));
        Assert.True(all.TryGetNote(out var note) && note == "n");
        Assert.True(all.TryGetShipTo(out var shipTo) && shipTo.City == "x");
        Assert.True(all.TryGetLines(out var lines) && lines.Count == 0);
        Assert.True(all.TryGetTags(out var tags) && tags[0] == "t");
    }

    [Fact]
    public void A_missing_property_or_one_of_another_kind_is_an_error_that_names_it()
    {
        using var document = BlittableDocument.Parse("""{"ship-to":{},"id":"7","priority":"Highest"}""");

        Assert.Contains("$['ship-to'] has no property 'city'", Fault(order => _ = order.ShipTo.City).Message, StringComparison.Ordinal);
        Assert.Equal(BlittableErrorCode.WrongKind, Fault(order => _ = order.Id).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Fault(order => _ = order.Priority).Code);
        Assert.Equal(BlittableErrorCode.NotFound, Fault(order => _ = order.Lines.Count).Code);

        BlittableException Fault(Reading read) => Assert.Throws<BlittableException>(() => read(new OrderView(document.Root)));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_view_of_a_record_converts_to_the_record_that_JsonSerializer_reads(BlittableMode mode)
    {
        using var document = BlittableDocument.Parse(Company, new BlittableOptions { Mode = mode });
        var view = Generators.Tests.Views.Company.View.Open(document.Bytes.Span);

        Assert.Equal("Blit"u8.ToArray(), view.NameUtf8.ToArray());
        Assert.Equal("Rome", view.Headquarters.CityName);
        Assert.False(view.TryGetSecond(out _));
        var company = view.ToRecord();

        var expected = new Company(
            "Blit", 2011, new Office { CityName = "Rome", Id = new Guid("00112233-4455-6677-8899-aabbccddeeff") }, null,
            [new Office { CityName = "Oslo", Id = new Guid("00112233-4455-6677-8899-aabbccddeeff"), Since = new DateOnly(2020, 1, 2) }], [1, 2, 3], Priority.Normal)
        {
            Tags = ["t"],
            IsListed = true,
        };
        Assert.Equal(JsonSerializer.Serialize(expected), JsonSerializer.Serialize(company));
    }

    [Fact]
    public void Reading_a_view_allocates_nothing()
    {
        var bytes = BlittableDocument.Parse(Order).Bytes.ToArray();
        Read(bytes);
        Read(bytes);

        var before = GC.GetAllocatedBytesForCurrentThread();
        var sum = 0.0;
        for (var i = 0; i < 100; i++)
        {
            sum += Read(bytes);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.True(sum > 0);
    }

    private static double Read(ReadOnlySpan<byte> bytes)
    {
        var order = OrderView.Open(bytes);
        var sum = order.Id + (double)order.Total + order.Customer.Length + order.PlacedAt.Year + (order.ShippedAt is null ? 1 : 0) + (int)order.Priority;
        foreach (var line in order.Lines)
        {
            sum += line.ItemNumber + (line.UnitPrice ?? 0);
        }

        return sum;
    }

    private delegate void Reading(OrderView order);

    [Theory]
    [InlineData("2024-02-29T10:20:30Z")]
    [InlineData("2024-02-29T10:20:30")]
    [InlineData("2024-02-29T10:20:30+02:00")]
    [InlineData("2024-02-29T10:20:30.1234567891234")]
    [InlineData("2024-02-29T10:20")]
    [InlineData("2024-02-29")]
    public void A_view_reads_the_same_dates_as_the_serializer(string text)
    {
        var types = CompiledTypes.Of($$"""
            [BlittableSerializable] [BlittableView] public sealed partial record Dated(DateTime At, DateTimeOffset With, List<DateTime> Many);
            public static class Sample
            {
                public static object Make()
                {
                    using var document = BlittableDocument.Parse("{\"At\":\"{{text}}\",\"With\":\"{{text}}\",\"Many\":[\"{{text}}\"]}");
                    var whole = BlittableSerializer.Deserialize<Dated>(document.Root)!;
                    var view = new Dated.View(document.Root);
                    var copy = view.ToRecord();
                    return (whole.At == view.At && whole.At.Kind == view.At.Kind && whole.With.EqualsExact(view.With) && copy.Many[0].Kind == whole.Many[0].Kind && copy.Many[0] == whole.Many[0]) + $" {whole} {copy}";
                }
            }
            """);
        Assert.StartsWith("True", (string)types.Call("Sample", "Make")!, StringComparison.Ordinal);
    }

    [Fact]
    public void A_view_reads_the_same_enums_as_the_serializer()
    {
        var types = CompiledTypes.Of("""
            [Flags, JsonConverter(typeof(JsonStringEnumConverter))] public enum Way : ulong { None = 0, [JsonStringEnumMemberName("to the north")] North = 1, South = 2, Last = 1ul << 63 }
            [BlittableSerializable, BlittableView] public sealed partial record Ways(Way A, Way? B, Way C, Way D, Way E, Way F);
            public static class Sample
            {
                public static object Make()
                {
                    using var document = BlittableDocument.Parse("{\"A\":\"to the north\",\"B\":\"to the north, South\",\"C\":\"south\",\"D\":9223372036854775808,\"E\":\"Last\",\"F\":\"4\"}");
                    var whole = BlittableSerializer.Deserialize<Ways>(document.Root)!;
                    return (new Ways.View(document.Root).ToRecord() == whole) + $" {whole}";
                }
            }
            """);
        Assert.StartsWith("True", (string)types.Call("Sample", "Make")!, StringComparison.Ordinal);
    }

    [Fact]
    public void Null_elements_stay_null()
    {
        var types = CompiledTypes.Of("""
            [BlittableView] public sealed partial record Part(int A);
            [BlittableView] public sealed partial record Whole(List<Part?>? Parts, Part?[] More);
            public static class Sample
            {
                public static object Make() => JsonSerializer.Serialize(new Whole.View(BlittableDocument.Parse("{\"Parts\":[null,{\"A\":1}],\"More\":[null]}").Root).ToRecord());
            }
            """);
        Assert.Equal("""{"Parts":[null,{"A":1}],"More":[null]}""", types.Call("Sample", "Make"));
    }

    [Fact]
    public void Views_of_types_whose_names_are_keywords_or_differ_in_case_compile()
    {
        var types = CompiledTypes.Of("""
            public enum Kind { @new, @is } 
            [BlittableView] public partial record @class(Kind @event, int @int); [BlittableView] public partial record Class(int A); [BlittableView] public partial record @CLASS(int A);
            public static class Sample { public static object Make() => new @class.View(BlittableDocument.Parse("{\"event\":\"is\",\"int\":3}").Root).ToRecord().ToString(); }
            """);
        Assert.Equal("class { event = is, int = 3 }", types.Call("Sample", "Make"));
    }

    [Fact]
    public void A_type_and_its_base_type_can_have_views()
    {
        var types = CompiledTypes.Of("""
            [BlittableView] public partial record Root(int A); [BlittableView] public partial record Whole(int A, int B) : Root(A);
            public static class Sample { public static object Make() => new Whole.View(BlittableDocument.Parse("{\"A\":1,\"B\":2}").Root).ToRecord().ToString(); }
            """);
        Assert.Equal("Whole { A = 1, B = 2 }", types.Call("Sample", "Make"));
    }

    [Fact]
    public void Views_of_types_whose_names_are_contextual_keywords_compile()
    {
        var types = CompiledTypes.Of("""
            namespace @partial.@global
            {
                public enum @record { @field, @value }
                public static partial class @required
                {
                    [BlittableView] public partial record @file(@record @get, int @partial, @scoped @init, List<@scoped>? @where); [BlittableView] public partial record @scoped(int @async);
                    [BlittableView] public readonly ref partial struct @extension { public partial @record @var { get; } public partial int @yield { get; } }
                }
            }
            public static class Sample
            {
                public static object Make()
                {
                    using var document = BlittableDocument.Parse("{\"get\":\"value\",\"partial\":3,\"init\":{\"async\":4},\"where\":[{\"async\":5}],\"var\":\"field\",\"yield\":6}");
                    var view = new @partial.@global.@required.@extension(document.Root);
                    return JsonSerializer.Serialize(new @partial.@global.@required.@file.View(document.Root).ToRecord()) + view.@var + view.@yield;
                }
            }
            """);
        Assert.Equal("""{"get":1,"partial":3,"init":{"async":4},"where":[{"async":5}]}field6""", types.Call("Sample", "Make"));
    }
}
