using System.Collections.Concurrent;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

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
    internal static IObjectConverter? Find(Type type)
    {
        if (ByType.TryGetValue(type, out var known))
        {
            return known;
        }

        if (ScalarConverters.For(type) is IObjectConverter scalar)
        {
            return scalar;
        }

        Initialize(type);
        if (ByType.TryGetValue(type, out known))
        {
            return known;
        }

        // A collection that no declaration names is converted by the converter of its elements.
        var made = ElementOf(type) is { } element && Find(element) is IElementConverter elements ? elements.CollectionOf(type) as IObjectConverter : null;
        return made is null ? null : ByType.GetOrAdd(type, made);
    }

    /// <summary>Gets the type of a collection's elements, or of a dictionary's values; null for another type.</summary>
    internal static Type? ElementOf(Type type) => type.IsArray ? type.GetElementType() : type.GenericTypeArguments is [.., var last] and { Length: <= 2 } ? last : null;

    /// <summary>Runs the initializer of the type's module, which has not run yet where nothing of the module was used before.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A module that is trimmed away has no types to convert; native code runs all initializers when it starts.")]
    private static void Initialize(Type type)
    {
        RuntimeHelpers.RunModuleConstructor(type.Module.ModuleHandle);
        foreach (var argument in type.GenericTypeArguments)
        {
            Initialize(argument);
        }

        if (type.GetElementType() is { } element)
        {
            Initialize(element);
        }
    }
}
