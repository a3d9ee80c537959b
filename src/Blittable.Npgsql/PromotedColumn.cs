using Blittable.Dates;

namespace Blittable.Npgsql;

/// <summary>Represents a column that stores one value of each document, so the database can filter, sort and sum by it.</summary>
/// <remarks>
/// Immutable and thread-safe. The column is NULL for a document that has no value at the path, or a value that the column cannot store.
/// </remarks>
public sealed class PromotedColumn
{
    private readonly BlittablePath _path;

    /// <summary>Creates a promoted column.</summary>
    /// <param name="name">The name of the column.</param>
    /// <param name="path">The <see cref="BlittablePath"/> of the value in a document, for example <c>$.address.city</c>.</param>
    /// <param name="type">The type that the column stores.</param>
    /// <exception cref="BlittableException">The path is invalid or has a wildcard.</exception>
    public PromotedColumn(string name, string path, PromotedType type)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Name = name;
        Type = type;
        _path = BlittablePath.Parse(path);
        if (_path.HasWildcard)
        {
            throw new BlittableException(BlittableErrorCode.InvalidPath, $"'{path}' can match several values. A promoted column stores the value at a path to one value.");
        }
    }

    /// <summary>Gets the name of the column.</summary>
    public string Name { get; }

    /// <summary>Gets the type that the column stores.</summary>
    public PromotedType Type { get; }

    /// <summary>Gets a value that indicates whether the column has an index for range scans.</summary>
    public bool IsIndexed { get; init; }

    /// <summary>Gets a value that indicates whether a <see cref="PromotedType.BitpackDate"/> has two expression indexes: year, and year with month.</summary>
    public bool IndexesDateFields { get; init; }

    /// <summary>Reads the value from a document.</summary>
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
                return value.TryGetDouble(out var number) && double.IsFinite(number) ? new(Type, BitConverter.DoubleToInt64Bits(number)) : default;
            case PromotedType.Decimal:
                return value.TryGetDecimal(out var amount) ? new(Type, amount) : default;
            case PromotedType.Text:
                // PostgreSQL cannot store this character.
                return value.TryGetString(out var text) && !text.Contains('\0') ? new(Type, text) : default;
            case PromotedType.EpochDate:
                return value.TryGetTimestamp(out var instant) ? new(Type, EpochDate.Pack(instant)) : default;
            default:
                return value.TryGetTimestamp(out var date) && BitpackDate.TryPack(date, tenant: 0, out var packed) ? new(Type, packed) : default;
        }
    }
}
