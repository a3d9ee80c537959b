using System.Diagnostics.CodeAnalysis;

namespace Blittable.Serialization;

/// <summary>Makes converters of collections, which are too many to be compiled ahead of time for each type.</summary>
internal abstract class OtherCollections
{
    /// <summary>Returns the converter of a collection whose elements a converter handles; null for a collection of another kind.</summary>
    public abstract object? Create(Type type, object elements);

    /// <summary>Returns the converter of a collection, by code that is generated at run time.</summary>
    [RequiresDynamicCode("Instantiates generic types at run time.")]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(NearCollections<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OtherSequences<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OtherMaps<,,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(OptionalValues<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(ParsedKeys<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicConstructors, typeof(EnumKeys<>))]
    [UnconditionalSuppressMessage("Trimming", "IL2055", Justification = "The constructors are kept, and no more is needed.")]
    [UnconditionalSuppressMessage("Trimming", "IL2071", Justification = "The constructors are kept, and no more is needed.")]
    public static object? Create(Type type, Type element, object elements)
    {
        if (New(typeof(NearCollections<>).MakeGenericType(element)).Create(type, elements) is { } near)
        {
            return near;
        }

        if (Nullable.GetUnderlyingType(type) == element)
        {
            return New(typeof(OptionalValues<>).MakeGenericType(element)).Create(type, elements);
        }

        if (type.GenericTypeArguments is not [var key, _])
        {
            return New(typeof(OtherSequences<>).MakeGenericType(element)).Create(type, elements);
        }

        var keys = key == typeof(string) ? typeof(TextKeys)
            : key.IsEnum ? typeof(EnumKeys<>).MakeGenericType(key)
            : ScalarConverters.For(key) is not null && key.GetInterfaces().Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ISpanParsable<>))
            ? typeof(ParsedKeys<>).MakeGenericType(key) : null;
        return keys is null ? null : New(typeof(OtherMaps<,,>).MakeGenericType(key, element, keys)).Create(type, elements);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "The constructors are kept.")]
    private static OtherCollections New(Type type) => (OtherCollections)Activator.CreateInstance(type)!;
}
