namespace Blittable.EntryMatrix;

/// <summary>An entry that writes documents.</summary>
/// <param name="Name">The name of the entry in failures.</param>
/// <param name="Expected">Returns the results expected of the written document.</param>
/// <param name="Write">Writes the document, or returns null if the entry does not apply to it.</param>
internal sealed record WritingEntry(string Name, Func<MatrixDocument, Expectation> Expected, Func<MatrixDocument, BlittableDocument?> Write)
{
    /// <summary>Gets a value that indicates whether the entry must only return the same MessagePack, in which a number has another text.</summary>
    public bool IsPacked { get; init; }
}
