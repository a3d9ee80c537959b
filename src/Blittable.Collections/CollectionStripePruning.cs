namespace Blittable.Collections;

/// <summary>Describes what bounds and membership filters say about a condition in one stripe, before any value is read.</summary>
/// <param name="FirstRow">The number of the stripe's first row.</param>
/// <param name="Rows">The number of rows, deleted ones included.</param>
/// <param name="Groups">The number of chunk groups, the smallest part that a query skips.</param>
/// <param name="SkippedGroups">The number of chunk groups in which no row can pass. A query reads nothing of them.</param>
/// <param name="PassedGroups">The number of chunk groups in which every row passes. A query does not evaluate the condition there.</param>
public sealed record CollectionStripePruning(long FirstRow, int Rows, int Groups, int SkippedGroups, int PassedGroups);
