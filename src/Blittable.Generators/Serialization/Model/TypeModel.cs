namespace Blittable.Generators.Serialization.Model;

/// <summary>A type and how it is written and read: all that the emitter needs to know, and comparable.</summary>
internal sealed record TypeModel
{
    /// <summary>Gets the identity of the type in a graph: its name and the settings of a member's attribute.</summary>
    public required string Key { get; init; }

    /// <summary>The type as C# names it from anywhere.</summary>
    public required string Name { get; init; }

    /// <summary>A short name for methods, which other types may have too.</summary>
    public required string Label { get; init; }

    public required TypeKindModel Kind { get; init; }

    public bool IsValueType { get; init; }

    /// <summary>Of a scalar the method that reads it.</summary>
    public string Reader { get; init; } = "";

    /// <summary>Of a scalar the method that writes it.</summary>
    public string Writer { get; init; } = "Write";

    /// <summary>The key of what is inside: of an element, a value of a map, or the type of an enum.</summary>
    public string Element { get; init; } = "";

    /// <summary>Of a map the key of its keys.</summary>
    public string MapKey { get; init; } = "";

    /// <summary>How a collection is made.</summary>
    public CollectionModel? Collection { get; init; }

    /// <summary>Of an enum the names and the values as they are cast to 64 bits.</summary>
    public EquatableArray<(string Name, string Value)> Names { get; init; }

    /// <summary>Of an enum the names as keys of dictionaries, in the order of <see cref="Names"/>.</summary>
    public EquatableArray<string> KeyNames { get; init; }

    public bool IsFlags { get; init; }

    /// <summary>Of a type with a converter of System.Text.Json the converter.</summary>
    public string JsonConverter { get; init; } = "";

    /// <summary>Gets a value that indicates whether the converter is a factory of the one that is used.</summary>
    public bool IsFactory { get; init; }

    /// <summary>Of a number the flags of <c>JsonNumberHandling</c>.</summary>
    public int NumberHandling { get; init; }

    public ObjectModel? Object { get; init; }
}
