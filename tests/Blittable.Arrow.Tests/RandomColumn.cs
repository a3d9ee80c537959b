using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Tests;

/// <summary>A column, and what its values are to become.</summary>
/// <param name="Type">Its type.</param>
/// <param name="Data">Its values.</param>
/// <param name="Json">The JSON of each value.</param>
internal sealed record RandomColumn(IArrowType Type, ArrayData Data, string[] Json)
{
    /// <summary>Gets the metadata of the field.</summary>
    public IReadOnlyDictionary<string, string>? Metadata { get; init; }

    /// <summary>The field of the column.</summary>
    public Field ToField(string name) => new(name, Type, nullable: true, Metadata);

    /// <summary>Leaves out rows at both ends, without a copy.</summary>
    public RandomColumn Slice(int offset, int count) => this with { Data = Data.Slice(offset, count), Json = Json[offset..(offset + count)] };
}
