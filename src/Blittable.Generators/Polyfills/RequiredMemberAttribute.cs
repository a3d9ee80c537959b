namespace System.Runtime.CompilerServices;

/// <summary>Enables <c>required</c>, for which the compiler requires this type. It is missing from netstandard2.0.</summary>
[AttributeUsage(AttributeTargets.All)]
internal sealed class RequiredMemberAttribute : Attribute;
