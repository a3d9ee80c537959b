namespace Blittable.Datasets;

/// <summary>A row of TPC-H's <c>orders</c>; the total price is in hundredths.</summary>
public readonly record struct OrderRow(
    int OrderKey,
    int CustomerKey,
    string Status,
    long TotalPrice,
    DateOnly OrderDate,
    string Priority,
    string Clerk);
