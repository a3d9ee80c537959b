namespace Blittable.Generators.Serialization.Model;

/// <summary>Specifies how values of a type are written and read.</summary>
internal enum TypeKindModel
{
    /// <summary>By a method of the library.</summary>
    Scalar,

    /// <summary>As null or as the underlying value.</summary>
    Nullable,

    /// <summary>As a number.</summary>
    Enum,

    /// <summary>As a name, or as several names.</summary>
    EnumNames,

    /// <summary>As an object with a property for each member.</summary>
    Object,

    /// <summary>As an array.</summary>
    Sequence,

    /// <summary>As an object whose property names are the keys.</summary>
    Map,

    /// <summary>As JSON, by a System.Text.Json converter.</summary>
    Json,

    /// <summary>By the run-time type of the value.</summary>
    Dynamic,

    /// <summary>By the converter that the library creates for a collection of an anonymous type.</summary>
    Registered,
}
