namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents the layout chosen for a stripe, and the estimates behind it.</summary>
/// <param name="Layout">The layout. Never <see cref="CollectionLayout.Auto"/>.</param>
/// <param name="RowBytes">The size of the stripe in rows, estimated from a sample; 0 if not estimated.</param>
/// <param name="ColumnBytes">The size of the stripe in columns, estimated from a sample; 0 if not estimated.</param>
internal readonly record struct LayoutChoice(CollectionLayout Layout, long RowBytes, long ColumnBytes);
