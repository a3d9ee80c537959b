using Blittable.Collections;
using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Library;

/// <summary>Asks the library a query.</summary>
internal static class LibraryQuery
{
    /// <summary>So little that a few groups go beyond it.</summary>
    private const long TinyMemory = 2000;

    public static LibraryAnswer Run(QueryModel query, CollectionReader reader, Configuration configuration)
    {
        try
        {
            var scan = Scan(query, reader, configuration);
            if (query.Form == QueryForm.Count)
            {
                return new(["count"], [[scan.Count()]], null);
            }

            var table = query.Form == QueryForm.Select ? Select(query, scan) : Aggregate(query, scan, configuration);
            return new([.. table.Columns], [.. Enumerable.Range(0, table.Count).Select(row => table.GetRow(row).ToArray())], null);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return new([], [], exception);
        }
    }

    private static CollectionScan Scan(QueryModel query, CollectionReader reader, Configuration configuration)
    {
        var scan = reader.Scan().WithWorkers(configuration.Workers, TimeSpan.Zero);
        foreach (var filter in query.Filters)
        {
            scan = scan.Where(filter.ToLibrary());
        }

        scan = query.Unnest is null ? scan : scan.Unnest(query.Unnest.Text);
        foreach (var filter in query.RowFilters)
        {
            scan = scan.Where(filter.ToLibrary());
        }

        return scan;
    }

    private static QueryTable Select(QueryModel query, CollectionScan scan)
    {
        var selection = scan.Select(Array.ConvertAll(query.Columns, column => column.ToLibrary()));
        foreach (var order in query.Order)
        {
            selection = selection.OrderBy(order.Column, order.IsDescending);
        }

        return (query.Limit is { } limit ? selection.Limit(limit) : selection).ToTable();
    }

    private static QueryTable Aggregate(QueryModel query, CollectionScan scan, Configuration configuration)
    {
        var aggregates = Array.ConvertAll(query.Aggregates, aggregate => aggregate.ToLibrary());
        if (query.Form == QueryForm.Aggregate)
        {
            return scan.Aggregate(aggregates);
        }

        var grouped = scan.GroupBy(Array.ConvertAll(query.Columns, column => column.ToLibrary()));
        foreach (var having in query.Having)
        {
            grouped = grouped.Having(having.Column, having.Operator, having.Literal.Query);
        }

        foreach (var order in query.Order)
        {
            grouped = grouped.OrderBy(order.Column, order.IsDescending);
        }

        grouped = query.Limit is { } limit ? grouped.Limit(limit) : grouped;
        return (configuration.IsLimited ? grouped.WithAnyMemoryLimit(TinyMemory) : grouped).Aggregate(aggregates);
    }
}
