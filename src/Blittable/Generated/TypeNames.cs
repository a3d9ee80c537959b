using System.Text;

namespace Blittable.Generated;

/// <summary>Formats type names as in C#, for messages.</summary>
internal static class TypeNames
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(bool)] = "bool", [typeof(byte)] = "byte", [typeof(sbyte)] = "sbyte", [typeof(short)] = "short", [typeof(ushort)] = "ushort",
        [typeof(int)] = "int", [typeof(uint)] = "uint", [typeof(long)] = "long", [typeof(ulong)] = "ulong", [typeof(float)] = "float",
        [typeof(double)] = "double", [typeof(decimal)] = "decimal", [typeof(char)] = "char", [typeof(string)] = "string", [typeof(object)] = "object",
    };

    /// <summary>Returns the name without namespaces: <c>Dictionary&lt;int, Outer.Inner[]&gt;</c>.</summary>
    public static string Of(Type type)
    {
        if (Keywords.TryGetValue(type, out var keyword))
        {
            return keyword;
        }

        if (type.IsArray)
        {
            return $"{Of(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        }

        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return Of(inner) + "?";
        }

        if (type.IsGenericParameter)
        {
            return type.Name;
        }

        // The type arguments of enclosing types precede the arguments of a nested type.
        var name = new StringBuilder();
        var arguments = type.GenericTypeArguments;
        var used = 0;
        foreach (var part in Outer(type))
        {
            var tick = part.Name.IndexOf('`');
            name.Append(name.Length > 0 ? "." : "").Append(tick < 0 ? part.Name : part.Name[..tick]);
            var count = tick < 0 ? 0 : int.Parse(part.Name.AsSpan(tick + 1), System.Globalization.CultureInfo.InvariantCulture);
            if (count > 0)
            {
                name.Append('<').AppendJoin(", ", arguments.Skip(used).Take(count).Select(Of)).Append('>');
                used += count;
            }
        }

        return name.ToString();
    }

    private static IEnumerable<Type> Outer(Type type) => type.DeclaringType is { } outer ? Outer(outer).Append(type) : [type];
}
