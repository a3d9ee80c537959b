namespace Blittable.Collections.Query.Values;

/// <summary>The exception that is thrown internally when groups exceed the memory limit. Never visible to callers.</summary>
internal sealed class MemoryExceededException : Exception;
