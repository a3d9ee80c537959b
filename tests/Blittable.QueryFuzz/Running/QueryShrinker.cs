using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Running;

/// <summary>Removes parts from the query of a failing case.</summary>
internal static class QueryShrinker
{
    public static IEnumerable<QueryModel> Smaller(QueryModel query)
    {
        var candidates = new List<QueryModel>();
        candidates.AddRange(Without(query.Filters).Select(filters => query with { Filters = filters }));
        candidates.AddRange(Without(query.RowFilters).Select(filters => query with { RowFilters = filters }));
        candidates.AddRange(Without(query.Having).Select(having => query with { Having = having }));
        candidates.AddRange(Without(query.Order).Select(order => query with { Order = order }));
        candidates.AddRange(Without(query.Aggregates).Where(left => left.Length > 0 || query.Form == QueryForm.Group).Select(aggregates => query with { Aggregates = aggregates }));
        candidates.AddRange(Without(query.Columns).Where(left => left.Length > 0).Select(columns => query with { Columns = columns }));
        if (query.Offset != 0)
        {
            candidates.Add(query with { Offset = 0 });
        }

        if (query.Limit is not null)
        {
            candidates.Add(query with { Limit = null });
        }

        for (var i = 0; i < query.Filters.Length; i++)
        {
            candidates.AddRange(Smaller(query.Filters[i]).Select(filter => query with { Filters = With(query.Filters, i, filter) }));
        }

        for (var i = 0; i < query.RowFilters.Length; i++)
        {
            candidates.AddRange(Smaller(query.RowFilters[i]).Select(filter => query with { RowFilters = With(query.RowFilters, i, filter) }));
        }

        for (var i = 0; i < query.Aggregates.Length; i++)
        {
            var aggregate = query.Aggregates[i];
            if (aggregate.Filter is { } filter)
            {
                candidates.AddRange(Smaller(filter).Append(null).Select(smaller => query with { Aggregates = With(query.Aggregates, i, aggregate with { Filter = smaller }) }));
            }
        }

        // The remaining query must still name existing columns, and rows must still be the elements that filters test.
        return candidates.Where(IsWhole);
    }

    private static bool IsWhole(QueryModel query) =>
        query.Order.All(order => query.Labels.Contains(order.Column))
        && query.Having.All(having => query.Labels.Contains(having.Column))
        && query.Aggregates.All(aggregate => aggregate.Filter is null || aggregate.Filter.Paths.All(path => !path.HasWildcard || query.Elements is null || path.IsWithin(query.Elements)));

    private static IEnumerable<FilterModel> Smaller(FilterModel filter)
    {
        foreach (var part in filter.Parts)
        {
            yield return part;
        }

        if (filter is FilterModel.Compound compound)
        {
            foreach (var left in Without(compound.Filters).Where(left => left.Length > 0))
            {
                yield return compound with { Filters = left };
            }

            for (var i = 0; i < compound.Filters.Length; i++)
            {
                foreach (var smaller in Smaller(compound.Filters[i]))
                {
                    yield return compound with { Filters = With(compound.Filters, i, smaller) };
                }
            }
        }
        else if (filter is FilterModel.Not not)
        {
            foreach (var smaller in Smaller(not.Operand))
            {
                yield return new FilterModel.Not(smaller);
            }
        }
        else if (filter is FilterModel.In { Literals.Length: > 1 } list)
        {
            foreach (var left in Without(list.Literals))
            {
                yield return list with { Literals = left };
            }
        }
    }

    private static IEnumerable<T[]> Without<T>(T[] items) => Enumerable.Range(0, items.Length).Select(left => items.Where((_, at) => at != left).ToArray());

    private static T[] With<T>(T[] items, int at, T item)
    {
        var copy = (T[])items.Clone();
        copy[at] = item;
        return copy;
    }
}
