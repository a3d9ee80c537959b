namespace Blittable.Collections.Query.Values;

/// <summary>Tells a query that its groups take more memory than they may; callers never see it.</summary>
internal sealed class MemoryExceededException : Exception;
