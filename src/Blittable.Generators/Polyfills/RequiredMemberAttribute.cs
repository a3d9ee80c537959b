namespace System.Runtime.CompilerServices;

/// <summary>What the compiler looks for to allow <c>required</c>, and netstandard2.0 lacks.</summary>
[AttributeUsage(AttributeTargets.All)]
internal sealed class RequiredMemberAttribute : Attribute;
