using System.Collections.Concurrent;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Registers the converters of generated code, which calls it in module initializers.</summary>
/// <remarks>
/// The order in which assemblies are initialized has no effect on the converter of a type: see <see cref="ConverterOrigin"/>. Code that an assembly contains for a
/// type of another assembly is a fallback, so its options affect neither types that have their own converter nor types that need no generated code. Thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ConverterRegistry
{
    private static readonly Lock Changes = new();

    /// <summary>The converters in use: registered converters, and converters found at run time because none is registered.</summary>
    private static readonly ConcurrentDictionary<Type, Entry> ByType = [];

    /// <summary>The converters that apply only if no other converter can be found.</summary>
    private static readonly ConcurrentDictionary<Type, Entry> Fallbacks = [];

    /// <summary>The number of registrations. A converter found at run time may depend on converters that a registration replaces.</summary>
    private static int s_registrations;

    /// <summary>Registers the converter of a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="converter">The converter of the type.</param>
    /// <param name="origin">The reason why generated code contains the converter.</param>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> is null.</exception>
    public static void Add<T>(ValueConverter<T> converter, ConverterOrigin origin)
    {
        ArgumentNullException.ThrowIfNull(converter);
        var entry = new Entry(converter, origin);
        var entries = entry.IsFallback ? Fallbacks : ByType;
        lock (Changes)
        {
            if (entries.TryGetValue(typeof(T), out var other) && !entry.Precedes(other))
            {
                return;
            }

            s_registrations++;
            var isInUse = ByType.TryGetValue(typeof(T), out var used) && (!entry.IsFallback || used.IsFoundAtRunTime);
            entries[typeof(T)] = entry;
            if (isInUse || ScalarConverters.For(typeof(T)) is not null)
            {
                ConverterOf<T>.Forget();
                ForgetFound();
            }
        }
    }

    /// <summary>Returns the converter of a type, or null if there is none.</summary>
    internal static IObjectConverter? Find(Type type)
    {
        if (ByType.TryGetValue(type, out var known))
        {
            return known.Converter;
        }

        if (ScalarConverters.For(type) is IObjectConverter scalar)
        {
            return scalar;
        }

        Initialize(type);
        while (!ByType.TryGetValue(type, out known))
        {
            var registrations = Volatile.Read(ref s_registrations);
            if (FindAtRunTime(type) is not { } found)
            {
                return null;
            }

            lock (Changes)
            {
                if (registrations == s_registrations)
                {
                    return Use(type, found);
                }
            }
        }

        return known.Converter;
    }

    /// <summary>Sets the converter of a type for which none is registered.</summary>
    /// <returns>The converter that applies.</returns>
    internal static IObjectConverter Use(Type type, IObjectConverter found)
    {
        lock (Changes)
        {
            return ByType.GetOrAdd(type, new Entry(found, Entry.FoundAtRunTime)).Converter;
        }
    }

    /// <summary>Stores the converter in use in a field, unless another thread has just replaced it.</summary>
    internal static void Store<T>(ref ValueConverter<T>? field)
    {
        lock (Changes)
        {
            field = (ByType.TryGetValue(typeof(T), out var known) ? known.Converter : ScalarConverters.For(typeof(T))) as ValueConverter<T>;
        }
    }

    /// <summary>Returns the element type of a collection or the value type of a dictionary; null for other types.</summary>
    internal static Type? ElementOf(Type type) => type.IsArray ? type.GetElementType() : type.GenericTypeArguments is [.., var last] and { Length: <= 2 } ? last : null;

    private static IObjectConverter? FindAtRunTime(Type type)
    {
        if (RuntimeFeature.IsDynamicCodeSupported && EnumNumbers.Handles(type))
        {
            return EnumNumbers.Create(type);
        }

        // A collection type that is not declared is converted with the converter of its elements.
        var made = ElementOf(type) is { } element && Find(element) is IElementConverter elements ? elements.CollectionOf(type) as IObjectConverter : null;
        return made ?? (Fallbacks.TryGetValue(type, out var fallback) ? fallback.Converter : null);
    }

    /// <summary>Discards the converters found at run time, which may contain a converter that has been replaced.</summary>
    private static void ForgetFound()
    {
        foreach (var (type, entry) in ByType)
        {
            if (entry.IsFoundAtRunTime)
            {
                ByType.TryRemove(type, out _);
                ((IElementConverter)entry.Converter).Forget();
            }
        }
    }

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

    private sealed record Entry(IObjectConverter Converter, ConverterOrigin Origin)
    {
        /// <summary>The origin of converters that no generated code registered.</summary>
        public const ConverterOrigin FoundAtRunTime = (ConverterOrigin)(-1);

        public bool IsFoundAtRunTime => Origin == FoundAtRunTime;

        public bool IsFallback => Origin < ConverterOrigin.OwnType;

        /// <summary>Determines whether this entry replaces another entry. In the same assembly, the first entry is kept.</summary>
        public bool Precedes(Entry other) => Origin != other.Origin ? Origin > other.Origin : string.CompareOrdinal(Assembly, other.Assembly) < 0;

        private string? Assembly => Converter.GetType().Assembly.FullName;
    }
}

/// <summary>Specifies why generated code contains the converter of a type. If the code of several assemblies contains converters of the type, the converter with
/// the greatest value applies, regardless of which assembly is initialized first.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[Flags]
public enum ConverterOrigin
{
    /// <summary>A declared type with options has a member of the type, which belongs to another assembly.</summary>
    None = 0,

    /// <summary>The options are the default options.</summary>
    DefaultOptions = 1,

    /// <summary>The type belongs to the assembly of the generated code, or its form is the same in all assemblies.</summary>
    OwnType = 2,

    /// <summary>The type itself was declared.</summary>
    Declared = 4,
}
