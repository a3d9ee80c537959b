using Blittable.Collections;

namespace Blittable.QueryFuzz.Model;

/// <summary>A key of groups or a column of a selection. Without a name it has the name of its path.</summary>
internal sealed record ColumnModel(ExpressionModel Expression, string? Name)
{
    public string Label => Name ?? ((ExpressionModel.Path)Expression).Value.Text;

    /// <summary>Returns the column for the library.</summary>
    /// <param name="isParsed">true to parse the expression from its text, if the query language can express it.</param>
    public ScanExpression ToLibrary(bool isParsed)
    {
        var expression = (isParsed ? QueryText.Parse(Expression) : null) ?? Expression.ToLibrary();
        return Name is null ? expression : expression.As(Name);
    }

    public override string ToString() => Name is null ? $"{((ExpressionModel.Path)Expression).Value}" : $"{Expression}.As(\"{Name}\")";
}
