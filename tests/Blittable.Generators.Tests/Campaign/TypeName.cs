namespace Blittable.Generators.Tests.Campaign;

/// <summary>The name of a type in the source of a case, and the properties that determine the attributes a member of the type may have.</summary>
internal sealed record TypeName(string Text)
{
    public bool IsReference { get; init; }

    /// <summary>Gets a value that indicates whether <c>JsonNumberHandling</c> is permitted: a number, or a collection of numbers.</summary>
    public bool IsNumber { get; init; }

    public bool IsCollection { get; init; }

    public bool IsKey { get; init; }

    public bool IsSortable { get; init; }

    public bool IsEnum { get; init; }

    /// <summary>Gets a value that indicates whether a view supports the enum.</summary>
    public bool IsViewable { get; init; }

    /// <summary>Gets a value that indicates whether <c>JsonObjectCreationHandling.Populate</c> is permitted without a setter.</summary>
    public bool IsFillable { get; init; }

    /// <summary>Gets a value that indicates whether <c>JsonObjectCreationHandling.Populate</c> is permitted, but only with a setter.</summary>
    public bool IsFillableStruct { get; init; }

    /// <summary>Gets an expression for an initial value that populating adds to; null if there is none.</summary>
    public string? Initial { get; init; }

    public bool IsOptional => Text.EndsWith('?');

    /// <summary>Gets the nullable form of the type.</summary>
    public TypeName Optional() => IsOptional ? this : this with { Text = Text + "?", IsKey = false, IsSortable = false, IsNumber = IsNumber && (IsReference || !IsCollection) };
}
