using System.Reflection;
using System.Runtime.CompilerServices;

namespace Blittable.Testing;

/// <summary>Lists the parameters and settings of a public API that accept texts, so a test can require a case for each of them.</summary>
internal static class TextParameters
{
    private static readonly Type[] s_texts =
        [typeof(string), typeof(ReadOnlySpan<char>), typeof(ReadOnlySpan<string>), typeof(IReadOnlyList<string>), typeof(IEnumerable<string>), typeof(string[])];

    /// <summary>Returns the parameters as Type.Method(parameter), and the settings as Type.Property. Overloads that differ in other parameters are one.</summary>
    public static IEnumerable<string> Of(Assembly assembly, params string[] omittedNamespaces) =>
        assembly.GetExportedTypes().Where(type => !omittedNamespaces.Contains(type.Namespace)).SelectMany(type => OfMethods(type).Concat(OfSettings(type))).Distinct()
            .Order(StringComparer.Ordinal);

    private static IEnumerable<string> OfMethods(Type type)
    {
        const BindingFlags declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        var methods = type.GetMethods(declared).Where(method => !method.IsSpecialName || method.Name.StartsWith("op_", StringComparison.Ordinal));
        foreach (var method in methods.Concat<MethodBase>(type.GetConstructors(declared)))
        {
            if (method.IsDefined(typeof(CompilerGeneratedAttribute)))
            {
                continue;
            }

            foreach (var parameter in method.GetParameters())
            {
                if (!parameter.IsOut && s_texts.Contains(parameter.ParameterType))
                {
                    yield return $"{NameOf(type)}.{(method.IsConstructor ? "new" : method.Name)}({parameter.Name})";
                }
            }
        }
    }

    private static IEnumerable<string> OfSettings(Type type) =>
        type.GetProperties().Where(property => property.DeclaringType == type && property.SetMethod is { IsPublic: true } && s_texts.Contains(property.PropertyType))
            .Select(property => $"{NameOf(type)}.{property.Name}");

    private static string NameOf(Type type) => type.Name.Split('`')[0];
}
