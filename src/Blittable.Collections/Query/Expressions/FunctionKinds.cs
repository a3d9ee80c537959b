using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Lists the kinds of values that functions require and return.</summary>
internal static class FunctionKinds
{
    private static readonly (KindFlags[] Arguments, KindFlags Result)
        s_number = ([KindFlags.Number], KindFlags.Number),
        s_text = ([KindFlags.Text], KindFlags.String),
        s_datePart = ([KindFlags.Date], KindFlags.Number);

    private static readonly Dictionary<string, (KindFlags[] Arguments, KindFlags Result)> s_kinds = new()
    {
        ["abs"] = s_number,
        ["floor"] = s_number,
        ["ceil"] = s_number,
        ["round"] = s_number,
        ["lower"] = s_text,
        ["upper"] = s_text,
        ["trim"] = s_text,
        ["length"] = ([KindFlags.Text], KindFlags.Number),
        ["substring"] = ([KindFlags.Text, KindFlags.Number], KindFlags.String),
        ["replace"] = s_text,
        ["concat"] = ([KindFlags.Scalars], KindFlags.String),
        ["year"] = s_datePart,
        ["quarter"] = s_datePart,
        ["month"] = s_datePart,
        ["week"] = s_datePart,
        ["day"] = s_datePart,
        ["weekday"] = s_datePart,
        ["dayofyear"] = s_datePart,
        ["hour"] = s_datePart,
        ["minute"] = s_datePart,
        ["second"] = s_datePart,
        ["epoch"] = s_datePart,
    };

    /// <summary>Returns the kinds that an argument must have. If it has another kind, the result is null.</summary>
    public static KindFlags Argument(string function, int index)
    {
        // The last entry also applies to the arguments after it.
        var arguments = s_kinds[function].Arguments;
        return arguments[Math.Min(index, arguments.Length - 1)];
    }

    /// <summary>Returns the kinds of the results that are not null.</summary>
    public static KindFlags Result(string function) => s_kinds[function].Result;

    /// <summary>Returns the kinds that can be cast to a kind.</summary>
    public static KindFlags CastSources(QueryValueKind target) => target switch
    {
        QueryValueKind.Number => KindFlags.Number | KindFlags.String | KindFlags.Boolean,
        QueryValueKind.Date => KindFlags.Text,
        QueryValueKind.Boolean => KindFlags.Number | KindFlags.String | KindFlags.Boolean,
        _ => KindFlags.Scalars,
    };
}
