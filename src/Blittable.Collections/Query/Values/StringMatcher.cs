using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>Sets the places of the strings of a batch that match to 1.</summary>
internal delegate void StringMatcher(StringBatch strings, Span<byte> matches);
