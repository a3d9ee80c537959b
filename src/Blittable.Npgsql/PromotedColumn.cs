using Blittable.Dates;

namespace Blittable.Npgsql;

/// <summary>Keeps a value of every document in a column of its own, so that the database can compare and add it up.</summary>
/// <remarks>
/// Immutable; any number of threads may share it. The column is NULL for a document without a value at the path, or with a value that the column
/// cannot hold.
/// </remarks>
public sealed class PromotedColumn
{
    private readonly BlittablePath _path;

    /// <summary>Defines a promoted column.</summary>
    /// <param name="name">The column's name.</param>
    /// <param name="path">Where the value is in a document, as <see cref="BlittablePath"/> reads it: <c>$.address.city</c>.</param>
    /// <param name="type">What the column stores.</param>
    /// <exception cref="BlittableException">The path cannot be read.</exception>
    public PromotedColumn(string name, string path, PromotedType type)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Name = name;
        Type = type;
        _path = BlittablePath.Parse(path);
    }

    /// <summary>Gets the name of the column.</summary>
    public string Name { get; }

    /// <summary>Gets the type that the column stores.</summary>
    public PromotedType Type { get; }

    /// <summary>Gets whether the column has an index for range scans.</summary>
    public bool IsIndexed { get; init; }

    /// <summary>Gets whether year, and year and month, of a <see cref="PromotedType.BitpackDate"/> have an index on their expression.</summary>
    public bool IndexesDateFields { get; init; }

    /// <summary>Reads the value out of a document.</summary>
    internal PromotedValue Read(BlittableValue root)
    {
        if (!_path.TryEvaluate(root, out var value))
        {
            return default;
        }

        switch (Type)
        {
            case PromotedType.Integer:
                return value.TryGetInt64(out var integer) ? new(Type, integer) : default;
            case PromotedType.Double:
                return value.TryGetDouble(out var number) ? new(Type, BitConverter.DoubleToInt64Bits(number)) : default;
            case PromotedType.Decimal:
                return value.TryGetDecimal(out var amount) ? new(Type, amount) : default;
            case PromotedType.Text:
                // PostgreSQL has no texts with this character.
                return value.TryGetString(out var text) && !text.Contains('\0') ? new(Type, text) : default;
            case PromotedType.EpochDate:
                return value.TryGetTimestamp(out var instant) ? new(Type, EpochDate.Pack(instant)) : default;
            default:
                return value.TryGetTimestamp(out var date) && BitpackDate.TryPack(date, tenant: 0, out var packed) ? new(Type, packed) : default;
        }
    }
}
