using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Attributes and methods of other serializers have no effect, which is reported.</summary>
public sealed class OtherSerializersTests
{
    /// <summary>A member that an attribute of another serializer excludes would be written, which may disclose it.</summary>
    [Theory]
    [InlineData("public int A { get; set; } public bool ShouldSerializeA() => A > 0;", "ShouldSerializeA", "T.ShouldSerializeA() has no effect, as in System.Text.Json: specify the condition in [JsonIgnore] or in a BlittableContract")]
    [InlineData("[System.Runtime.Serialization.IgnoreDataMember] public int A { get; set; }", "A", "[IgnoreDataMember] of T.A has no effect, as in System.Text.Json: use [JsonIgnore]")]
    [InlineData("[System.Runtime.Serialization.DataMember(Name = \"a\")] public int A { get; set; }", "A", "[DataMember] of T.A has no effect, as in System.Text.Json: specify the name in [JsonPropertyName]")]
    [InlineData("[Newtonsoft.Json.JsonProperty(\"a\")] public int A { get; set; }", "A", "[JsonProperty] of T.A has no effect, as in System.Text.Json: use the attributes of System.Text.Json.Serialization")]
    [InlineData("public int A { get; set; } [System.Runtime.Serialization.OnDeserialized] internal void Done(System.Runtime.Serialization.StreamingContext context) { }", "Done", "[OnDeserialized] of T.Done(System.Runtime.Serialization.StreamingContext) has no effect, as in System.Text.Json: implement IJsonOnDeserialized")]
    public void A_customization_for_another_serializer_is_reported(string members, string location, string message)
    {
        var source = CompiledTypes.Usings + $"[BlittableSerializable] public class T {{ {members} }} namespace Newtonsoft.Json {{ public class JsonPropertyAttribute(string name) : Attribute {{ public string Name => name; }} }}";
        var fault = Assert.Single(GeneratorRun.Of<Blittable.Generators.Serialization.SerializerGenerator>(source).Reported);
        Assert.Equal(("BLIT019", DiagnosticSeverity.Warning, location), (fault.Id, fault.Severity, source.Substring(fault.Location.SourceSpan.Start, fault.Location.SourceSpan.Length)));
        Assert.Equal(message, fault.GetMessage(System.Globalization.CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData("[JsonIgnore] [System.Runtime.Serialization.IgnoreDataMember] public int A { get; set; }")]
    [InlineData("[JsonPropertyName(\"a\")] [System.Runtime.Serialization.DataMember(Name = \"a\")] public int A { get; set; }")]
    [InlineData("[System.Runtime.Serialization.DataMember(Order = 1)] public int A { get; set; }")]
    [InlineData("public bool ShouldSerializeAll() => true; public int A { get; set; }")]
    [InlineData("[JsonIgnore] public int A { get; set; } public bool ShouldSerializeA() => true;")]
    public void An_attribute_that_changes_nothing_is_not_reported(string members) =>
        Assert.Empty(GeneratorRun.Of<Blittable.Generators.Serialization.SerializerGenerator>(CompiledTypes.Usings + $"[BlittableSerializable] public class T {{ {members} }}").Reported);
}
