namespace Blittable.Generated;

/// <summary>Makes converters of collections whose elements are of the converter's type.</summary>
internal interface IElementConverter
{
    /// <summary>Returns the <see cref="ValueConverter{T}"/> of an array, list or dictionary of the type; null for another type.</summary>
    object? CollectionOf(Type type);
}
