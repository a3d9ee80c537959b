namespace MessagePack;

/// <summary>Keeps a formatter out of the resolver that MessagePack-CSharp 3 generates.</summary>
/// <remarks>
/// MessagePack-CSharp 3 has this attribute, 2.5 does not. This assembly is compiled against 2.5 to run on both, and the generator
/// finds the attribute by its full name, so a copy works as well.
/// </remarks>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class ExcludeFormatterFromSourceGeneratedResolverAttribute : Attribute;
