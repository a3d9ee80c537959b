using Blittable.Arrow.Reading.Values;

namespace Blittable.Arrow.Reading;

/// <summary>Represents a column whose values can be converted to JSON.</summary>
/// <param name="Index">The position of the column in a batch.</param>
/// <param name="Source">The description of the column.</param>
/// <param name="Reader">The reader that writes the values of the column as JSON.</param>
internal sealed record ReadableColumn(int Index, ColumnSource Source, FieldReader Reader);
