namespace Blittable.Datasets;

/// <summary>Represents a row of TPC-H's <c>lineitem</c> table. Amounts and rates are in hundredths.</summary>
public readonly record struct LineitemRow(
    int OrderKey,
    int PartKey,
    int SupplierKey,
    int LineNumber,
    int Quantity,
    long ExtendedPrice,
    int Discount,
    int Tax,
    string ReturnFlag,
    string LineStatus,
    DateOnly ShipDate,
    DateOnly CommitDate,
    DateOnly ReceiptDate,
    string ShipInstruct,
    string ShipMode,
    string Comment,
    DateOnly OrderDate);
