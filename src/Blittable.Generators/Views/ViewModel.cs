namespace Blittable.Generators.Views;

/// <summary>A view that is to be written: a ref struct that its author declared, or one within a record or class.</summary>
/// <param name="Namespace">The namespace; empty for the global one.</param>
/// <param name="Containers">The heads of the types around the view, from the outside in: <c>partial record Order</c>.</param>
/// <param name="Name">The name of the view.</param>
/// <param name="TypeName">The full name of the type that carries the attribute.</param>
/// <param name="IsNested">Whether the view is a type within the one that carries the attribute.</param>
/// <param name="IsPublic">Whether the nested view is public.</param>
/// <param name="Properties">The properties.</param>
/// <param name="Conversion">How an object is made from a view; null where none can be.</param>
/// <param name="Diagnostics">What is reported.</param>
/// <param name="CanBeWritten">Whether the declaration lets the view be written at all.</param>
internal sealed record ViewModel(
    string Namespace,
    EquatableArray<string> Containers,
    string Name,
    string TypeName,
    bool IsNested,
    bool IsPublic,
    EquatableArray<ViewProperty> Properties,
    ViewConversion? Conversion,
    EquatableArray<DiagnosticInfo> Diagnostics,
    bool CanBeWritten)
{
    /// <summary>Gets the name of the generated file.</summary>
    public string FileName => TypeName.Replace("global::", "").Replace('<', '_').Replace('>', '_') + ".View.g.cs";
}
