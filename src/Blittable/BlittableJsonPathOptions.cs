namespace Blittable;

/// <summary>Specifies how a <see cref="BlittableJsonPath"/> handles details that the RFCs leave open.</summary>
public sealed record BlittableJsonPathOptions
{
    /// <summary>Gets the default options.</summary>
    public static BlittableJsonPathOptions Default { get; } = new();

    /// <summary>Gets a value that indicates whether <c>^</c> and <c>$</c> in patterns of <c>match</c> and <c>search</c> are ordinary characters.</summary>
    /// <value>The default is <see langword="false"/>: <c>^</c> matches the beginning of the text and <c>$</c> its end.</value>
    /// <remarks>The grammar of RFC 9485 lists both as normal characters, like XML Schema, but its mappings to ECMAScript and PCRE pass them through as anchors.
    /// The JSONPath compliance test suite expects anchors. Set this property to <see langword="true"/> to follow the grammar.</remarks>
    public bool LiteralAnchors { get; init; }
}
