namespace Blittable.Benchmarks.Storage;

/// <summary>The exception that is thrown when a workload did not do the intended work.</summary>
internal sealed class WorkloadException(string message) : Exception(message);
