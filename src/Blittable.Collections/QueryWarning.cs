namespace Blittable.Collections;

/// <summary>Reports a probable mistake in a query: a path that no document of the collection has, or a comparison with a kind of value that the path never has.
/// Immutable.</summary>
/// <remarks>The query still runs, unless <see cref="CollectionScan.WithStrictPaths"/> turns the warning into an exception.</remarks>
public sealed class QueryWarning
{
    /// <summary>Creates a warning for a path that no document has.</summary>
    internal QueryWarning(BlittablePath path, IReadOnlyList<string> suggestions)
    {
        Path = path;
        Suggestions = suggestions;
        Message = $"No document has a value at '{path}'.{(suggestions.Count == 0 ? "" : $" Did you mean {string.Join(" or ", suggestions.Select(path => $"'{path}'"))}?")}";
    }

    /// <summary>Creates a warning for a kind of value that a path never has.</summary>
    internal QueryWarning(BlittablePath path, string message)
    {
        Kind = QueryWarningKind.OtherKind;
        Path = path;
        Suggestions = [];
        Message = message;
    }

    /// <summary>Gets the reason for the warning.</summary>
    public QueryWarningKind Kind { get; }

    /// <summary>Gets the path.</summary>
    public BlittablePath Path { get; }

    /// <summary>Gets similar paths of the collection that may have been meant, most likely first. Empty unless the path is missing.</summary>
    public IReadOnlyList<string> Suggestions { get; }

    /// <summary>Gets the warning message, including suggestions or the kinds that the path has.</summary>
    public string Message { get; }

    /// <summary>Returns <see cref="Message"/>.</summary>
    public override string ToString() => Message;
}
