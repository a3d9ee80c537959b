namespace Blittable.Collections;

/// <summary>A stripe of a collection: how its documents are stored, and why.</summary>
/// <param name="FirstRow">The number of the stripe's first row.</param>
/// <param name="Rows">The rows, deleted ones included.</param>
/// <param name="Layout">How they are stored; never <see cref="CollectionLayout.Auto"/>.</param>
/// <param name="RowBytes">With <see cref="CollectionLayout.Auto"/> the bytes that the stripe was expected to take in rows, reckoned from a sample of
/// its documents; else 0.</param>
/// <param name="ColumnBytes">The bytes that it was expected to take in columns, likewise.</param>
public sealed record CollectionStripe(long FirstRow, int Rows, CollectionLayout Layout, long RowBytes, long ColumnBytes);
