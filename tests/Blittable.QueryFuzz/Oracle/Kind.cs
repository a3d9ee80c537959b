namespace Blittable.QueryFuzz.Oracle;

/// <summary>The kinds of values, in the order in which results sort them.</summary>
internal enum Kind
{
    Missing,
    Null,
    Boolean,
    Number,
    Date,
    String,
    Container,
}
