namespace Blittable.Npgsql;

/// <summary>What a <see cref="BlittableTable"/> looks like in the database.</summary>
public sealed record BlittableTableOptions
{
    /// <summary>The table's name.</summary>
    public required string Name { get; init; }

    /// <summary>Columns beside the document, none by default. Their names must differ, also from <c>key</c> and <c>document</c>.</summary>
    public IReadOnlyList<PromotedColumn> Promoted { get; init; } = [];

    /// <summary>How documents are converted; disk mode by default.</summary>
    public BlittableOptions Conversion { get; init; } = new() { Mode = BlittableMode.Disk };
}
