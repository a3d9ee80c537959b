namespace Blittable.Generated;

/// <summary>Creates converters of collections whose elements have the type of this converter.</summary>
internal interface IElementConverter
{
    /// <summary>Returns the <see cref="ValueConverter{T}"/> of an array, list or dictionary of the type; null for other types.</summary>
    object? CollectionOf(Type type);
}
