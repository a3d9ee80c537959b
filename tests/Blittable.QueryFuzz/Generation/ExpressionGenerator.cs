using Blittable.Collections;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates expressions.</summary>
internal sealed class ExpressionGenerator(FuzzRandom random, PathSource paths)
{
    /// <summary>Creates an expression that is not just a path.</summary>
    /// <param name="elements">The elements that are rows.</param>
    /// <param name="depth">The number of enclosing expressions.</param>
    public ExpressionModel Make(PathModel? elements, int depth = 0) => random.Next(depth == 0 ? 15 : 13) switch
    {
        < 3 => new ExpressionModel.Arithmetic(random.Pick<char>(['+', '-', '*', '%', '/']), Number(elements), Number(elements)),
        < 5 => new ExpressionModel.Coalesce([.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Operand(elements))]),
        5 => new ExpressionModel.Cast(
            Path(elements), random.Pick<QueryValueKind>([QueryValueKind.Number, QueryValueKind.String, QueryValueKind.Boolean, QueryValueKind.Date])),
        < 8 => new ExpressionModel.Truncate(Path(elements, Kind.Date), (DatePart)random.Next(8)),
        8 => new ExpressionModel.Bucket(
            Path(elements, Kind.Date),
            random.Pick<TimeSpan>([TimeSpan.FromDays(7), TimeSpan.FromMinutes(15), TimeSpan.FromHours(5), TimeSpan.FromMilliseconds(1500)]),
            random.OneIn(2) ? null : new DateTimeOffset(2024, 2, 1, 1, 0, 0, TimeSpan.FromHours(1))),
        9 when random.OneIn(2) => TupleLookup(elements),
        9 => Lookup(elements),
        11 or 12 => random.OneIn(4) ? TextCall(elements) : Call(elements),
        > 12 => Case(elements),
        _ => new ExpressionModel.Arithmetic('-', new ExpressionModel.Constant(Literal.Of(0L)), Number(elements)),
    };

    public ExpressionModel.Path Path(PathModel? elements, Kind? kind = null) => new(paths.Draw(elements, kind: kind).Path);

    /// <summary>Creates a table whose keys are values at a path, and a lookup in it.</summary>
    public ExpressionModel.Lookup Lookup(PathModel? elements)
    {
        var (path, samples) = paths.Draw(elements);
        return new(Table(samples), new ExpressionModel.Path(path));
    }

    /// <summary>Creates a table whose keys are pairs of values at two paths, and a lookup in it.</summary>
    public ExpressionModel.TupleLookup TupleLookup(PathModel? elements)
    {
        var ((first, ones), (second, others)) = (paths.Draw(elements), paths.Draw(elements));
        var keys = new Dictionary<string, (Value First, Value Second)>();
        foreach (var one in ones.Where(one => one.Scalar.Kind != Kind.Null).Take(6))
        {
            foreach (var other in others.Where(other => other.Scalar.Kind != Kind.Null && !random.OneIn(3)).Take(6))
            {
                keys.TryAdd(TupleLookupModel.KeyOf(one, other), (one, other));
            }
        }

        var documents = keys.Values.Select(key => $"{{\"k\":{Json(key.First)},\"l\":{Json(key.Second)}{Column()}}}").Append("{\"k\":1,\"v\":7}");
        return new(new TupleLookupModel([.. documents], Limit()), [new ExpressionModel.Path(first), new ExpressionModel.Path(second)]);
    }

    public LookupModel Table(List<Value> samples)
    {
        var keys = new Dictionary<string, Value>();
        foreach (var sample in samples.Where(sample => sample.Scalar.Kind != Kind.Null && !random.OneIn(3)))
        {
            keys.TryAdd(sample.ToKey(), sample);
        }

        var other = Value.OfNumberText("77.5");
        keys.TryAdd(other.ToKey(), other);
        var documents = keys.Values.Select(key => $"{{\"k\":{Json(key)}{Column()}}}");
        return new(KeyPath, new("$.v", [new("v", null)]), [.. documents], Limit());
    }

    /// <summary>Creates another query, with some of the given values and others.</summary>
    public ScanModel Scan(List<Value> samples)
    {
        var keys = samples.Where(_ => !random.OneIn(3)).Select(sample => sample.Scalar.Kind == Kind.Null ? random.OneIn(2) ? "[1]" : "null" : Json(sample)).ToList();
        keys.AddRange(keys.Where(_ => random.OneIn(4)).ToList());
        var documents = keys.Select(key => $"{{\"k\":{key}}}").Append("{}").Append($"{{\"k\":{NumberTexts.Make(random, NumberStyle.Odd)}}}");
        return new(KeyPath, [.. documents], random.Pick<CollectionLayout>([CollectionLayout.Rows, CollectionLayout.Columns, CollectionLayout.Auto]), Limit());
    }

    /// <summary>Creates a call of a function of one value, mostly of the kind that the function accepts.</summary>
    private CallModel Call(PathModel? elements)
    {
        var (names, kind) = random.Next(3) switch
        {
            0 => (CallModel.OfNumbers, Kind.Number),
            1 => (CallModel.OfDates, Kind.Date),
            _ => (CallModel.OfTexts, Kind.String),
        };
        var name = names[random.Next(names.Count)];
        int? digits = kind == Kind.Number && name != "abs" && random.OneIn(2) ? random.OneIn(3) ? random.Next(-45, 45) : random.Next(-2, 4) : null;
        return new(name, kind == Kind.Number && random.OneIn(2) ? Number(elements) : Path(elements, random.OneIn(6) ? null : kind), digits);
    }

    /// <summary>Creates a call of a function of several values.</summary>
    public TextCallModel TextCall(PathModel? elements)
    {
        static ExpressionModel.Constant Text(string text) => new(Literal.Of(text));
        ExpressionModel.Constant Position() => new(Literal.Of((long)random.Next(-3, 9)));
        var (path, samples) = paths.Draw(elements, kind: random.OneIn(6) ? null : Kind.String);
        var source = new ExpressionModel.Path(path);
        return random.Next(3) switch
        {
            0 => new("concat", [Path(elements), .. Enumerable.Range(0, random.Next(3)).Select(_ => random.OneIn(3) ? Text(random.Pick<string>(["", "-", "é"])) : (ExpressionModel)Path(elements))]),
            1 => new("substring", random.OneIn(2) ? [source, Position()] : [source, Position(), new ExpressionModel.Constant(Literal.Of((long)random.Next(6)))]),
            _ => new("replace", [source, Text(Character(samples)), Text(random.Pick<string>(["", "xy", "日"]))]),
        };
    }

    /// <summary>Returns a character of one of the strings.</summary>
    private string Character(List<Value> samples)
    {
        var texts = samples.Where(sample => sample.Kind is Kind.String or Kind.Date && sample.Text!.Length > 0).Select(sample => sample.Text!).ToList();
        var runes = texts.Count == 0 ? [] : texts[random.Next(texts.Count)].EnumerateRunes().ToList();
        return runes.Count == 0 ? "a" : runes[random.Next(runes.Count)].ToString();
    }

    /// <summary>Creates branches with conditions on the same rows.</summary>
    private ExpressionModel.Case Case(PathModel? elements)
    {
        var filters = new FilterGenerator(random, paths, this);
        ExpressionModel Value() => random.OneIn(4) ? Make(elements, depth: 1) : random.OneIn(2) ? Number(elements) : Operand(elements);
        return new(
            [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => (filters.Make(elements, isOfDocuments: false, depth: 1), Value()))],
            random.OneIn(3) ? null : Value());
    }

    private static PathModel KeyPath => new("$.k", [new("k", null)]);

    private long? Limit() => random.OneIn(3) ? random.Next(1, 4000) : null;

    /// <summary>Returns the value that a table has for a key: a value of any kind, or none.</summary>
    private string Column() => random.Next(12) switch
    {
        0 => "",
        1 or 2 => ",\"v\":null",
        3 => ",\"v\":[1]",
        4 => ",\"v\":{}",
        5 => ",\"v\":\"2024-02-29T00:00:00\"",
        < 9 => $",\"v\":{NumberTexts.Make(random, NumberStyle.Small)}",
        _ => $",\"v\":\"v{random.Next(4)}\"",
    };

    private static string Json(Value value) => value.Kind switch
    {
        Kind.Boolean => value.Number.IsZero ? "false" : "true",
        Kind.Number => value.Text!,
        _ => StringTexts.ToJson(value.Text!),
    };

    private ExpressionModel Operand(PathModel? elements) => random.Next(6) switch
    {
        0 => new ExpressionModel.Constant(random.OneIn(2) ? Literal.Of(random.Next(5)) : Literal.Of("none")),
        1 => Number(elements),
        _ => Path(elements),
    };

    private ExpressionModel Number(PathModel? elements, int depth = 0) => random.Next(depth < 3 ? 11 : 8) switch
    {
        8 => new ExpressionModel.Arithmetic(random.Pick<char>(['+', '-', '*', '%', '/']), Number(elements, depth + 1), Number(elements, depth + 1)),
        9 => new CallModel(CallModel.OfNumbers[random.Next(CallModel.OfNumbers.Count)], Number(elements, depth + 1), null),
        10 => new ExpressionModel.Coalesce([Number(elements, depth + 1), Number(elements, depth + 1)]),
        0 => new ExpressionModel.Constant(random.OneIn(4) ? LiteralGenerator.Extreme(random) : Literal.Of(random.Next(-2, 9))),
        1 => new ExpressionModel.Constant(Literal.Of(random.Next(200) / 100m)),
        2 => new ExpressionModel.Coalesce([Path(elements, Kind.Number), new ExpressionModel.Constant(Literal.Of(0L))]),
        3 => new ExpressionModel.Arithmetic(random.Pick<char>(['+', '-', '*']), Path(elements, Kind.Number), Path(elements, Kind.Number)),
        _ => Path(elements, Kind.Number),
    };
}
