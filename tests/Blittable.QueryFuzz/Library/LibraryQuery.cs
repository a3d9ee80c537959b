using Blittable.Collections;
using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Library;

/// <summary>Runs a query with the library.</summary>
internal static class LibraryQuery
{
    public static LibraryAnswer Run(QueryModel query, CollectionReader reader, Configuration configuration)
    {
        try
        {
            if (query.Find is { } find)
            {
                return new(query.Labels, Find(find, reader), null);
            }

            var scan = Scan(query, reader, configuration);
            if (query.Form == QueryForm.Count)
            {
                return new(["count"], [[scan.Count()]], null);
            }

            if (query.IsBatched)
            {
                return BatchReader.Read(scan.Select(Columns(query, configuration)));
            }

            var table = query.Form == QueryForm.Select ? Select(query, scan, configuration) : Aggregate(query, scan, configuration);
            return new([.. table.Columns], [.. Enumerable.Range(0, table.Count).Select(row => table.GetRow(row).ToArray())], null);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return new([], [], exception);
        }
    }

    private static List<QueryValue[]> Find(FindModel find, CollectionReader reader)
    {
        var rows = new List<QueryValue[]>();
        reader.FindAll(BlittablePath.Parse(find.Path.Text), find.ToLibrary(), (_, document) => rows.Add([document.GetProperty("id"u8).GetInt64()]));
        return rows;
    }

    private static CollectionScan Scan(QueryModel query, CollectionReader reader, Configuration configuration)
    {
        var scan = reader.Scan().WithWorkers(configuration.Workers, TimeSpan.Zero);
        scan = configuration.IsLimited ? scan.WithAnyMemoryLimit(query.Memory) : scan;
        foreach (var filter in query.Filters)
        {
            scan = scan.Where(ToFilter(filter, configuration));
        }

        scan = query.Unnest is null ? scan : scan.Unnest(query.Unnest.Text);
        foreach (var filter in query.RowFilters)
        {
            scan = scan.Where(ToFilter(filter, configuration));
        }

        return scan;
    }

    private static Filter ToFilter(FilterModel filter, Configuration configuration) =>
        (configuration.IsParsed ? QueryText.Parse(filter) : null) ?? filter.ToLibrary();

    private static ScanExpression[] Columns(QueryModel query, Configuration configuration) => Array.ConvertAll(query.Columns, column => column.ToLibrary(configuration.IsParsed));

    private static QueryTable Select(QueryModel query, CollectionScan scan, Configuration configuration)
    {
        var selection = scan.Select(Columns(query, configuration));
        foreach (var order in query.Order)
        {
            selection = selection.OrderBy(order.Column, order.IsDescending);
        }

        return (query.Limit is { } limit ? selection.Limit(limit) : selection).Offset(query.Offset).ToTable();
    }

    private static QueryTable Aggregate(QueryModel query, CollectionScan scan, Configuration configuration)
    {
        var aggregates = Array.ConvertAll(query.Aggregates, aggregate => aggregate.ToLibrary());
        if (query.Form == QueryForm.Aggregate)
        {
            return scan.Aggregate(aggregates);
        }

        var grouped = scan.GroupBy(Columns(query, configuration));
        foreach (var having in query.Having)
        {
            grouped = grouped.Having(having.Column, having.Operator, having.Literal.Query);
        }

        foreach (var order in query.Order)
        {
            grouped = grouped.OrderBy(order.Column, order.IsDescending);
        }

        return (query.Limit is { } limit ? grouped.Limit(limit) : grouped).Offset(query.Offset).Aggregate(aggregates);
    }
}
