using Blittable.Arrow.Reading.Values;

namespace Blittable.Arrow.Reading;

/// <summary>A column that has a JSON form.</summary>
/// <param name="Index">Its position in a batch.</param>
/// <param name="Source">The column as the file describes it.</param>
/// <param name="Reader">Writes its values.</param>
internal sealed record ReadableColumn(int Index, ColumnSource Source, FieldReader Reader);
