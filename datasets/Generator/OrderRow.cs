namespace Blittable.Datasets;

/// <summary>Represents a row of TPC-H's <c>orders</c> table. The total price is in hundredths.</summary>
public readonly record struct OrderRow(
    int OrderKey,
    int CustomerKey,
    string Status,
    long TotalPrice,
    DateOnly OrderDate,
    string Priority,
    string Clerk);
