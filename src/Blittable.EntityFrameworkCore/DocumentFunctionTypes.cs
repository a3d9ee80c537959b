namespace Blittable.EntityFrameworkCore;

/// <summary>Defines the types that <c>blittable_get</c> supports, by SQL name and .NET type.</summary>
internal static class DocumentFunctionTypes
{
    public const string String = "string";
    public const string Long = "long";
    public const string Int = "int";
    public const string Double = "double";
    public const string Bool = "bool";

    private static readonly (Type Type, string Name)[] All =
        [(typeof(string), String), (typeof(long), Long), (typeof(int), Int), (typeof(double), Double), (typeof(bool), Bool)];

    /// <summary>Gets the SQL names of the types, for messages.</summary>
    public static string Names => string.Join(", ", All.Select(known => $"'{known.Name}'"));

    public static bool IsKnown(string? name) => Array.Exists(All, known => known.Name == name);

    /// <summary>Returns the SQL name of a type, nullable or not.</summary>
    /// <exception cref="InvalidOperationException">The type is not supported.</exception>
    public static string NameOf(Type type)
    {
        var value = Nullable.GetUnderlyingType(type) ?? type;
        return Array.Find(All, known => known.Type == value).Name ?? throw new InvalidOperationException(
            $"BlittableGet does not support the type {type}; use one of {string.Join(", ", All.Select(known => known.Type.Name))}, or a promoted property.");
    }
}
