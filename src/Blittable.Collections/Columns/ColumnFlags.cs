namespace Blittable.Columns;

/// <summary>What a chunk holds besides its values.</summary>
[Flags]
internal enum ColumnFlags : byte
{
    None = 0,
    Nulls = 1,
    Statistics = 2,
    Checksum = 4,
}
