using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Tests;

/// <summary>A column, and the JSON of its values.</summary>
/// <param name="Type">The type of the column.</param>
/// <param name="Data">The values of the column.</param>
/// <param name="Json">The expected JSON of each value.</param>
internal sealed record RandomColumn(IArrowType Type, ArrayData Data, string[] Json)
{
    /// <summary>Gets the metadata of the field.</summary>
    public IReadOnlyDictionary<string, string>? Metadata { get; init; }

    /// <summary>Returns the field of the column.</summary>
    public Field ToField(string name) => new(name, Type, nullable: true, Metadata);

    /// <summary>Removes rows at both ends without a copy.</summary>
    public RandomColumn Slice(int offset, int count) => this with { Data = Data.Slice(offset, count), Json = Json[offset..(offset + count)] };
}
