using System.CommandLine;
using System.Globalization;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>The options that compute values over documents or groups.</summary>
internal sealed class QueryAggregates
{
    private readonly Option<bool> _count = new("--count") { Description = "Number of documents." };
    private readonly (Option<string[]> Option, Func<ScanExpression, Aggregate> Create, bool IsOfNumbers)[] _aggregates =
    [
        (Many("--sum", "expression", "Sum of numbers, such as '$.price * $.quantity as total'."), Aggregate.Sum, true),
        (Many("--average", "expression", "Mean of numbers."), Aggregate.Average, true),
        (Many("--median", "expression", "Median of numbers."), Aggregate.Median, true),
        (Many("--variance", "expression", "Sample variance of numbers."), Aggregate.Variance, true),
        (Many("--stddev", "expression", "Sample standard deviation of numbers."), Aggregate.StandardDeviation, true),
        (Many("--min", "expression", "Smallest value."), Aggregate.Min, false),
        (Many("--max", "expression", "Largest value."), Aggregate.Max, false),
        (Many("--distinct", "expression", "Number of distinct values."), Aggregate.CountDistinct, false),
        (Many("--mode", "expression", "Most frequent value; the smallest one in case of a tie."), Aggregate.Mode, false),
        (Many("--first", "expression", "First value in the order of the collection."), Aggregate.First, false),
        (Many("--last", "expression", "Last value in the order of the collection."), Aggregate.Last, false),
    ];

    private readonly (Option<string[]> Option, Func<ScanExpression, ScanExpression, Aggregate> Create)[] _arguments =
    [
        (Many("--arg-min", "value, by", "Value where another value is smallest, such as '$.name, $.price as cheapest'."), Aggregate.ArgMin),
        (Many("--arg-max", "value, by", "Value where another value is largest."), Aggregate.ArgMax),
    ];

    private readonly Option<string[]> _percentile = Many(
        "--percentile", "fraction:expression", "Percentile of numbers: a fraction and an expression, such as '0.95:$.duration'.");

    public IEnumerable<Option> Options => [_count, .. _aggregates.Select(aggregate => aggregate.Option), .. _arguments.Select(aggregate => aggregate.Option), _percentile];

    /// <summary>Returns the aggregates of a command line, in the order of the options above.</summary>
    /// <exception cref="UsageException">A percentile has no fraction, or a text is not two expressions.</exception>
    /// <exception cref="BlittableException">An expression is invalid.</exception>
    public List<Aggregate> Read(ParseResult parsed)
    {
        List<Aggregate> aggregates = parsed.GetValue(_count) ? [Aggregate.Count()] : [];
        foreach (var (option, create, _) in _aggregates)
        {
            aggregates.AddRange(ExpressionText.ParseAll(parsed.GetValue(option)).Select(create));
        }

        foreach (var (option, create) in _arguments)
        {
            aggregates.AddRange((parsed.GetValue(option) ?? []).Select(text => ExpressionText.ParseAll([text]) is [var value, var by]
                ? create(value, by)
                : throw new UsageException($"'{text}' must be two expressions: the value to return, ',' and the value to compare.")));
        }

        aggregates.AddRange((parsed.GetValue(_percentile) ?? []).Select(text =>
        {
            var (fraction, value) = Fraction(text);
            return Aggregate.Percentile(fraction, ExpressionText.ParseOne(value));
        }));
        return aggregates;
    }

    /// <summary>Returns the paths whose values numeric aggregates read, with or without a name for the result. They ignore values of other kinds.</summary>
    public IEnumerable<BlittablePath> PathsOfNumbers(ParseResult parsed) =>
        _aggregates.Where(aggregate => aggregate.IsOfNumbers).SelectMany(aggregate => parsed.GetValue(aggregate.Option) ?? [])
            .Concat((parsed.GetValue(_percentile) ?? []).Select(text => Fraction(text).Value))
            .SelectMany(ExpressionText.PathsOf).Distinct();

    private static (double Fraction, string Value) Fraction(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        return colon > 0 && double.TryParse(text.AsSpan(0, colon), NumberStyles.Float, CultureInfo.InvariantCulture, out var fraction) && fraction is >= 0 and <= 1
            ? (fraction, text[(colon + 1)..])
            : throw new UsageException($"'{text}' is not a percentile; write a fraction from 0 to 1, ':' and an expression.");
    }

    private static Option<string[]> Many(string name, string helpName, string description) =>
        new(name) { Description = $"{description} Can be repeated.", HelpName = helpName };
}
