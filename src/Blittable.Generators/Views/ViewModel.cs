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
    /// <summary>Gets the name of the generated file, which names without capitals must differ in: the places of the capitals are part of it.</summary>
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
