using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Turns values of one type into values of documents and back. For generated code.</summary>
/// <typeparam name="T">The type.</typeparam>
/// <remarks>Any number of threads may use it.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class ValueConverter<T> : IObjectConverter, IElementConverter
{
    /// <summary>Writes a value.</summary>
    /// <exception cref="BlittableException">The value is nested too deep.</exception>
    public abstract void Write(ObjectWriter writer, T? value);

    /// <summary>Reads a value.</summary>
    /// <exception cref="BlittableException">The document is damaged, or has another kind of value there.</exception>
    public abstract T? Read(ObjectReader reader, scoped in BlittableValue value);

    /// <summary>Reads the properties that a document has into an object that is there.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The document's value.</param>
    /// <param name="target">The object; a value type is changed in place.</param>
    /// <exception cref="NotSupportedException">The type has nothing that could be set.</exception>
    /// <exception cref="BlittableException">The document is damaged, or has another kind of value there.</exception>
    public virtual void Populate(ObjectReader reader, scoped in BlittableValue value, ref T target) =>
        throw new NotSupportedException($"Nothing of {TypeNames.Of(typeof(T))} can be set.");

    // Instantiated at run time alone: ahead of time there would be no end of collections of collections.
    object? IElementConverter.CollectionOf(Type type) => RuntimeFeature.IsDynamicCodeSupported ? OtherCollections.Create(type, typeof(T), this) : null;

    void IObjectConverter.WriteObject(ObjectWriter writer, object value) => Write(writer, (T)value);
}
