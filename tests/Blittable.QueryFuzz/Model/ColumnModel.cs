using Blittable.Collections;

namespace Blittable.QueryFuzz.Model;

/// <summary>A key of groups or a column of a selection. Without a name it has the name of its path.</summary>
internal sealed record ColumnModel(ExpressionModel Expression, string? Name)
{
    public string Label => Name ?? ((ExpressionModel.Path)Expression).Value.Text;

    public ScanExpression ToLibrary() => Name is null ? Expression.ToLibrary() : Expression.ToLibrary().As(Name);

    public override string ToString() => Name is null ? $"{((ExpressionModel.Path)Expression).Value}" : $"{Expression}.As(\"{Name}\")";
}
