namespace Blittable.Collections;

/// <summary>Sets what <see cref="CollectionRecovery"/> writes.</summary>
public sealed record CollectionRecoveryOptions
{
    internal static CollectionRecoveryOptions Default { get; } = new();

    /// <summary>Gets the file for documents that lost values; <see langword="null"/> to leave them out.</summary>
    /// <remarks>The file is a collection of its own, and an existing file is replaced. Each of its documents is an object: <c>row</c> is the row in the damaged collection,
    /// <c>lost</c> lists the paths whose values are lost, and <c>document</c> is the document without these values. An array element that is lost is <see langword="null"/>, so that the other
    /// elements keep their places. The file is not created if no document lost a part of its values.</remarks>
    public string? PartialOutput { get; init; }
}
