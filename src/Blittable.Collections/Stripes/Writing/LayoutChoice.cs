namespace Blittable.Collections.Stripes.Writing;

/// <summary>The layout of a stripe, and what it was chosen by.</summary>
/// <param name="Layout">The layout: <see cref="CollectionLayout.Auto"/> has become another one.</param>
/// <param name="RowBytes">What the stripe would take in rows, reckoned from a sample; 0 where nothing was tried.</param>
/// <param name="ColumnBytes">What it would take in columns, likewise.</param>
internal readonly record struct LayoutChoice(CollectionLayout Layout, long RowBytes, long ColumnBytes);
