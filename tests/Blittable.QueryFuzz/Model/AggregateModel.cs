using System.Globalization;
using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>An aggregate: its meaning, and its form for the library.</summary>
/// <param name="Function">The function.</param>
/// <param name="Inputs">The factors of a product, or the only input. Empty to count rows.</param>
/// <param name="Fraction">The fraction of a percentile.</param>
/// <param name="Filter">The filter of the aggregate.</param>
/// <param name="Name">The name of the column, or null for the default name.</param>
internal sealed record AggregateModel(AggregateKind Function, ExpressionModel[] Inputs, double Fraction, FilterModel? Filter, string? Name)
{
    /// <summary>An estimate of at most this many distinct values or numbers is exact.</summary>
    private const int MostExactDistinct = 256, MostExactNumbers = 1000;

    /// <summary>Gets the name of the column.</summary>
    public string Label => Name ?? (Inputs.Length == 0 ? "count" : $"{Words()}({string.Join(" * ", Inputs.Select(input => ((ExpressionModel.Path)input).Value.Text))})");

    public IEnumerable<PathModel> Paths => Inputs.SelectMany(input => input.Paths);

    public Value Evaluate(IEnumerable<Row> rows)
    {
        var passed = rows.Where(row => Filter?.Passes(row) ?? true);
        if (Inputs.Length == 0)
        {
            return Value.Of(passed.Count());
        }

        if (Function is AggregateKind.ArgMin or AggregateKind.ArgMax)
        {
            return Argument(passed);
        }

        var values = passed.Select(Input).Where(value => value.Kind != Kind.Null).ToList();
        var numbers = values.Where(value => value.Kind == Kind.Number).Select(value => value.Number).ToList();
        return Function switch
        {
            AggregateKind.Count => Value.Of(values.Count),
            AggregateKind.CountDistinct => Value.Of(values.Select(value => value.ToKey()).Distinct().Count()),
            AggregateKind.ApproximateCountDistinct => Estimate(values.Select(value => value.ToKey()).Distinct().Count()),
            AggregateKind.First => values.Count == 0 ? Value.Null : values[0],
            AggregateKind.Last => values.Count == 0 ? Value.Null : values[^1],
            AggregateKind.Mode => values.Where(value => value.Kind != Kind.Container).GroupBy(value => value.ToKey())
                .OrderByDescending(same => same.Count()).ThenBy(same => same.First()).FirstOrDefault()?.First() ?? Value.Null,
            AggregateKind.Min => Extreme(values, isMax: false),
            AggregateKind.Max => Extreme(values, isMax: true),
            _ when numbers.Count == 0 => Value.Null,
            AggregateKind.Sum => Value.OfComputed(Sum(numbers)),
            AggregateKind.Variance or AggregateKind.VariancePopulation or AggregateKind.StandardDeviation or AggregateKind.StandardDeviationPopulation => Variance(numbers),
            AggregateKind.Average => Value.OfComputed(Sum(numbers) / NaiveNumber.FromInt64(numbers.Count)),
            _ => Percentile(numbers),
        };
    }

    public Aggregate ToLibrary()
    {
        var single = Inputs.Length == 1 ? Inputs[0].ToLibrary() : null;
        string[] factors = Inputs.All(input => input is ExpressionModel.Path) ? [.. Inputs.Select(input => ((ExpressionModel.Path)input).Value.Text)] : [];
        var isPaths = factors.Length > 0;
        var aggregate = Function switch
        {
            AggregateKind.Count => single is null ? Aggregate.Count() : Aggregate.Count(single),
            AggregateKind.Sum => isPaths ? Aggregate.Sum(factors) : Aggregate.Sum(single!),
            AggregateKind.Average => isPaths ? Aggregate.Average(factors) : Aggregate.Average(single!),
            AggregateKind.Min => isPaths ? Aggregate.Min(factors) : Aggregate.Min(single!),
            AggregateKind.Max => isPaths ? Aggregate.Max(factors) : Aggregate.Max(single!),
            AggregateKind.CountDistinct => Aggregate.CountDistinct(single!),
            AggregateKind.Percentile => Aggregate.Percentile(Fraction, factors),
            AggregateKind.PercentileDiscrete => Aggregate.PercentileDiscrete(Fraction, single!),
            AggregateKind.First => Aggregate.First(single!),
            AggregateKind.Last => Aggregate.Last(single!),
            AggregateKind.ArgMin => Aggregate.ArgMin(Inputs[0].ToLibrary(), Inputs[1].ToLibrary()),
            AggregateKind.ArgMax => Aggregate.ArgMax(Inputs[0].ToLibrary(), Inputs[1].ToLibrary()),
            AggregateKind.Mode => Aggregate.Mode(single!),
            AggregateKind.Variance => Aggregate.Variance(single!),
            AggregateKind.VariancePopulation => Aggregate.VariancePopulation(single!),
            AggregateKind.StandardDeviation => Aggregate.StandardDeviation(single!),
            AggregateKind.StandardDeviationPopulation => Aggregate.StandardDeviationPopulation(single!),
            AggregateKind.ApproximateCountDistinct => Aggregate.ApproximateCountDistinct(single!),
            _ => Aggregate.ApproximatePercentile(Fraction, single!),
        };
        aggregate = Filter is null ? aggregate : aggregate.Where(Filter.ToLibrary());
        return Name is null ? aggregate : aggregate.As(Name);
    }

    public override string ToString()
    {
        var fraction = Function is AggregateKind.Percentile or AggregateKind.PercentileDiscrete or AggregateKind.ApproximatePercentile
            ? [Fraction.ToString(CultureInfo.InvariantCulture)]
            : Enumerable.Empty<string>();
        var isPaths = Inputs.All(input => input is ExpressionModel.Path);
        var inputs = Inputs.Select(input => isPaths ? $"{((ExpressionModel.Path)input).Value}" : $"{input}");
        var filter = Filter is null ? "" : $".Where({Filter})";
        var name = Name is null ? "" : $".As(\"{Name}\")";
        return $"Aggregate.{Function}({string.Join(", ", fraction.Concat(inputs))}){filter}{name}";
    }

    private static NaiveNumber Sum(IEnumerable<NaiveNumber> numbers) => numbers.Aggregate(NaiveNumber.Zero, (sum, number) => sum + number);

    /// <summary>Returns the value of the first row in which the other input is least or greatest.</summary>
    private Value Argument(IEnumerable<Row> rows)
    {
        var pairs = rows.Select(row => (Value: Inputs[0].Evaluate(row), By: Inputs[1].Evaluate(row)))
            .Where(pair => IsScalar(pair.Value) && IsScalar(pair.By)).ToList();
        var extreme = Extreme([.. pairs.Select(pair => pair.By)], Function == AggregateKind.ArgMax);
        return pairs.Count == 0 ? Value.Null : pairs.First(pair => pair.By.Kind == extreme.Kind && pair.By.CompareTo(extreme) == 0).Value;

        static bool IsScalar(Value value) => value.Kind is not (Kind.Null or Kind.Container);
    }

    private Value Variance(List<NaiveNumber> numbers)
    {
        var count = NaiveNumber.FromInt64(numbers.Count);
        var divisor = count * NaiveNumber.FromInt64(numbers.Count - (Function is AggregateKind.Variance or AggregateKind.StandardDeviation ? 1 : 0));
        var sum = Sum(numbers);
        var distances = (count * Sum(numbers.Select(number => number * number))) - (sum * sum);
        var isDeviation = Function is AggregateKind.StandardDeviation or AggregateKind.StandardDeviationPopulation;
        return divisor.IsZero ? Value.Null : Value.OfComputed(isDeviation ? NaiveNumber.Root(distances, divisor) : distances / divisor);
    }

    private static Value Estimate(int distinct) =>
        distinct <= MostExactDistinct ? Value.Of(distinct) : Value.Near(NaiveNumber.FromInt64(distinct), "0.1", NaiveNumber.FromInt64(distinct));

    /// <summary>Returns the first of the least or greatest numbers, else dates, else strings, else booleans.</summary>
    private static Value Extreme(List<Value> values, bool isMax)
    {
        foreach (var kind in (ReadOnlySpan<Kind>)[Kind.Number, Kind.Date, Kind.String, Kind.Boolean])
        {
            var candidates = values.Where(value => value.Kind == kind).ToList();
            if (candidates.Count > 0)
            {
                var found = candidates[0];
                foreach (var other in candidates)
                {
                    var order = other.CompareTo(found);
                    found = isMax ? order > 0 ? other : found : order < 0 ? other : found;
                }

                return found;
            }
        }

        return Value.Null;
    }

    /// <summary>Returns a percentile. The fraction is the number of its shortest text.</summary>
    private Value Percentile(List<NaiveNumber> numbers)
    {
        numbers.Sort();
        var fraction = NaiveNumber.Parse(Fraction.ToString("R", CultureInfo.InvariantCulture));
        if (Function == AggregateKind.PercentileDiscrete)
        {
            var (before, part) = (fraction * NaiveNumber.FromInt64(numbers.Count)).Split();
            return Value.Of(numbers[Math.Max(0, (int)before + (part.IsZero ? 0 : 1) - 1)]);
        }

        var (rank, between) = (fraction * NaiveNumber.FromInt64(numbers.Count - 1)).Split();
        var (low, high) = (numbers[(int)rank], numbers[Math.Min((int)rank + 1, numbers.Count - 1)]);
        var exact = low + ((high - low) * between);
        return Function == AggregateKind.Percentile ? Value.OfComputed(exact) : Estimate(exact, low, high, numbers.Count);
    }

    /// <summary>Returns an estimate, which is computed with doubles.</summary>
    private static Value Estimate(NaiveNumber exact, NaiveNumber low, NaiveNumber high, int count)
    {
        var magnitude = NaiveNumber.Abs(low) > NaiveNumber.Abs(high) ? NaiveNumber.Abs(low) : NaiveNumber.Abs(high);
        return count > MostExactNumbers || magnitude > NaiveNumber.Parse("1e300") || NaiveNumber.Parse("1e-300") > magnitude
            ? Value.Null with { IsAny = true }
            : Value.Near(exact, "1e-12", magnitude);
    }

    private Value Input(Row row)
    {
        if (Inputs.Length == 1)
        {
            return Inputs[0].Evaluate(row);
        }

        var product = NaiveNumber.FromInt64(1);
        foreach (var input in Inputs)
        {
            if (input.Evaluate(row) is not { Kind: Kind.Number } factor)
            {
                return Value.Null;
            }

            product *= factor.Number;
        }

        return Value.OfComputed(product);
    }

    private string Words() => Function switch
    {
        AggregateKind.CountDistinct => "distinct",
        AggregateKind.VariancePopulation => "population variance",
        AggregateKind.StandardDeviation => "standard deviation",
        AggregateKind.StandardDeviationPopulation => "population standard deviation",
        AggregateKind.ApproximateCountDistinct => "approximate distinct",
        AggregateKind.Percentile => string.Create(CultureInfo.InvariantCulture, $"percentile {Fraction}"),
        AggregateKind.PercentileDiscrete => string.Create(CultureInfo.InvariantCulture, $"discrete percentile {Fraction}"),
        AggregateKind.ApproximatePercentile => string.Create(CultureInfo.InvariantCulture, $"approximate percentile {Fraction}"),
        _ => Function.ToString().ToLowerInvariant(),
    };
}
