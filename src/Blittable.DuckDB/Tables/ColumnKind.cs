namespace Blittable.DuckDB.Tables;

/// <summary>Specifies the type that a column has in DuckDB.</summary>
internal enum ColumnKind
{
    /// <summary>JSON, for values of several kinds, objects and arrays.</summary>
    Json,

    /// <summary>BOOLEAN.</summary>
    Boolean,

    /// <summary>BIGINT.</summary>
    Integer,

    /// <summary>DECIMAL of 18 digits, which is stored in 64 bits.</summary>
    Decimal,

    /// <summary>DECIMAL of 38 digits, which is stored in 128 bits.</summary>
    WideDecimal,

    /// <summary>DOUBLE.</summary>
    Double,

    /// <summary>VARCHAR.</summary>
    Text,

    /// <summary>DATE.</summary>
    Day,

    /// <summary>TIMESTAMP, of local times.</summary>
    LocalTime,

    /// <summary>TIMESTAMP WITH TIME ZONE, of instants.</summary>
    Instant,
}
