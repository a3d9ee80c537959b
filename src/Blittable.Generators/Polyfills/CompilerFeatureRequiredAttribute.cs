namespace System.Runtime.CompilerServices;

/// <inheritdoc cref="RequiredMemberAttribute"/>
[AttributeUsage(AttributeTargets.All)]
internal sealed class CompilerFeatureRequiredAttribute(string featureName) : Attribute
{
    public string FeatureName { get; } = featureName;
}
