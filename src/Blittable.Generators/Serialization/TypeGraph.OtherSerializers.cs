using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <content>Reports attributes and methods by which other serializers customize a type. System.Text.Json ignores them, and so does generated code.</content>
internal sealed partial class TypeGraph
{
    private const string Newtonsoft = "Newtonsoft.Json", DataContracts = "System.Runtime.Serialization", Condition = "ShouldSerialize";

    private void ReportOtherSerializers(INamedTypeSymbol type, string[] names)
    {
        foreach (var member in Hierarchy(type).SelectMany(declaring => declaring.GetMembers()).Where(IsInSource))
        {
            if (member is IMethodSymbol method)
            {
                ReportMethod(method, names);
            }
            else if (member is IPropertySymbol or IFieldSymbol && AttributeOf(member, "JsonIgnoreAttribute") is null)
            {
                ReportAttributes(member);
            }
        }
    }

    private bool IsInSource(ISymbol member) => member.Locations.Any(place => place.IsInSource && compilation.ContainsSyntaxTree(place.SourceTree!));

    private void ReportMethod(IMethodSymbol method, string[] names)
    {
        if (method is { Parameters.Length: 0, IsStatic: false, ReturnType.SpecialType: SpecialType.System_Boolean } && method.Name.StartsWith(Condition, StringComparison.Ordinal)
            && Array.IndexOf(names, method.Name.Substring(Condition.Length)) >= 0)
        {
            Report(method, Generators.Diagnostics.MarkIsIgnored, method.ToDisplayString(), "specify the condition in [JsonIgnore] or in a BlittableContract");
        }

        if (method.GetAttributes().FirstOrDefault(attribute => IsOf(attribute, DataContracts) && attribute.AttributeClass!.Name.StartsWith("On", StringComparison.Ordinal)) is { } callback)
        {
            var name = callback.AttributeClass!.Name.Replace("Attribute", "");
            Report(method, Generators.Diagnostics.MarkIsIgnored, $"[{name}] of {method.ToDisplayString()}", $"implement IJson{name}");
        }
    }

    private void ReportAttributes(ISymbol member)
    {
        foreach (var attribute in member.GetAttributes())
        {
            var name = attribute.AttributeClass?.Name;
            var advice = IsOf(attribute, Newtonsoft) ? "use the attributes of System.Text.Json.Serialization"
                : IsOf(attribute, DataContracts) && name == "IgnoreDataMemberAttribute" ? "use [JsonIgnore]"
                : IsOf(attribute, DataContracts) && name == "DataMemberAttribute" && Argument(attribute, "Name") is not null && AttributeOf(member, "JsonPropertyNameAttribute") is null
                    ? "specify the name in [JsonPropertyName]"
                : "";
            if (advice.Length > 0)
            {
                Report(member, Generators.Diagnostics.MarkIsIgnored, $"[{name!.Replace("Attribute", "")}] of {member.ToDisplayString()}", advice);
            }
        }
    }

    private static bool IsOf(AttributeData attribute, string space) => attribute.AttributeClass?.ContainingNamespace?.ToDisplayString() == space;

    private void Report(ISymbol member, DiagnosticDescriptor descriptor, params string[] arguments)
    {
        var outer = _member;
        _member = member;
        Report(descriptor, arguments);
        _member = outer;
    }
}
