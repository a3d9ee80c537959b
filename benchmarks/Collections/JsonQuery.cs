namespace Blittable.Benchmarks.Collections;

/// <summary>Runs a query over JSON lines.</summary>
/// <param name="lines">The events.</param>
internal delegate EventRows JsonQuery(ReadOnlySpan<byte> lines);
