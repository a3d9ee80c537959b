namespace Blittable.QueryFuzz.Model;

/// <summary>What a query asks for.</summary>
internal enum QueryForm
{
    Count,
    Aggregate,
    Group,
    Select,
}
