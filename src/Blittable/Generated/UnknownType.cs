using System.Runtime.CompilerServices;

namespace Blittable.Generated;

/// <summary>Explains why there is no code for a type.</summary>
internal static class UnknownType
{
    /// <summary>Creates the exception for a type without a converter.</summary>
    public static NotSupportedException Of(Type type)
    {
        var leaf = type;
        while (ConverterRegistry.ElementOf(leaf) is { } element && ConverterRegistry.Find(element) is null)
        {
            leaf = element;
        }

        if (leaf.GenericTypeArguments is [var key, _] && leaf.IsAssignableTo(typeof(System.Collections.IEnumerable))
            && ConverterRegistry.Find(leaf.GenericTypeArguments[1]) is not null && !KeyParser.Handles(key) && !key.IsEnum && key != typeof(string))
        {
            return new NotSupportedException($"No converter exists for {TypeNames.Of(type)}, because the key type {TypeNames.Of(key)} cannot be converted to property names.");
        }

        var (name, missing) = (TypeNames.Of(type), TypeNames.Of(leaf));
        var collection = leaf == type ? "" : $", because none exists for {missing}";
        return new NotSupportedException($"No converter exists for {name}{collection}. {Reason(leaf, missing)}");
    }

    private static string Reason(Type type, string name) =>
        type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false) && type.Name.Contains("AnonymousType", StringComparison.Ordinal)
            ? "The type is anonymous: use a record that is marked [BlittableSerializable] instead."
        : type.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute")
            ? $"The type is defined in F#, where source generators do not run: declare [assembly: BlittableSerializable(typeof({name}))] in a C# project."
        : type.IsDefined(typeof(BlittableSerializableAttribute), inherit: false)
            ? "The type is marked [BlittableSerializable], but the source generator did not process it: the generator runs only in C# projects that reference "
                + "the package Blittable, and not for types that are declared in .razor or .cshtml files. "
                + $"Move the type to a .cs file, or declare [assembly: BlittableSerializable(typeof({name}))] in a C# project."
        : $"Mark the type [BlittableSerializable], or declare [assembly: BlittableSerializable(typeof({name}))].";
}
