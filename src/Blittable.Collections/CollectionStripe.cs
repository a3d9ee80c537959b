namespace Blittable.Collections;

/// <summary>Describes how a stripe stores its documents, and why.</summary>
/// <param name="FirstRow">The number of the stripe's first row.</param>
/// <param name="Rows">The number of rows, including deleted ones.</param>
/// <param name="Layout">The layout; never <see cref="CollectionLayout.Auto"/>.</param>
/// <param name="RowBytes">The size of the stripe in layout <see cref="CollectionLayout.Rows"/>, estimated from a sample of its documents if the collection has
/// layout <see cref="CollectionLayout.Auto"/>; otherwise, 0.</param>
/// <param name="ColumnBytes">The estimated size of the stripe in layout <see cref="CollectionLayout.Columns"/>; 0 if the collection does not have layout
/// <see cref="CollectionLayout.Auto"/>.</param>
public sealed record CollectionStripe(long FirstRow, int Rows, CollectionLayout Layout, long RowBytes, long ColumnBytes);
