namespace Blittable;

/// <summary>Specifies how a <see cref="BlittableJsonPath"/> reads what the specifications leave open.</summary>
public sealed record BlittableJsonPathOptions
{
    /// <summary>Gets the options of a query that is parsed without options.</summary>
    public static BlittableJsonPathOptions Default { get; } = new();

    /// <summary>Gets a value that indicates whether <c>^</c> and <c>$</c> in patterns of <c>match</c> and <c>search</c> are characters like others.</summary>
    /// <value>False by default: <c>^</c> matches the beginning of the text and <c>$</c> its end.</value>
    /// <remarks>The grammar of RFC 9485 lists both among the normal characters, as XML Schema does, but its mappings to ECMAScript and PCRE pass them on as anchors. The
    /// JSONPath compliance test suite expects anchors. Set this to true for the grammar.</remarks>
    public bool LiteralAnchors { get; init; }
}
