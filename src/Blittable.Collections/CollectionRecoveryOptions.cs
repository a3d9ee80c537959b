namespace Blittable.Collections;

/// <summary>Specifies the output of <see cref="CollectionRecovery"/>.</summary>
public sealed record CollectionRecoveryOptions
{
    internal static CollectionRecoveryOptions Default { get; } = new();

    /// <summary>Gets the file for documents that lost some of their values, or <see langword="null"/> to omit these documents.</summary>
    /// <remarks>The file is a separate collection; an existing file is replaced. Each of its documents is an object: <c>row</c> is the row in the damaged
    /// collection, <c>lost</c> lists the paths of the lost values, and <c>document</c> is the document without them. A lost array element is
    /// <see langword="null"/>, so other elements keep their indexes. The file is not created if no document lost some of its values.</remarks>
    public string? PartialOutput { get; init; }

    /// <summary>Gets the receiver of the completed fraction, from 0 to 1, or <see langword="null"/>. The fraction counts rows and is reported after each stripe.</summary>
    public IProgress<double>? Progress { get; init; }
}
