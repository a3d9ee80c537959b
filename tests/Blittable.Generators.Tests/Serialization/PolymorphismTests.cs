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

    [Fact]
    public void An_object_of_an_unlisted_type_is_written_as_the_base_type_or_the_nearest_ancestor()
    {
        Differential.Write<AsBase[]>([new AsBase { A = 1 }, new AsBaseDerived { A = 2, B = 3 }, new AsBaseOther { A = 4 }]);
        Differential.Write<IAsAncestor[]>([new AsAncestorClass { A = 1 }, new AsAncestorOther { A = 2, B = 3 }, new AsAncestorBelow { A = 4, C = 5 }, new AsAncestorUnknown { A = 6 }]);
        Differential.Write<IAsAncestor>(new AsAncestorBoth { A = 1, B = 2, C = 3 });
        Differential.Write<IAsAncestor>(new AsAncestorValue { A = 1, B = 2 });
    }

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

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
    [JsonDerivedType(typeof(AsBase), "base")]
    [JsonDerivedType(typeof(AsBaseDerived), "derived")]
    [BlittableSerializable]
    internal class AsBase
    {
        public int A { get; set; }
    }

    internal sealed class AsBaseDerived : AsBase
    {
        public int B { get; set; }
    }

    internal sealed class AsBaseOther : AsBase;

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(IAsAncestor), "base")]
    [JsonDerivedType(typeof(IAsAncestorDerived), "interface")]
    [JsonDerivedType(typeof(AsAncestorClass), "class")]
    [BlittableSerializable]
    internal interface IAsAncestor
    {
        int A { get; set; }
    }

    internal interface IAsAncestorDerived : IAsAncestor
    {
        int B { get; set; }
    }

    internal class AsAncestorClass : IAsAncestor
    {
        public int A { get; set; }

        public int C { get; set; }
    }

    internal sealed class AsAncestorOther : IAsAncestorDerived
    {
        public int A { get; set; }

        public int B { get; set; }
    }

    internal sealed class AsAncestorBelow : AsAncestorClass;

    internal sealed class AsAncestorBoth : AsAncestorClass, IAsAncestorDerived
    {
        public int B { get; set; }
    }

    internal struct AsAncestorValue : IAsAncestorDerived
    {
        public int A { get; set; }

        public int B { get; set; }
    }

    internal sealed class AsAncestorUnknown : IAsAncestor
    {
        public int A { get; set; }
    }
}
