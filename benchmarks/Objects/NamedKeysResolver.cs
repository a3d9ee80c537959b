using global::MessagePack;
using global::MessagePack.Formatters;
using global::MessagePack.Resolvers;

namespace Blittable.Benchmarks.Objects;

/// <summary>Makes MessagePack-CSharp write the names of members, although their attributes specify integer keys. A class cannot be annotated for both.</summary>
/// <remarks>The formatters are cached as in the resolvers of MessagePack-CSharp: in a static field for each type.</remarks>
internal sealed class NamedKeysResolver : IFormatterResolver
{
    private static readonly IFormatterResolver[] s_resolvers =
    [
        BuiltinResolver.Instance,
        DynamicEnumResolver.Instance,
        DynamicGenericResolver.Instance,
        DynamicUnionResolver.Instance,
        DynamicContractlessObjectResolver.Instance,
    ];

    private NamedKeysResolver()
    {
    }

    public static NamedKeysResolver Instance { get; } = new();

    public IMessagePackFormatter<T>? GetFormatter<T>() => Cache<T>.Formatter;

    private static class Cache<T>
    {
        public static readonly IMessagePackFormatter<T>? Formatter = s_resolvers.Select(resolver => resolver.GetFormatter<T>()).FirstOrDefault(formatter => formatter is not null);
    }
}
