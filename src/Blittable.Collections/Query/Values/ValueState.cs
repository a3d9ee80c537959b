namespace Blittable.Collections.Query.Values;

/// <summary>Identifies what a row has at a path.</summary>
internal enum ValueState : byte
{
    /// <summary>The literal null, or the result of an expression that has no value.</summary>
    Null,

    /// <summary>Nothing.</summary>
    Missing,

    /// <summary>An object or array.</summary>
    Container,

    /// <summary>A number, string, date or boolean.</summary>
    Scalar,
}
