namespace System.Diagnostics.CodeAnalysis;

/// <inheritdoc cref="Runtime.CompilerServices.RequiredMemberAttribute"/>
[AttributeUsage(AttributeTargets.Constructor)]
internal sealed class SetsRequiredMembersAttribute : Attribute;
