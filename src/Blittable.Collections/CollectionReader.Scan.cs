namespace Blittable.Collections;

/// <content>The way to queries.</content>
public sealed partial class CollectionReader
{
    /// <summary>Returns a query over all documents, to be narrowed down.</summary>
    public CollectionScan Scan() => new(Snapshot.Set);
}
