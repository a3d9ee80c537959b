namespace Blittable.QueryFuzz.Generation;

/// <summary>Defines what is at a path in most documents of a commit.</summary>
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
