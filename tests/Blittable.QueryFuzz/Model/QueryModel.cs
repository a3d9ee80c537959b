namespace Blittable.QueryFuzz.Model;

/// <summary>A query over a collection.</summary>
internal sealed record QueryModel(QueryForm Form)
{
    /// <summary>Gets the filters of documents.</summary>
    public FilterModel[] Filters { get; init; } = [];

    public PathModel? Unnest { get; init; }

    /// <summary>Gets the filters after <see cref="Unnest"/>.</summary>
    public FilterModel[] RowFilters { get; init; } = [];

    /// <summary>Gets the keys of groups, or the columns of a selection.</summary>
    public ColumnModel[] Columns { get; init; } = [];

    public AggregateModel[] Aggregates { get; init; } = [];

    public HavingModel[] Having { get; init; } = [];

    public OrderModel[] Order { get; init; } = [];

    public long? Limit { get; init; }

    public long Offset { get; init; }

    /// <summary>Gets the documents to look up. Used only by <see cref="QueryForm.Find"/>.</summary>
    public FindModel? Find { get; init; }

    /// <summary>Gets the memory limit in bytes, for configurations that have one.</summary>
    public long Memory { get; init; } = 2000;

    /// <summary>Gets a value that indicates whether a selection is read in batches, on several threads if there are several workers.</summary>
    public bool IsBatched { get; init; }

    /// <summary>Gets the labels of the answer's columns.</summary>
    public string[] Labels => Form switch
    {
        QueryForm.Count => ["count"],
        QueryForm.Find => ["id"],
        _ => [.. Columns.Select(column => column.Label), .. Aggregates.Select(aggregate => aggregate.Label)],
    };

    /// <summary>Gets the path of the elements that are rows: the requested path, or the longest path that a column or aggregate uses.</summary>
    public PathModel? Elements => Unnest ?? Columns.SelectMany(column => column.Expression.Paths).Concat(Aggregates.SelectMany(aggregate => aggregate.Paths))
        .Where(path => path.HasWildcard)
        .Select(path => path with { Steps = path.Steps[..(Array.FindLastIndex(path.Steps, step => step.IsWildcard) + 1)] })
        .MaxBy(path => path.Steps.Length);

    public override string ToString()
    {
        if (Find is not null)
        {
            return Find.ToString();
        }

        var text = new System.Text.StringBuilder("reader.Scan()");
        foreach (var filter in Filters)
        {
            text.Append($"\n    .Where({filter})");
        }

        text.Append(Unnest is null ? "" : $"\n    .Unnest({Unnest})");
        foreach (var filter in RowFilters)
        {
            text.Append($"\n    .Where({filter})");
        }

        var columns = string.Join(", ", (object[])Columns);
        text.Append(Form switch { QueryForm.Select => $"\n    .Select({columns})", QueryForm.Group => $"\n    .GroupBy({columns})", _ => "" });
        text.AppendJoin("", (object[])Having).AppendJoin("", (object[])Order).Append(Limit is null ? "" : $".Limit({Limit})").Append(Offset == 0 ? "" : $".Offset({Offset})");
        text.Append(Form switch { QueryForm.Count => ".Count()", QueryForm.Select => IsBatched ? ".ForEach(batch => …)" : ".ToTable()", _ => $"\n    .Aggregate({string.Join(", ", (object[])Aggregates)})" });
        return text.ToString();
    }
}
