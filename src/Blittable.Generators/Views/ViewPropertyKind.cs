namespace Blittable.Generators.Views;

/// <summary>Specifies the kind of a view property.</summary>
internal enum ViewPropertyKind
{
    /// <summary>A value that a method of <c>BlittableValue</c> reads, such as a number, date or string.</summary>
    Scalar,

    /// <summary>The bytes of a string.</summary>
    Utf8,

    /// <summary>Binary data.</summary>
    Binary,

    /// <summary>The name or number of an enum.</summary>
    Enum,

    /// <summary>Any value, unconverted.</summary>
    Value,

    /// <summary>Another view.</summary>
    View,

    /// <summary>A sequence of views.</summary>
    ViewList,

    /// <summary>A sequence of scalars.</summary>
    ScalarList,
}
