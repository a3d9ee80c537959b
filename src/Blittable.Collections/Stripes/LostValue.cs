namespace Blittable.Collections.Stripes;

/// <summary>A value that a document has lost: where it was, and the fault of the block that had it.</summary>
internal readonly record struct LostValue(string Path, string Reason);
