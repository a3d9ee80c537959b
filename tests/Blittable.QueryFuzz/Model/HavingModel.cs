using Blittable.Collections;

namespace Blittable.QueryFuzz.Model;

/// <summary>A condition on groups.</summary>
internal sealed record HavingModel(string Column, FilterOperator Operator, Literal Literal)
{
    public override string ToString() => $".Having({Literal.Quote(Column)}, FilterOperator.{Operator}, {Literal})";
}
