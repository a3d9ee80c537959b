namespace Blittable.Columns;

/// <summary>Flags the parts of a chunk besides its values.</summary>
[Flags]
internal enum ColumnFlags : byte
{
    None = 0,
    Nulls = 1,
    Statistics = 2,
    Checksum = 4,
}
