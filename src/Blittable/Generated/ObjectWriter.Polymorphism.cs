namespace Blittable.Generated;

/// <content>Chooses how objects of polymorphic types are written.</content>
public sealed partial class ObjectWriter
{
    /// <summary>Determines whether <typeparamref name="T"/> is the nearest listed type among the base types and interfaces of a type.</summary>
    /// <typeparam name="T">The listed type to test.</typeparam>
    /// <param name="type">The run-time type, which is not listed.</param>
    /// <param name="listed">All listed types.</param>
    /// <exception cref="ArgumentNullException"><paramref name="type"/> or <paramref name="listed"/> is null.</exception>
    /// <exception cref="NotSupportedException">A listed interface and another listed type are equally near.</exception>
    public static bool IsNearest<T>(Type type, Type[] listed)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(listed);
        var nearest = type.BaseType;
        while (nearest is not null && Array.IndexOf(listed, nearest) < 0)
        {
            nearest = nearest.BaseType;
        }

        foreach (var other in listed)
        {
            if (other.IsInterface && other.IsAssignableFrom(type))
            {
                nearest = nearest is null ? other
                    : throw new NotSupportedException($"{TypeNames.Of(type)} can be written as {TypeNames.Of(nearest)} or {TypeNames.Of(other)}: add a [JsonDerivedType] attribute for it.");
            }
        }

        return nearest == typeof(T);
    }

    /// <summary>Creates the exception for an object whose type is not listed.</summary>
    public static NotSupportedException UnknownType(Type type, Type listedBy) =>
        new($"{TypeNames.Of(listedBy)} has no [JsonDerivedType] attribute for {TypeNames.Of(type)}.");
}
