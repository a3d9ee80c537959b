namespace Blittable.DuckDB.Tables;

/// <summary>Specifies the DuckDB type of a column.</summary>
internal enum TableColumnType
{
    /// <summary>JSON, for values of several kinds, irregular objects, numbers that no other type stores exactly, and columns with only nulls.</summary>
    Json,

    /// <summary>BOOLEAN.</summary>
    Boolean,

    /// <summary>BIGINT.</summary>
    Integer,

    /// <summary>DECIMAL with 18 digits, stored in 64 bits.</summary>
    Decimal,

    /// <summary>DECIMAL with 38 digits, stored in 128 bits.</summary>
    WideDecimal,

    /// <summary>DOUBLE.</summary>
    Double,

    /// <summary>VARCHAR.</summary>
    Text,

    /// <summary>DATE.</summary>
    Day,

    /// <summary>TIMESTAMP, for local times.</summary>
    LocalTime,

    /// <summary>TIMESTAMP WITH TIME ZONE, for instants.</summary>
    Instant,

    /// <summary>STRUCT, for objects.</summary>
    Struct,

    /// <summary>LIST, for arrays.</summary>
    List,
}
