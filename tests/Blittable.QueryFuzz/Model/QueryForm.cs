namespace Blittable.QueryFuzz.Model;

/// <summary>Defines the forms of queries.</summary>
internal enum QueryForm
{
    Count,
    Aggregate,
    Group,
    Select,

    /// <summary>Looks up documents by values, with an index if the path has one.</summary>
    Find,
}
