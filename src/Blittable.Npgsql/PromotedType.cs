namespace Blittable.Npgsql;

/// <summary>Specifies how a promoted value is stored in its column.</summary>
public enum PromotedType
{
    /// <summary>Stores an integer as <c>bigint</c>.</summary>
    Integer,

    /// <summary>Stores a number as <c>double precision</c>. A number beyond its range is NULL.</summary>
    Double,

    /// <summary>Stores a number as <c>numeric</c>, with the precision of <see cref="decimal"/>: 28 digits are exact, further digits are rounded.</summary>
    Decimal,

    /// <summary>Stores a string as <c>text</c>.</summary>
    Text,

    /// <summary>Stores a date as <c>bigint</c>, in milliseconds since 1970 (<see cref="Dates.EpochDate"/>).</summary>
    EpochDate,

    /// <summary>Stores a date as <c>bigint</c>, in the bit fields of <see cref="Dates.BitpackDate"/>. Expressions over the fields can be indexed.</summary>
    BitpackDate,
}
