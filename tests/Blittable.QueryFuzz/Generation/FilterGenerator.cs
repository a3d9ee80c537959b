using Blittable.Collections;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Generation;

/// <summary>Creates filters.</summary>
internal sealed class FilterGenerator(FuzzRandom random, PathSource paths, ExpressionGenerator expressions)
{
    private static readonly string[] _patterns = ["^a", "b$", "[0-9]+", "a.?b", "^$", "o", "\\.", "T00", "é|日"];

    /// <summary>Creates a filter.</summary>
    /// <param name="elements">The elements that are rows.</param>
    /// <param name="isOfDocuments">true if the filter applies to documents, where any value of a wildcard may pass; false if it applies to elements.</param>
    /// <param name="depth">The number of enclosing filters.</param>
    public FilterModel Make(PathModel? elements, bool isOfDocuments, int depth = 0)
    {
        if (depth < 2 && random.OneIn(4))
        {
            return random.Next(3) switch
            {
                0 => new FilterModel.Not(Make(elements, isOfDocuments, depth + 1)),
                var kind => new FilterModel.Compound(kind == 1, [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Make(elements, isOfDocuments, depth + 1))]),
            };
        }

        var (path, samples) = paths.Draw(elements, anyWildcard: isOfDocuments);
        var operand = random.OneIn(4) ? expressions.Make(elements, depth) : new ExpressionModel.Path(path);
        switch (random.Next(18))
        {
            case 15:
                return new FilterModel.CompareValues(Operand(elements), (FilterOperator)random.Next(6), Operand(elements));
            case 16:
                return new FilterModel.Between(path, Bound(samples), Bound(samples));
            case 17:
                return new FilterModel.State(paths.Draw(elements).Path, random.OneIn(2), random.OneIn(2));
            case < 5:
                return Compare(path, samples);
            case < 7:
                return new FilterModel.In(operand, [.. Enumerable.Range(0, random.Next(6)).Select(_ => LiteralGenerator.Make(random, samples))]);
            case 7 when random.OneIn(3):
                var lookup = expressions.TupleLookup(elements);
                return new FilterModel.InTuples(lookup.Keys, lookup.Table);
            case 7:
                return new FilterModel.InLookup(operand, expressions.Table(samples));
            case 8:
                return new FilterModel.Exists(path);
            case 9:
                return new FilterModel.Contains(path, Part(samples));
            case 10:
                return new FilterModel.Like(operand, Pattern(samples), random.OneIn(3));
            case 11:
                return new FilterModel.Text(operand, Slice(samples), random.OneIn(2));
            case 12:
                return new FilterModel.Matches(operand, random.Pick<string>(_patterns));
            case 13:
                return new FilterModel.InScan(operand, expressions.Scan(samples));
            default:
                var literal = random.OneIn(6) ? Literal.Null : LiteralGenerator.Make(random, paths.Draw(elements).Samples);
                var comparison = (FilterOperator)random.Next(6);
                return new FilterModel.CompareExpression(
                    expressions.Make(elements, depth), literal.Value.Kind == Kind.Boolean && comparison != FilterOperator.Equal ? FilterOperator.NotEqual : comparison, literal);
        }
    }

    /// <summary>Creates an operand of a comparison of two values.</summary>
    private ExpressionModel Operand(PathModel? elements) =>
        random.OneIn(6) ? expressions.TextCall(elements) : expressions.Path(elements, random.OneIn(2) ? null : Kind.Number);

    /// <summary>Creates a bound. Booleans have no order.</summary>
    private Literal Bound(List<Value> samples)
    {
        var literal = random.OneIn(8) ? Literal.Null : LiteralGenerator.Make(random, samples);
        return literal.Value.Kind == Kind.Boolean ? Literal.Of(1L) : literal;
    }

    private FilterModel.Compare Compare(PathModel path, List<Value> samples)
    {
        var literal = LiteralGenerator.Make(random, samples);
        var comparison = (FilterOperator)random.Next(6);
        if (literal.Value.Kind == Kind.Boolean)
        {
            comparison = random.OneIn(2) ? FilterOperator.Equal : FilterOperator.NotEqual;
        }
        else if (literal.Value.Kind == Kind.String && random.OneIn(5))
        {
            return new(path, FilterOperator.StartsWith, Literal.Of(Slice(samples)));
        }

        return new(path, comparison, literal);
    }

    /// <summary>Returns JSON that a value may contain.</summary>
    private string Part(List<Value> samples)
    {
        var sample = samples.Count == 0 ? Value.Null : samples[random.Next(samples.Count)];
        var text = sample.Kind switch
        {
            Kind.String or Kind.Date => StringTexts.ToJson(sample.Text!),
            Kind.Boolean => sample.Number.IsZero ? "false" : "true",
            Kind.Number or Kind.Container => sample.Text!,
            _ => "null",
        };
        return random.Next(8) switch
        {
            0 => $"[{text}]",
            1 => "{}",
            2 => "[]",
            3 when sample.Kind == Kind.Container => Inner(text),
            _ => text,
        };
    }

    private string Inner(string text)
    {
        using var json = System.Text.Json.JsonDocument.Parse(text);
        var root = json.RootElement;
        if (root.ValueKind == System.Text.Json.JsonValueKind.Array)
        {
            return root.GetArrayLength() == 0 ? text : root[random.Next(root.GetArrayLength())].GetRawText();
        }

        var properties = root.EnumerateObject().ToList();
        return properties.Count == 0 ? text : $"{{{StringTexts.ToJson(properties[0].Name)}:{properties[0].Value.GetRawText()}}}";
    }

    private string Slice(List<Value> samples)
    {
        var texts = samples.Where(sample => sample.Kind is Kind.String or Kind.Date && sample.Text!.Length > 0).Select(sample => sample.Text!).ToList();
        var text = texts.Count == 0 ? StringTexts.Any(random) : texts[random.Next(texts.Count)];
        var runes = text.EnumerateRunes().Select(rune => rune.ToString()).ToList();
        if (runes.Count == 0)
        {
            return "";
        }

        var start = random.OneIn(2) ? 0 : random.Next(runes.Count);
        return string.Concat(runes[start..(random.OneIn(2) ? runes.Count : random.Next(start, runes.Count + 1))]);
    }

    private string Pattern(List<Value> samples)
    {
        var slice = Slice(samples);
        var escaped = random.OneIn(2) ? slice : slice.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("%", "\\%", StringComparison.Ordinal).Replace("_", "\\_", StringComparison.Ordinal);
        return random.Next(6) switch
        {
            0 => escaped,
            1 => escaped + "%",
            2 => "%" + escaped,
            3 => "%" + escaped + "%",
            4 => escaped + "_",
            _ => "_%" + escaped,
        };
    }
}
