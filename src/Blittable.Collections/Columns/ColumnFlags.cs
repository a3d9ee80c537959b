namespace Blittable.Columns;

/// <summary>Specifies the optional parts of a chunk.</summary>
[Flags]
internal enum ColumnFlags : byte
{
    None = 0,
    Nulls = 1,
    Statistics = 2,
    Checksum = 4,
}
