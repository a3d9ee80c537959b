using System.Text;

namespace Blittable.Collections;

/// <summary>Represents an assignment of <see cref="CollectionWriter.UpdateWhere(Filter, IEnumerable{CollectionAssignment}, CancellationToken)"/>: a path in the
/// changed documents, and the value to set there. Immutable.</summary>
public sealed class CollectionAssignment
{
    private readonly byte[]? _json;

    /// <summary>Assigns the result of an expression over the document before the change.</summary>
    /// <param name="path">The path. Its parent must exist in each changed document.</param>
    /// <param name="value">The expression. A result of null is set as the JSON value null. Numbers and dates that the expression only copies keep their
    /// text.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The path has a wildcard.</exception>
    public CollectionAssignment(BlittablePath path, ScanExpression value)
    {
        ArgumentNullException.ThrowIfNull(value);
        Path = CheckSingle(path);
        Value = value;
    }

    private CollectionAssignment(BlittablePath path, byte[] json)
    {
        Path = CheckSingle(path);
        _json = json;
    }

    /// <summary>Gets the path.</summary>
    public BlittablePath Path { get; }

    /// <summary>Gets the expression, or null if the value is JSON.</summary>
    public ScanExpression? Value { get; }

    /// <summary>Assigns the same JSON value, for example an object or an array, in all changed documents.</summary>
    /// <param name="path">The path. Its parent must exist in each changed document.</param>
    /// <param name="utf8Json">The value.</param>
    /// <exception cref="ArgumentNullException"><paramref name="path"/> is null.</exception>
    /// <exception cref="ArgumentException">The path has a wildcard.</exception>
    /// <exception cref="BlittableException">The value is not JSON.</exception>
    public static CollectionAssignment FromJson(BlittablePath path, ReadOnlySpan<byte> utf8Json)
    {
        BlittableDocument.Parse(utf8Json).Dispose();
        return new CollectionAssignment(path, utf8Json.ToArray());
    }

    /// <summary>Returns the path and the value.</summary>
    public override string ToString() => $"{Path} = {(_json is null ? Value!.ToString() : Encoding.UTF8.GetString(_json))}";

    /// <summary>Sets the value in a document.</summary>
    /// <param name="editor">The editor of the document.</param>
    /// <param name="result">The result of the expression, if any.</param>
    internal void Apply(BlittableEditor editor, in QueryValue result) => editor.Set(Path, _json ?? Encoding.UTF8.GetBytes(result.ToJson()));

    private static BlittablePath CheckSingle(BlittablePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return path.HasWildcard ? throw new ArgumentException($"'{path}' has a wildcard. An assignment sets one value.", nameof(path)) : path;
    }
}
