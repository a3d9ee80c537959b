namespace Blittable.QueryFuzz.Model;

/// <summary>What a query asks for.</summary>
internal enum QueryForm
{
    Count,
    Aggregate,
    Group,
    Select,

    /// <summary>Looks documents up by values, with an index if the path has one.</summary>
    Find,
}
