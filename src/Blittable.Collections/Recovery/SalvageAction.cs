using Blittable.Collections.Stripes;

namespace Blittable.Collections.Recovery;

/// <summary>Takes a document of a stripe that may be damaged.</summary>
/// <param name="row">The row in its chunk group.</param>
/// <param name="document">The document during the call, without what it has lost; empty if nothing is left of it.</param>
/// <param name="lost">What it has lost; empty if it is whole.</param>
internal delegate void SalvageAction(int row, ReadOnlySpan<byte> document, IReadOnlyList<LostValue> lost);
