using System.Collections.Concurrent;
using System.ComponentModel;

namespace Blittable.Serialization;

/// <summary>Registers the converters of generated code, which does so in a module initializer.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ConverterRegistry
{
    private static readonly ConcurrentDictionary<Type, IObjectConverter> ByType = [];

    /// <summary>Registers the converter of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="converter">Its converter.</param>
    /// <param name="isDeclared">Whether the type itself was declared, rather than a member of it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> is null.</exception>
    public static void Add<T>(ValueConverter<T> converter, bool isDeclared)
    {
        ArgumentNullException.ThrowIfNull(converter);
        ConverterOf<T>.Register(converter, isDeclared);
        if (isDeclared)
        {
            ByType[typeof(T)] = converter;
        }
        else
        {
            ByType.TryAdd(typeof(T), converter);
        }
    }

    /// <summary>Gets the converter of a type; null for a type without a converter.</summary>
    internal static IObjectConverter? Find(Type type) =>
        ByType.TryGetValue(type, out var converter) ? converter : ScalarConverters.For(type) as IObjectConverter;
}
