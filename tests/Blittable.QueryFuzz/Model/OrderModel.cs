namespace Blittable.QueryFuzz.Model;

/// <summary>A column that determines the order of rows.</summary>
internal sealed record OrderModel(string Column, bool IsDescending)
{
    public override string ToString() => $".OrderBy({Literal.Quote(Column)}, {(IsDescending ? "true" : "false")})";
}
