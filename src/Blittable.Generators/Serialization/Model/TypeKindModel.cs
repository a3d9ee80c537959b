namespace Blittable.Generators.Serialization.Model;

/// <summary>How values of a type are written and read.</summary>
internal enum TypeKindModel
{
    /// <summary>By a method of the library.</summary>
    Scalar,

    /// <summary>As null or as what is inside.</summary>
    Nullable,

    /// <summary>As a number.</summary>
    Enum,

    /// <summary>As a name, or several.</summary>
    EnumNames,

    /// <summary>As an object with a property for each member.</summary>
    Object,

    /// <summary>As an array.</summary>
    Sequence,

    /// <summary>As an object whose names are keys.</summary>
    Map,

    /// <summary>By a converter of System.Text.Json, by way of JSON.</summary>
    Json,

    /// <summary>By the type that a value turns out to have.</summary>
    Dynamic,
}
