namespace Blittable.Collections;

/// <summary>Identifies the kind of a <see cref="QueryValue"/>. Values of different kinds are ordered as the kinds are.</summary>
public enum QueryValueKind : byte
{
    /// <summary>Nothing: the path leads nowhere, to null, or (where scalars are asked for) to an object or array.</summary>
    Null,

    /// <summary>True or false.</summary>
    Boolean,

    /// <summary>A number.</summary>
    Number,

    /// <summary>An instant: a string that is an ISO 8601 date.</summary>
    Date,

    /// <summary>Any other string.</summary>
    String,

    /// <summary>An object or an array, as JSON.</summary>
    Json,
}
