namespace MessagePack;

/// <summary>Excludes a formatter from the resolver that MessagePack-CSharp 3 generates.</summary>
/// <remarks>
/// MessagePack-CSharp 3 has this attribute, but 2.5 does not. This assembly is compiled against 2.5 so that it runs on both. The generator
/// finds the attribute by its full name, so this copy works too.
/// </remarks>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class ExcludeFormatterFromSourceGeneratedResolverAttribute : Attribute;
