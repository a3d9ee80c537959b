using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Converts values of a type to values of documents and back. For generated code.</summary>
/// <typeparam name="T">The type.</typeparam>
/// <remarks>Instances are thread-safe.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class ValueConverter<T> : IObjectConverter, IElementConverter
{
    /// <summary>Writes a value.</summary>
    /// <exception cref="BlittableException">The value is nested too deep.</exception>
    public abstract void Write(ObjectWriter writer, T? value);

    /// <summary>Reads a value.</summary>
    /// <exception cref="BlittableException">The document is damaged, or contains a value of another kind.</exception>
    public abstract T? Read(ObjectReader reader, scoped in BlittableValue value);

    /// <summary>Reads the properties of a value into an existing object.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The value to read.</param>
    /// <param name="target">The object; a value type is changed in place.</param>
    /// <exception cref="NotSupportedException">The type has no settable members.</exception>
    /// <exception cref="BlittableException">The document is damaged, or contains a value of another kind.</exception>
    public virtual void Populate(ObjectReader reader, scoped in BlittableValue value, ref T target) =>
        throw new NotSupportedException($"{TypeNames.Of(typeof(T))} has no members that can be set.");

    // Instantiated only at run time, because ahead of time, collections of collections would be unbounded.
    object? IElementConverter.CollectionOf(Type type) => RuntimeFeature.IsDynamicCodeSupported ? OtherCollections.Create(type, typeof(T), this) : null;

    void IElementConverter.Forget() => ConverterOf<T>.Forget();

    void IObjectConverter.WriteObject(ObjectWriter writer, object value) => Write(writer, (T)value);
}

/// <summary>Creates converters of collections whose elements have the type of this converter.</summary>
internal interface IElementConverter
{
    /// <summary>Returns the <see cref="ValueConverter{T}"/> of an array, list or dictionary of the type; null for other types.</summary>
    object? CollectionOf(Type type);

    /// <summary>Discards the converter in use for the type of this converter.</summary>
    void Forget();
}

/// <summary>Converts values whose type is only known at run time.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IObjectConverter
{
    /// <summary>Writes a value, which must be of the converter's type.</summary>
    void WriteObject(ObjectWriter writer, object value);
}
