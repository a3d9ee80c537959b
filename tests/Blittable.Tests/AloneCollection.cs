namespace Blittable.Tests;

/// <summary>Tests that look at the memory of the process, and so run while no other ones do.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}
