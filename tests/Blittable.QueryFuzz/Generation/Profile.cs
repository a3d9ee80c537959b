namespace Blittable.QueryFuzz.Generation;

/// <summary>Defines the values at a path in most documents of a commit.</summary>
internal enum Profile
{
    Number,
    Text,
    Date,
    Boolean,
    Mixed,
    Object,
    Scalars,
    Objects,
    Arrays,
}
