using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Registers anonymous types, and converts values whose type contains one. For generated code, which cannot name such types and therefore specifies
/// them by a function that is never called.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class AnonymousTypes
{
    /// <summary>Registers the converter of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="like">Specifies the type.</param>
    /// <param name="write">Writes an object.</param>
    /// <param name="read">Reads an object.</param>
    public static void Add<T>(Func<T> like, Action<ObjectWriter, T> write, AnonymousReading<T> read)
    {
        ArgumentNullException.ThrowIfNull(like);
        ArgumentNullException.ThrowIfNull(write);
        ArgumentNullException.ThrowIfNull(read);
        ConverterRegistry.Add(new AnonymousConverter<T>(write, read), ConverterOrigin.Declared | ConverterOrigin.OwnType | ConverterOrigin.DefaultOptions);
    }

    /// <summary>Writes a value with the converter registered for its type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The value.</param>
    public static void Write<T>(ObjectWriter writer, T? value) => ConverterOf<T>.Instance.Write(writer, value);

    /// <summary>Reads a value with the converter registered for its type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="like">Specifies the type.</param>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The value.</param>
    public static T? Read<T>(Func<T> like, ObjectReader reader, scoped in BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(like);
        return ConverterOf<T>.Instance.Read(reader, value);
    }

    /// <summary>Returns the default value of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="like">Specifies the type.</param>
    public static T? Default<T>(Func<T> like)
    {
        ArgumentNullException.ThrowIfNull(like);
        return default;
    }
}

/// <summary>Reads an object of an anonymous type. For generated code.</summary>
/// <typeparam name="T">The type.</typeparam>
/// <param name="reader">The reader.</param>
/// <param name="value">The value to read, which is not null.</param>
/// <returns>The object.</returns>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate T AnonymousReading<out T>(ObjectReader reader, scoped in BlittableValue value);

/// <summary>Converts objects of an anonymous type, which generated code can create but not name.</summary>
internal sealed class AnonymousConverter<T>(Action<ObjectWriter, T> write, AnonymousReading<T> read) : ValueConverter<T>, IElementConverter
{
    public override void Write(ObjectWriter writer, T? value)
    {
        if (value is null)
        {
            writer.WriteNull();
        }
        else
        {
            write(writer, value);
        }
    }

    public override T? Read(ObjectReader reader, scoped in BlittableValue value) => reader.IsNull(value) ? default : read(reader, value);

    // A collection of an anonymous type cannot be declared, so the common ones are compiled ahead of time.
    object? IElementConverter.CollectionOf(Type type) =>
        RuntimeFeature.IsDynamicCodeSupported ? OtherCollections.Create(type, typeof(T), this) : new NearCollections<T>().Create(type, this);
}
