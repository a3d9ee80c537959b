namespace Blittable.QueryFuzz.Model;

/// <summary>A step of a path: a name, an index, or the wildcard if it is neither.</summary>
internal readonly record struct Step(string? Name, int? Index)
{
    public static Step Wildcard => default;

    public bool IsWildcard => Name is null && Index is null;
}
