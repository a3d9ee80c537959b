namespace Blittable.Collections.Tests;

/// <summary>Tests that measure the memory of the process and therefore run while no other tests do.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}
