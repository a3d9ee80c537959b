using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A function of several values whose result is a string: <c>concat</c>, <c>substring</c> or <c>replace</c>.</summary>
internal sealed record TextCallModel(string Function, ExpressionModel[] Arguments) : ExpressionModel
{
    public override IEnumerable<PathModel> Paths => Arguments.SelectMany(argument => argument.Paths);

    public override Value Evaluate(Row row)
    {
        var values = Array.ConvertAll(Arguments, argument => argument.Evaluate(row));
        if (Array.Exists(values, value => value.Kind == Kind.Null))
        {
            return Value.Null;
        }

        return Function switch
        {
            "concat" => Text(string.Concat(values.Select(TextOf))),
            _ when values[0].Kind is not (Kind.String or Kind.Date) => Value.Null,
            "substring" => Text(Substring(values[0].Text!, Whole(values[1]), values.Length > 2 ? Whole(values[2]) : long.MaxValue)),
            _ when values[1].Text!.Length == 0 => Value.Null,
            _ => Text(string.Join(values[2].Text!, values[0].Text!.Split(values[1].Text!, StringSplitOptions.None))),
        };
    }

    public override ScanExpression ToLibrary() => ScanExpression.Call(Function, Array.ConvertAll(Arguments, argument => argument.ToLibrary()));

    public override string ToString() => $"ScanExpression.Call(\"{Function}\", {string.Join(", ", (object[])Arguments)})";

    private static Value Text(string text) => new(Kind.String, text);

    private static string TextOf(Value value) => value.Kind == Kind.Boolean ? value.Number.IsZero ? "false" : "true" : value.Text!;

    private static long Whole(Value number) => long.Parse(number.Number.ToComputedText(), System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>Returns the characters at positions from the start on, counted from 1. Positions before 1 count towards the length.</summary>
    private static string Substring(string text, long start, long length) => string.Concat(text.EnumerateRunes().Select((rune, i) => (Rune: rune, Position: i + 1))
        .Where(character => character.Position >= start && character.Position - start < length).Select(character => character.Rune.ToString()));
}
