using System.Globalization;
using Blittable.Collections;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates queries over the paths and values of a collection.</summary>
internal sealed class QueryGenerator
{
    private static readonly double[] _fractions = [0, 0.25, 0.5, 0.75, 0.95, 1];

    private readonly FuzzRandom _random;
    private readonly PathSource _paths;
    private readonly ExpressionGenerator _expressions;
    private readonly FilterGenerator _filters;

    public QueryGenerator(FuzzRandom random, IEnumerable<string> documents)
    {
        _random = random;
        _paths = new PathSource(random, documents);
        _expressions = new ExpressionGenerator(random, _paths);
        _filters = new FilterGenerator(random, _paths, _expressions);
    }

    public QueryModel Make()
    {
        if (_random.OneIn(20))
        {
            return Find();
        }

        var form = _random.Next(10) switch { 0 => QueryForm.Count, < 3 => QueryForm.Aggregate, < 7 => QueryForm.Group, _ => QueryForm.Select };
        var query = new QueryModel(form)
        {
            Memory = _random.Pick<long>([1, 300, 2000, 2000, 20_000]),
            Filters = [.. Enumerable.Range(0, _random.Next(3)).Select(_ => _filters.Make(null, isOfDocuments: true))],
        };
        var elements = _random.OneIn(4) ? _paths.DrawElements() : null;
        if (elements is not null && (form == QueryForm.Count || _random.OneIn(2)))
        {
            query = query with
            {
                Unnest = elements,
                RowFilters = [.. Enumerable.Range(0, _random.Next(3)).Select(_ => _filters.Make(elements, isOfDocuments: false))],
            };
        }

        if (form == QueryForm.Count)
        {
            return query;
        }

        // Rows are elements only if a column or aggregate, and not just a filter, uses elements.
        query = query with { Columns = form == QueryForm.Aggregate ? [] : [.. Enumerable.Range(0, _random.Next(1, 4)).Select(i => Column(form, i, elements))] };
        if (form != QueryForm.Select)
        {
            query = query with { Aggregates = [.. Enumerable.Range(0, _random.Next(form == QueryForm.Group ? 0 : 1, 4)).Select(i => Aggregate(i, elements))] };
            elements = query.Elements;
            query = query with { Aggregates = Array.ConvertAll(query.Aggregates, aggregate => WithFilter(aggregate, elements)) };
        }

        return form == QueryForm.Aggregate ? query
            : form == QueryForm.Select && _random.OneIn(3) ? query with { IsBatched = true }
            : Order(query);
    }

    /// <summary>Creates a filter of documents.</summary>
    public FilterModel MakeFilter() => _filters.Make(null, isOfDocuments: true);

    private QueryModel Find()
    {
        var (path, samples) = _paths.Draw(null);
        var keys = Enumerable.Range(0, _random.Next(1, 4)).Select(_ => LiteralGenerator.Make(_random, samples))
            .Where(literal => literal.Value.Kind == Kind.String || (literal.Value.Kind == Kind.Number && long.TryParse(literal.Value.Number.ToString(), CultureInfo.InvariantCulture, out _)));
        return new QueryModel(QueryForm.Find)
        {
            Find = path.Steps.All(step => step.Name is not null)
                ? new FindModel(path, [.. keys, Literal.Of(_random.Next(9))])
                : new FindModel(new PathModel("$.id", [new("id", null)]), [Literal.Of(_random.Next(40))]),
        };
    }

    private ColumnModel Column(QueryForm form, int number, PathModel? elements)
    {
        var expression = _random.OneIn(3) ? _expressions.Make(elements) : _expressions.Path(elements);
        return new(expression, expression is ExpressionModel.Path && _random.OneIn(2) ? null : $"{(form == QueryForm.Group ? "key" : "column")} {number}");
    }

    private AggregateModel Aggregate(int number, PathModel? elements)
    {
        var function = _random.OneIn(5) ? AggregateKind.Count : (AggregateKind)_random.Next(Enum.GetValues<AggregateKind>().Length);
        ExpressionModel Path() => _expressions.Path(elements, function is AggregateKind.Count or AggregateKind.CountDistinct or AggregateKind.First or AggregateKind.Last or AggregateKind.Mode ? null : Kind.Number);
        var mayMultiply = function is AggregateKind.Sum or AggregateKind.Average or AggregateKind.Min or AggregateKind.Max or AggregateKind.Percentile;
        ExpressionModel[] inputs = function == AggregateKind.Count && _random.OneIn(2) ? []
            : function is AggregateKind.ArgMin or AggregateKind.ArgMax
                ? [_expressions.Path(elements), _random.OneIn(3) ? _expressions.Make(elements) : _expressions.Path(elements)]
            : mayMultiply && _random.OneIn(5) ? [Path(), Path()]
            : function != AggregateKind.Percentile && _random.OneIn(3)
                ? [_expressions.Make(elements)]
            : [Path()];
        var mayBeUnnamed = inputs.All(input => input is ExpressionModel.Path) && function is not (AggregateKind.ArgMin or AggregateKind.ArgMax);
        var name = mayBeUnnamed && _random.OneIn(3) ? null : $"{function} {number}";
        return new(function, inputs, _random.Pick<double>(_fractions), null, name);
    }

    private AggregateModel WithFilter(AggregateModel aggregate, PathModel? elements) => !_random.OneIn(3) ? aggregate : aggregate with
    {
        Filter = _filters.Make(elements, isOfDocuments: elements is null),
        Name = aggregate.Name ?? $"{aggregate.Function} f",
    };

    private QueryModel Order(QueryModel query)
    {
        var columns = Enumerable.Range(0, query.Labels.Length)
            .Where(column => column < query.Columns.Length || query.Aggregates[column - query.Columns.Length].Function
                is not (AggregateKind.ApproximateCountDistinct or AggregateKind.ApproximatePercentile))
            .Select(column => query.Labels[column])
            .ToList();
        if (columns.Count == 0)
        {
            return query;
        }

        if (query.Form == QueryForm.Group && _random.OneIn(4))
        {
            var literal = HavingLiteral();
            var comparison = literal.Value.Kind == Kind.Boolean ? (FilterOperator)_random.Next(2) : (FilterOperator)_random.Next(6);
            query = query with { Having = [new(columns[_random.Next(columns.Count)], comparison, literal)] };
        }

        if (_random.OneIn(2))
        {
            query = query with { Order = [.. Enumerable.Range(0, _random.Next(1, 3)).Select(_ => new OrderModel(columns[_random.Next(columns.Count)], _random.OneIn(2)))] };
        }

        query = _random.OneIn(query.Order.Length > 0 ? 2 : 3) ? query with { Limit = _random.Next(12) } : query;
        return _random.OneIn(6) ? query with { Offset = _random.Next(9) } : query;
    }

    private Literal HavingLiteral() => _random.OneIn(2) ? Literal.Of(_random.Next(6)) : LiteralGenerator.Make(_random, _paths.Draw(null).Samples);
}
