namespace Blittable.Collections.Stripes;

/// <summary>Represents a value that a document has lost: its path, and the damage to its block.</summary>
internal readonly record struct LostValue(string Path, string Reason);
