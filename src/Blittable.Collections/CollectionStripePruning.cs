namespace Blittable.Collections;

/// <summary>Describes how far bounds and membership filters decide a filter in one stripe before any value is read.</summary>
/// <param name="FirstRow">The number of the stripe's first row.</param>
/// <param name="Rows">The number of rows, including deleted ones.</param>
/// <param name="Groups">The number of chunk groups. A chunk group is the smallest unit that a query skips.</param>
/// <param name="SkippedGroups">The number of chunk groups in which no row can match. A query does not read them.</param>
/// <param name="PassedGroups">The number of chunk groups in which every row matches. A query does not evaluate the filter there.</param>
public sealed record CollectionStripePruning(long FirstRow, int Rows, int Groups, int SkippedGroups, int PassedGroups);
