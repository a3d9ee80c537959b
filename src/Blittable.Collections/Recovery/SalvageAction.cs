using Blittable.Collections.Stripes;

namespace Blittable.Collections.Recovery;

/// <summary>Processes a document of a stripe that may be damaged.</summary>
/// <param name="row">The row in the chunk group.</param>
/// <param name="document">The document without its lost values, valid during the call; empty if nothing is left of it.</param>
/// <param name="lost">The lost values; empty if the document is intact.</param>
internal delegate void SalvageAction(int row, ReadOnlySpan<byte> document, IReadOnlyList<LostValue> lost);
