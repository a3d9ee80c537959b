using System.Collections.Concurrent;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Registers the converters of generated code, which calls it in module initializers.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ConverterRegistry
{
    private static readonly ConcurrentDictionary<Type, IObjectConverter> ByType = [];

    /// <summary>Registers the converter of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="converter">The converter of the type.</param>
    /// <param name="isDeclared">true if the type itself was declared; false if it is the type of a member of a declared type.</param>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> is null.</exception>
    public static void Add<T>(ValueConverter<T> converter, bool isDeclared)
    {
        ArgumentNullException.ThrowIfNull(converter);
        ByType[typeof(T)] = ConverterOf<T>.Register(converter, isDeclared);
    }

    /// <summary>Returns the converter of a type, or null if there is none.</summary>
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

        if (RuntimeFeature.IsDynamicCodeSupported && EnumNumbers.Handles(type))
        {
            return ByType.GetOrAdd(type, EnumNumbers.Create(type));
        }

        // A collection type that is not declared is converted with the converter of its elements.
        var made = ElementOf(type) is { } element && Find(element) is IElementConverter elements ? elements.CollectionOf(type) as IObjectConverter : null;
        return made is null ? null : ByType.GetOrAdd(type, made);
    }

    /// <summary>Returns the element type of a collection or the value type of a dictionary; null for other types.</summary>
    internal static Type? ElementOf(Type type) => type.IsArray ? type.GetElementType() : type.GenericTypeArguments is [.., var last] and { Length: <= 2 } ? last : null;

    /// <summary>Runs the module initializer of the type, which has not run yet if no code of the module has been used.</summary>
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
