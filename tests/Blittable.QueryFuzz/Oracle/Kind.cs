namespace Blittable.QueryFuzz.Oracle;

/// <summary>Defines the kinds of values in sort order.</summary>
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
