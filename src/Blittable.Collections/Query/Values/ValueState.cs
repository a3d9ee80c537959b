namespace Blittable.Collections.Query.Values;

/// <summary>Specifies what kind of value a row has at a path.</summary>
internal enum ValueState : byte
{
    /// <summary>A literal null, or the result of an expression without a value.</summary>
    Null,

    /// <summary>No value.</summary>
    Missing,

    /// <summary>An object or array.</summary>
    Container,

    /// <summary>A number, string, date or boolean.</summary>
    Scalar,
}
