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

        var (name, missing) = (TypeNames.Of(type), TypeNames.Of(leaf));
        var collection = leaf == type ? "" : $", as there is none for {missing}";
        return new NotSupportedException($"There is no code to convert {name}{collection}. {Reason(leaf, missing)}");
    }

    private static string Reason(Type type, string name) =>
        type.IsDefined(typeof(CompilerGeneratedAttribute), inherit: false) && type.Name.Contains("AnonymousType", StringComparison.Ordinal)
            ? "The type is anonymous, so that no declaration can name it: use a record that is marked [BlittableSerializable]."
        : type.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute")
            ? $"It is a type of F#, where no source generator runs: declare [assembly: BlittableSerializable(typeof({name}))] in a C# project."
        : type.IsDefined(typeof(BlittableSerializableAttribute), inherit: false)
            ? "It is marked [BlittableSerializable], but the source generator has not seen it: generators run in C# projects that refer to the package Blittable, "
                + $"not for Visual Basic, and not for types that a .razor or .cshtml file declares. Move it to a .cs file, or declare [assembly: BlittableSerializable(typeof({name}))] in a C# project."
        : $"Mark the type [BlittableSerializable], or declare [assembly: BlittableSerializable(typeof({name}))].";
}
