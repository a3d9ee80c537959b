namespace Blittable.Generators.Views;

/// <summary>Represents a view to generate: a declared ref struct, or a view nested in a record or class.</summary>
/// <param name="Namespace">The namespace; empty for the global one.</param>
/// <param name="Containers">The declarations of the types around the view, outermost first, such as <c>partial record Order</c>.</param>
/// <param name="Name">The name of the view.</param>
/// <param name="TypeName">The full name of the type with the attribute.</param>
/// <param name="IsNested">True if the view is nested in the type with the attribute.</param>
/// <param name="IsPublic">True if the nested view is public.</param>
/// <param name="Properties">The properties.</param>
/// <param name="Conversion">The conversion of a view to an object; null if there is none.</param>
/// <param name="Diagnostics">The diagnostics to report.</param>
/// <param name="CanBeWritten">True if the declaration allows the view to be generated.</param>
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
    /// <summary>Gets the name of the generated file. It includes a hash of the positions of capitals, because file names must differ
    /// case-insensitively.</summary>
    public string FileName
    {
        get
        {
            var name = TypeName.Replace("global::", "").Replace("@", "");
            var capitals = 0u;
            foreach (var letter in name)
            {
                capitals = unchecked((capitals * 31) + (char.IsUpper(letter) ? 1u : 0u));
            }

            return $"{name}.{capitals:x}.View.g.cs";
        }
    }
}
