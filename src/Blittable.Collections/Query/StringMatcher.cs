using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Sets the places of the strings of a batch that match to 1.</summary>
internal delegate void StringMatcher(StringBatch strings, Span<byte> matches);
