using System.Globalization;
using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>An expression: its meaning, and its form for the library.</summary>
internal abstract record ExpressionModel
{
    /// <summary>Gets the paths in the expression.</summary>
    public abstract IEnumerable<PathModel> Paths { get; }

    public abstract Value Evaluate(Row row);

    public abstract ScanExpression ToLibrary();

    internal sealed record Path(PathModel Value) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => [Value];

        public override Value Evaluate(Row row) => row.ValueAt(Value).Scalar;

        public override ScanExpression ToLibrary() => ScanExpression.Path(Value.Text);

        public override string ToString() => $"ScanExpression.Path({Value})";
    }

    internal sealed record Constant(Literal Value) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => [];

        public override Value Evaluate(Row row) => Value.Value with { Text = Value.Value.Kind == Kind.String ? Value.Value.Text : null };

        public override ScanExpression ToLibrary() => ScanExpression.Constant(Value.Query);

        public override string ToString() => $"ScanExpression.Constant({Value})";
    }

    internal sealed record Arithmetic(char Operation, ExpressionModel Left, ExpressionModel Right) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => Left.Paths.Concat(Right.Paths);

        public override Value Evaluate(Row row)
        {
            var (left, right) = (Left.Evaluate(row), Right.Evaluate(row));
            if (left.Kind != Kind.Number || right.Kind != Kind.Number || (Operation is '/' or '%' && right.Number.IsZero))
            {
                return Oracle.Value.Null;
            }

            return Oracle.Value.OfComputed(Operation switch
            {
                '+' => left.Number + right.Number,
                '-' => left.Number - right.Number,
                '*' => left.Number * right.Number,
                '%' => left.Number % right.Number,
                _ => left.Number / right.Number,
            });
        }

        public override ScanExpression ToLibrary()
        {
            var (left, right) = (Left.ToLibrary(), Right.ToLibrary());
            return Operation switch { '+' => left + right, '-' => left - right, '*' => left * right, '%' => left % right, _ => left / right };
        }

        public override string ToString() => $"({Left} {Operation} {Right})";
    }

    internal sealed record Coalesce(ExpressionModel[] Values) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => Values.SelectMany(value => value.Paths);

        public override Value Evaluate(Row row) => Values.Select(value => value.Evaluate(row)).FirstOrDefault(value => value.Kind != Kind.Null) ?? Value.Null;

        public override ScanExpression ToLibrary() => ScanExpression.Coalesce(Array.ConvertAll(Values, value => value.ToLibrary()));

        public override string ToString() => $"ScanExpression.Coalesce({string.Join(", ", (object[])Values)})";
    }

    internal sealed record Cast(ExpressionModel Source, QueryValueKind To) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => Source.Paths;

        public override Value Evaluate(Row row)
        {
            var value = Source.Evaluate(row);
            return (To, value.Kind) switch
            {
                (QueryValueKind.Number, Kind.Number) or (QueryValueKind.Boolean, Kind.Boolean) or (QueryValueKind.Date, Kind.Date) => value,
                (QueryValueKind.String, Kind.Boolean) => new(Kind.String, value.Number.IsZero ? "false" : "true"),
                (QueryValueKind.String, Kind.Number or Kind.Date or Kind.String) => new(Kind.String, value.Text),
                (QueryValueKind.Number, Kind.Boolean) => Value.Of(value.Number),
                (QueryValueKind.Number, Kind.String) => IsNumber(value.Text!) ? Value.Of(NaiveNumber.Parse(value.Text!)) : Value.Null,
                (QueryValueKind.Boolean, Kind.Number) => Value.Of(!value.Number.IsZero),
                (QueryValueKind.Boolean, Kind.String) => value.Text switch { "true" => Value.True, "false" => Value.False, _ => Value.Null },
                _ => Value.Null,
            };
        }

        public override ScanExpression ToLibrary() => Source.ToLibrary().Cast(To);

        public override string ToString() => $"{Source}.Cast(QueryValueKind.{To})";

        private static bool IsNumber(string text) =>
            double.TryParse(text, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out _)
            && text.AsSpan().ContainsAnyInRange('0', '9') && !text.Contains('N', StringComparison.Ordinal);
    }

    internal sealed record Truncate(ExpressionModel Source, DatePart Part) : ExpressionModel
    {
        private const long Second = 1_000_000_000, Day = 86_400 * Second;

        public override IEnumerable<PathModel> Paths => Source.Paths;

        public override Value Evaluate(Row row) =>
            Source.Evaluate(row) is { Kind: Kind.Date } value ? Value.OfComputedInstant(Start(value.Instant)) : Value.Null;

        public override ScanExpression ToLibrary() => Source.ToLibrary().Truncate(Part);

        public override string ToString() => $"{Source}.Truncate(DatePart.{Part})";

        private Int128 Start(Int128 instant)
        {
            var day = (long)Floor(instant, Day);
            switch (Part)
            {
                case DatePart.Second:
                    return Floor(instant, Second) * Second;
                case DatePart.Minute:
                    return Floor(instant, 60 * Second) * 60 * Second;
                case DatePart.Hour:
                    return Floor(instant, 3600 * Second) * 3600 * Second;
                case DatePart.Day:
                    return (Int128)day * Day;
                case DatePart.Week:
                    // 1970-01-01 was a Thursday, three days after a Monday.
                    return ((Floor(day + 3, 7) * 7) - 3) * Day;
                default:
                    var (year, month, _) = DateText.Civil(day);
                    month = Part switch { DatePart.Month => month, DatePart.Quarter => ((month - 1) / 3 * 3) + 1, _ => 1 };
                    return (Int128)DateText.DaysSince1970(year, month, 1) * Day;
            }
        }

        private static Int128 Floor(Int128 value, long divisor) => (value - (((value % divisor) + divisor) % divisor)) / divisor;
    }

    internal sealed record Bucket(ExpressionModel Source, TimeSpan Width, DateTimeOffset? Origin) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => Source.Paths;

        public override Value Evaluate(Row row)
        {
            if (Source.Evaluate(row) is not { Kind: Kind.Date } value)
            {
                return Value.Null;
            }

            var origin = (Int128)((Origin ?? new DateTimeOffset(2000, 1, 3, 0, 0, 0, TimeSpan.Zero)) - DateTimeOffset.UnixEpoch).Ticks * 100;
            var width = (Int128)Width.Ticks * 100;
            var distance = value.Instant - origin;
            return Value.OfComputedInstant(value.Instant - (((distance % width) + width) % width));
        }

        public override ScanExpression ToLibrary() => Source.ToLibrary().Bucket(Width, Origin);

        public override string ToString() => $"{Source}.Bucket(TimeSpan.FromTicks({Width.Ticks}), {(Origin is { } origin ? $"DateTimeOffset.Parse(\"{origin:o}\")" : "null")})";
    }

    internal sealed record Case((FilterModel When, ExpressionModel Then)[] Branches, ExpressionModel? Otherwise) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths =>
            Branches.SelectMany(branch => branch.When.Paths.Concat(branch.Then.Paths)).Concat(Otherwise?.Paths ?? []);

        public override Value Evaluate(Row row)
        {
            foreach (var (when, then) in Branches)
            {
                if (when.Passes(row))
                {
                    return then.Evaluate(row);
                }
            }

            return Otherwise?.Evaluate(row) ?? Value.Null;
        }

        public override ScanExpression ToLibrary() =>
            ScanExpression.Case(Array.ConvertAll(Branches, branch => (branch.When.ToLibrary(), branch.Then.ToLibrary())), Otherwise?.ToLibrary());

        public override string ToString() =>
            $"ScanExpression.Case([{string.Join(", ", Branches.Select(branch => $"({branch.When}, {branch.Then})"))}], {Otherwise?.ToString() ?? "null"})";
    }

    internal sealed record Lookup(LookupModel Table, ExpressionModel Key) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => Key.Paths;

        public override Value Evaluate(Row row) => Table.Find(Key.Evaluate(row));

        public override ScanExpression ToLibrary() => ScanExpression.Lookup(Table.ToLibrary(), Key.ToLibrary(), "column");

        public override string ToString() => $"ScanExpression.Lookup({Table}, {Key}, \"column\")";
    }

    internal sealed record TupleLookup(TupleLookupModel Table, ExpressionModel[] Keys) : ExpressionModel
    {
        public override IEnumerable<PathModel> Paths => Keys.SelectMany(key => key.Paths);

        public override Value Evaluate(Row row) => Table.TryFind(Array.ConvertAll(Keys, key => key.Evaluate(row)), out var found) ? found : Value.Null;

        public override ScanExpression ToLibrary() => ScanExpression.Lookup(Table.ToLibrary(), Array.ConvertAll(Keys, key => key.ToLibrary()), "column");

        public override string ToString() => $"ScanExpression.Lookup({Table}, [{string.Join(", ", (object[])Keys)}], \"column\")";
    }
}
