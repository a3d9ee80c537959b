using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Discriminators affect only the types that they belong to.</summary>
public sealed class PolymorphismTests
{
    [Theory]
    [InlineData("""{"kind":"x","a":1}""")]
    [InlineData("""{"kind":"derived","Y":2}""")]
    [InlineData("""{"kind":"derived","X":1,"a":3}""")]
    public void A_discriminator_is_not_data_only_where_it_selects_the_type(string json)
    {
        Differential.Read<Extended>(json);
        Differential.Read<Refusing>(json);
        Differential.Read<Base>(json);
        Differential.Read<Derived>(json);
        Differential.Read<RefusingDerived>(json);
        Differential.Read<Holder>($$"""{"Any":{{json}},"Own":{{json}}}""");
    }

    [Fact]
    public void A_default_discriminator_is_data_in_other_types()
    {
        Differential.Read<Extended>("""{"$type":"x","a":1}""");
        Differential.Read<Refusing>("""{"$type":"x","a":1}""");
        Differential.Read<Derived>("""{"$type":"x","a":1}""");
    }

    [Fact]
    public void A_base_that_cannot_be_created_is_written() => Differential.Write<TwoWays[]>([new(1), new Way()]);

    [Theory]
    [InlineData("""{"kind":"derived"}""")]
    [InlineData("""{"kind":"lenient","a":1}""")]
    [InlineData("""{"kind":"unknown","a":1}""")]
    public void An_unknown_discriminator_is_not_data(string json) => Differential.Read<Ignoring>(json);

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [JsonDerivedType(typeof(Derived), "derived")]
    [JsonDerivedType(typeof(RefusingDerived), "x")]
    [BlittableSerializable]
    internal class Base
    {
        public int X { get; set; }
    }

    [BlittableSerializable]
    internal sealed class Derived : Base
    {
        public int Y { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    [BlittableSerializable]
    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    internal sealed class RefusingDerived : Base;

    [BlittableSerializable]
    internal sealed class Extended
    {
        [JsonExtensionData]
        public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    [BlittableSerializable]
    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    internal sealed class Refusing
    {
        [JsonPropertyName("a")]
        public int A { get; set; }
    }

    [BlittableSerializable]
    internal sealed class Holder
    {
        public Base? Any { get; set; }

        public Derived? Own { get; set; }
    }

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind", IgnoreUnrecognizedTypeDiscriminators = true)]
    [JsonDerivedType(typeof(Lenient), "lenient")]
    [BlittableSerializable]
    internal class Ignoring
    {
        [JsonExtensionData]
        public Dictionary<string, JsonElement>? Rest { get; set; }
    }

    internal sealed class Lenient : Ignoring;

    [JsonDerivedType(typeof(Way), "d")]
    [BlittableSerializable]
    internal class TwoWays
    {
        public TwoWays(int a) => A = a;

        public TwoWays(string s) => A = s.Length;

        public int A { get; set; }
    }

    internal sealed class Way() : TwoWays(5);
}
