namespace Blittable.Benchmarks.Storage;

/// <summary>A workload did not do what it says it does.</summary>
internal sealed class WorkloadException(string message) : Exception(message);
