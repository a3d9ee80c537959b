namespace Blittable.Npgsql;

/// <summary>Selects how a promoted value is stored in its column.</summary>
public enum PromotedType
{
    /// <summary>A number without a fraction, as <c>bigint</c>.</summary>
    Integer,

    /// <summary>A number as <c>double precision</c>.</summary>
    Double,

    /// <summary>A number as <c>numeric</c>, with every digit that 128 bits hold.</summary>
    Decimal,

    /// <summary>A string, as <c>text</c>.</summary>
    Text,

    /// <summary>A date, as the milliseconds since 1970 of <see cref="Dates.EpochDate"/> in a <c>bigint</c>.</summary>
    EpochDate,

    /// <summary>A date, as the fields of <see cref="Dates.BitpackDate"/> in a <c>bigint</c>; year, month and day can be indexed.</summary>
    BitpackDate,
}
