namespace Blittable.Collections.Stripes;

/// <summary>Specifies a set of kinds of values. Null is not one of them.</summary>
[Flags]
internal enum KindFlags : byte
{
    None = 0,
    Number = 1,

    /// <summary>A string that is not a date.</summary>
    String = 2,

    /// <summary>A string that is a date.</summary>
    Date = 4,
    Boolean = 8,
    Object = 16,
    Array = 32,

    /// <summary>Text functions and patterns read dates as they are written.</summary>
    Text = String | Date,
    Scalars = Number | String | Date | Boolean,
    All = Scalars | Object | Array,
}
