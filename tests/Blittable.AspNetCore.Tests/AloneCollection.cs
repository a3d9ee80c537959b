namespace Blittable.AspNetCore.Tests;

/// <summary>Tests that measure the memory of the process. They never run in parallel with other tests.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "alone";
}
