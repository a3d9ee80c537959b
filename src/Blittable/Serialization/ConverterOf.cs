using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Blittable.Serialization;

/// <summary>The converter of a type, once one is registered.</summary>
/// <typeparam name="T">The type.</typeparam>
internal static class ConverterOf<T>
{
    private static ValueConverter<T>? s_converter = (ValueConverter<T>?)ScalarConverters.For(typeof(T));
    private static bool s_isDeclared;

    /// <summary>Gets the converter.</summary>
    /// <exception cref="NotSupportedException">No assembly that is loaded has declared the type.</exception>
    public static ValueConverter<T> Instance => s_converter ?? Load();

    /// <summary>Gets whether there is a converter.</summary>
    public static bool IsKnown
    {
        get
        {
            if (s_converter is null)
            {
                Initialize(typeof(T));
            }

            return s_converter is not null;
        }
    }

    /// <summary>Registers a converter: that of a type that was declared comes before those that others generated for their own members of the type.</summary>
    public static void Register(ValueConverter<T> converter, bool isDeclared)
    {
        if (s_converter is null || (isDeclared && !s_isDeclared))
        {
            s_isDeclared = isDeclared;
            s_converter = converter;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ValueConverter<T> Load()
    {
        Initialize(typeof(T));
        return s_converter ?? throw new NotSupportedException(
            $"Expected a type that BlittableSerializer knows, found {typeof(T)}: mark it [BlittableSerializable], "
            + $"or declare [assembly: BlittableSerializable(typeof({typeof(T).Name}))].");
    }

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
