using Blittable.Generators.Views;

namespace Blittable.Generators.Tests.Views;

/// <summary>Unsupported views are reported with a code, at their location.</summary>
public sealed class ViewDiagnosticsTests
{
    [Fact]
    public void The_type_and_its_enclosing_types_must_be_partial()
    {
        Assert.Equal(["BLIT101"], Run("[Blittable.BlittableView] record Order(int Id);").Codes);
        Assert.Equal(["BLIT101"], Run("class Outer { [Blittable.BlittableView] partial record Order(int Id); }").Codes);
    }

    [Theory]
    [InlineData("System.IO.Stream")]
    [InlineData("int[]")]
    [InlineData("byte[]")]
    [InlineData("System.Collections.Generic.List<string>")]
    [InlineData("Part")]
    [InlineData("Part[]")]
    public void A_declared_property_must_have_a_supported_type(string type) => Assert.Equal(
        ["BLIT102"], Run($"[Blittable.BlittableView] partial record Part(int A); [Blittable.BlittableView] readonly ref partial struct V {{ public partial {type} S {{ get; }} }}").Codes);

    [Fact]
    public void A_record_property_of_an_unsupported_type_is_a_BlittableValue_with_a_warning()
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
    public void A_property_with_a_converter_is_reported_with_a_warning(string parameter) => Assert.Equal(
        ["BLIT103"],
        Run($$"""
            using System.Text.Json.Serialization;
            [Blittable.BlittableView] partial record Order({{parameter}});
            [JsonConverter(typeof(OwnConverter))] enum Own { A }
            class OwnConverter() : JsonStringEnumConverter<Own>(System.Text.Json.JsonNamingPolicy.CamelCase);
            """).Codes);

    [Fact]
    public void A_property_can_have_an_experimental_type() => Assert.Empty(
        Run("[System.Diagnostics.CodeAnalysis.Experimental(\"X1\")] public enum Kind { A }\n#pragma warning disable X1\n[Blittable.BlittableView] public partial record Order(Kind K);").Compilation);

    [Fact]
    public void Two_properties_cannot_have_the_same_name_in_documents() =>
        Assert.Equal(
            ["BLIT104"],
            Run("[Blittable.BlittableView] partial record Order(int Id, [property: System.Text.Json.Serialization.JsonPropertyName(\"Id\")] int Other);").Codes);

    [Fact]
    public void A_view_cannot_have_type_parameters() => Assert.Equal(["BLIT105"], Run("[Blittable.BlittableView] partial record Pair<T>(int Id);").Codes);

    [Fact]
    public void Generated_code_compiles_without_warnings_in_every_kind_of_namespace_and_type()
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
