namespace Blittable.Collections;

/// <summary>Reports a path in a query that no document of the collection has, and that is therefore probably misspelled. Immutable.</summary>
/// <remarks>The query still runs; the path has no value in any document.</remarks>
public sealed class QueryWarning
{
    internal QueryWarning(BlittablePath path, IReadOnlyList<string> suggestions)
    {
        Path = path;
        Suggestions = suggestions;
    }

    /// <summary>Gets the path.</summary>
    public BlittablePath Path { get; }

    /// <summary>Gets similar paths of the collection that may have been meant, most likely first.</summary>
    public IReadOnlyList<string> Suggestions { get; }

    /// <summary>Gets the warning message, including the suggestions.</summary>
    public string Message =>
        $"No document has a value at '{Path}'.{(Suggestions.Count == 0 ? "" : $" Did you mean {string.Join(" or ", Suggestions.Select(path => $"'{path}'"))}?")}";

    /// <summary>Returns <see cref="Message"/>.</summary>
    public override string ToString() => Message;
}
