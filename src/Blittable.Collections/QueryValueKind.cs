namespace Blittable.Collections;

/// <summary>Specifies the kind of a <see cref="QueryValue"/>. Values of different kinds are ordered by kind.</summary>
public enum QueryValueKind : byte
{
    /// <summary>No value: the path does not exist, or its value is null or, if a scalar is required, an object or array.</summary>
    Null,

    /// <summary>A boolean.</summary>
    Boolean,

    /// <summary>A number.</summary>
    Number,

    /// <summary>An instant: a string with an ISO 8601 date.</summary>
    Date,

    /// <summary>Any other string.</summary>
    String,

    /// <summary>An object or an array, as JSON.</summary>
    Json,
}
