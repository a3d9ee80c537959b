using Blittable.Generators.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Types that the generator cannot serialize are reported with a code, at the attribute.</summary>
public sealed class SerializerDiagnosticsTests
{
    [Fact]
    public void A_private_type_is_not_accessible_to_generated_code() =>
        Assert.Equal(["BLIT001"], Run("class Outer { [Blittable.BlittableSerializable] private class Inner; }").Codes);

    [Fact]
    public void A_generic_type_must_be_declared_with_its_type_arguments() =>
        Assert.Equal(["BLIT002"], Run("[Blittable.BlittableSerializable] class Pair<T>;").Codes);

    private static GeneratorRun Run(string source) => GeneratorRun.Of<SerializerGenerator>(source);
}
