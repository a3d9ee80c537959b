namespace Blittable.Benchmarks.Storage;

/// <summary>Represents a row of the workload table before a model has encoded its date.</summary>
/// <param name="Milliseconds">The date in milliseconds since 1970 (UTC).</param>
internal readonly record struct StorageRow(
    long Milliseconds, long Number, decimal Amount, string Text, ReadOnlyMemory<byte> Bytes, DateTime CreatedAt, bool IsDeleted);
