namespace Blittable.Generators.Serialization.Model;

/// <summary>Describes a type and its conversion. Contains everything that the emitter needs, and is comparable.</summary>
internal sealed record TypeModel
{
    /// <summary>Gets the identity of the type in a graph: its name and the settings of a member's attributes.</summary>
    public required string Key { get; init; }

    /// <summary>Gets the fully qualified C# name of the type.</summary>
    public required string Name { get; init; }

    /// <summary>Gets a short name for methods, which is not necessarily unique.</summary>
    public required string Label { get; init; }

    public required TypeKindModel Kind { get; init; }

    public bool IsValueType { get; init; }

    /// <summary>Gets a value that indicates whether the type is anonymous, so that generated code can create its objects but not name it.</summary>
    public bool IsAnonymous { get; init; }

    /// <summary>Gets the method that reads a scalar.</summary>
    public string Reader { get; init; } = "";

    /// <summary>Gets the method that writes a scalar.</summary>
    public string Writer { get; init; } = "Write";

    /// <summary>Gets the key of the contained type: of an element, a nullable value, a value of a map, or the underlying type of an enum.</summary>
    public string Element { get; init; } = "";

    /// <summary>Gets the key of the type of a map's keys.</summary>
    public string MapKey { get; init; } = "";

    /// <summary>Gets the description of a collection.</summary>
    public CollectionModel? Collection { get; init; }

    /// <summary>Gets the names of an enum, and the expressions for its values, which are cast to 64 bits.</summary>
    public EquatableArray<(string Name, string Value)> Names { get; init; }

    /// <summary>Gets the names of an enum as dictionary keys, in the order of <see cref="Names"/>.</summary>
    public EquatableArray<string> KeyNames { get; init; }

    public bool IsFlags { get; init; }

    /// <summary>Gets the System.Text.Json converter of the type.</summary>
    public string JsonConverter { get; init; } = "";

    /// <summary>Gets a value that indicates whether the converter is a factory.</summary>
    public bool IsFactory { get; init; }

    /// <summary>Gets the flags of <c>JsonNumberHandling</c> for a number.</summary>
    public int NumberHandling { get; init; }

    public ObjectModel? Object { get; init; }

    /// <summary>Gets a value that indicates whether values of the type are converted in this way where no attribute of a member applies.</summary>
    public bool IsRegistered { get; init; }

    /// <summary>Gets a value that indicates whether the type belongs to the assembly, or has the same form in all assemblies.</summary>
    public bool IsOwn { get; init; }
}
