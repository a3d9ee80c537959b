using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Provides the converter of a type once it is registered.</summary>
/// <typeparam name="T">The type.</typeparam>
internal static class ConverterOf<T>
{
    private static ValueConverter<T>? s_converter = (ValueConverter<T>?)ScalarConverters.For(typeof(T));
    private static bool s_isDeclared;

    /// <summary>Gets the converter.</summary>
    /// <exception cref="NotSupportedException">No loaded assembly has declared the type.</exception>
    public static ValueConverter<T> Instance => s_converter ?? Load();

    /// <summary>Gets a value that indicates whether a converter exists.</summary>
    public static bool IsKnown
    {
        get
        {
            return (s_converter ?? Find()) is not null;
        }
    }

    /// <summary>Registers a converter. The converter of a declared type takes precedence over converters generated because other types have members
    /// of the type.</summary>
    /// <returns>The converter that applies.</returns>
    public static ValueConverter<T> Register(ValueConverter<T> converter, bool isDeclared)
    {
        if (s_converter is null || (isDeclared && !s_isDeclared))
        {
            s_isDeclared = isDeclared;
            s_converter = converter;
        }

        return s_converter;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ValueConverter<T> Load() => Find() ?? throw UnknownType.Of(typeof(T));

    private static ValueConverter<T>? Find()
    {
        if (ConverterRegistry.Find(typeof(T)) is ValueConverter<T> found)
        {
            s_converter ??= found;
        }

        return s_converter;
    }
}
