namespace Blittable.Generators.Views;

/// <summary>What a property of a view is.</summary>
internal enum ViewPropertyKind
{
    /// <summary>A number, a date, a string: what a value has a method for.</summary>
    Scalar,

    /// <summary>The bytes of a string.</summary>
    Utf8,

    /// <summary>The name or number of an enum.</summary>
    Enum,

    /// <summary>Any value, as it is.</summary>
    Value,

    /// <summary>Another view.</summary>
    View,

    /// <summary>A sequence of views.</summary>
    ViewList,

    /// <summary>A sequence of scalars.</summary>
    ScalarList,
}
