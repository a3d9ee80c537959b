using Blittable.Generators.Views;

namespace Blittable.Generators.Tests.Views;

/// <summary>What a view cannot be is reported with a code, where it stands.</summary>
public sealed class ViewDiagnosticsTests
{
    [Fact]
    public void The_type_and_those_around_it_must_be_partial()
    {
        Assert.Equal(["BLIT101"], Run("[Blittable.BlittableView] record Order(int Id);").Codes);
        Assert.Equal(["BLIT101"], Run("class Outer { [Blittable.BlittableView] partial record Order(int Id); }").Codes);
    }

    [Fact]
    public void A_declared_property_must_have_a_type_that_views_read() =>
        Assert.Equal(["BLIT102"], Run("[Blittable.BlittableView] readonly ref partial struct V { public partial System.IO.Stream S { get; } }").Codes);

    [Fact]
    public void A_property_of_a_record_that_views_do_not_read_is_a_value_and_a_warning()
    {
        var run = Run("[Blittable.BlittableView] partial record Order(int Id, System.Uri Link);");

        Assert.Equal(["BLIT103"], run.Codes);
        Assert.Empty(run.Compilation);
        Assert.Contains("global::Blittable.BlittableValue Link", run.Generated, StringComparison.Ordinal);
        Assert.DoesNotContain("ToRecord", run.Generated, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("[property: JsonConverter(typeof(OwnConverter))] int Id")]
    [InlineData("[property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] int? Id")]
    [InlineData("Own Id")]
    public void A_property_with_a_converter_is_a_value_and_a_warning(string parameter) => Assert.Equal(
        ["BLIT103"],
        Run($$"""
            using System.Text.Json.Serialization;
            [Blittable.BlittableView] partial record Order({{parameter}});
            [JsonConverter(typeof(OwnConverter))] enum Own { A }
            class OwnConverter() : JsonStringEnumConverter<Own>(System.Text.Json.JsonNamingPolicy.CamelCase);
            """).Codes);

    [Fact]
    public void Two_properties_cannot_have_one_name_in_documents() =>
        Assert.Equal(
            ["BLIT104"],
            Run("[Blittable.BlittableView] partial record Order(int Id, [property: System.Text.Json.Serialization.JsonPropertyName(\"Id\")] int Other);").Codes);

    [Fact]
    public void A_view_has_no_type_parameters() => Assert.Equal(["BLIT105"], Run("[Blittable.BlittableView] partial record Pair<T>(int Id);").Codes);

    [Fact]
    public void What_is_generated_compiles_without_warnings_within_namespaces_and_types_of_every_kind()
    {
        var run = Run("""
            namespace A.B
            {
                public partial struct Outer
                {
                    public partial interface IInner
                    {
                        [Blittable.BlittableView]
                        public partial record class Order(int Id, string Name, string? Note, System.Collections.Generic.List<Line> Lines, Order?[]? Others, System.Collections.Generic.List<string?>? Notes, System.Collections.Immutable.ImmutableArray<double> Numbers);

                        [Blittable.BlittableView]
                        internal readonly ref partial struct View2 { internal partial Order.View Order { get; } }
                    }
                }

                [Blittable.BlittableView]
                public partial record struct Line(int @class, System.DayOfWeek? Day);
            }
            """);

        Assert.Empty(run.Codes);
        Assert.Empty(run.Compilation);
    }

    [Fact]
    public void Names_follow_the_policies_of_JsonNamingPolicy()
    {
        string[] names = ["Id", "URLValue", "IOStream", "aB", "Item2Go", "X", "XYZ", "SimpleName", "_hidden"];
        (int Policy, System.Text.Json.JsonNamingPolicy Expected)[] policies =
        [
            (1, System.Text.Json.JsonNamingPolicy.CamelCase), (2, System.Text.Json.JsonNamingPolicy.SnakeCaseLower),
            (3, System.Text.Json.JsonNamingPolicy.SnakeCaseUpper), (4, System.Text.Json.JsonNamingPolicy.KebabCaseLower),
            (5, System.Text.Json.JsonNamingPolicy.KebabCaseUpper),
        ];
        foreach (var (policy, expected) in policies)
        {
            Assert.Equal(names.Select(expected.ConvertName), names.Select(name => PropertyNaming.Apply(policy, name)));
        }
    }

    private static GeneratorRun Run(string source) => GeneratorRun.Of<ViewGenerator>(source);
}
