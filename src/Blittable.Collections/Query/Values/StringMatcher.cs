using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>Sets the elements of matching strings of a batch to 1.</summary>
internal delegate void StringMatcher(StringBatch strings, Span<byte> matches);
