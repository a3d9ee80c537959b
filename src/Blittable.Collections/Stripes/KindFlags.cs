namespace Blittable.Collections.Stripes;

/// <summary>Specifies a set of value kinds, excluding null.</summary>
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

    /// <summary>Any string. Text functions and patterns use the original text of dates.</summary>
    Text = String | Date,
    Scalars = Number | String | Date | Boolean,
    All = Scalars | Object | Array,
}
