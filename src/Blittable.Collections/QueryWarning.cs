namespace Blittable.Collections;

/// <summary>Reports a path of a query that no document of the collection has, and that is therefore most likely misspelt. Immutable.</summary>
/// <remarks>The query is answered all the same: each document has nothing at the path.</remarks>
public sealed class QueryWarning
{
    internal QueryWarning(BlittablePath path, IReadOnlyList<string> suggestions)
    {
        Path = path;
        Suggestions = suggestions;
    }

    /// <summary>Gets the path.</summary>
    public BlittablePath Path { get; }

    /// <summary>Gets paths of the collection that may have been meant, the most likely one first.</summary>
    public IReadOnlyList<string> Suggestions { get; }

    /// <summary>Gets the warning as a sentence, with the suggestions.</summary>
    public string Message =>
        $"No document has a value at '{Path}'.{(Suggestions.Count == 0 ? "" : $" Did you mean {string.Join(" or ", Suggestions.Select(path => $"'{path}'"))}?")}";

    /// <summary>Returns <see cref="Message"/>.</summary>
    public override string ToString() => Message;
}
