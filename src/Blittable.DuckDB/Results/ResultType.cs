using System.Globalization;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.DuckDB.Results;

/// <summary>Represents the DuckDB type of a result column, and how its values are exported with exact values.</summary>
/// <param name="Cast">The SQL text of the type that the column is cast to.</param>
/// <param name="IsCast">true if the column needs the cast, because Arrow has no form for the type; otherwise, false.</param>
/// <param name="IsJson">true if the values are JSON text; otherwise, false.</param>
/// <param name="Children">The types of fields, elements, or keys and values.</param>
internal sealed record ResultType(string Cast, bool IsCast, bool IsJson, IReadOnlyList<ResultType> Children)
{
    private const string ExtensionKey = "ARROW:extension:name", KindKey = "blittable.kind";

    /// <summary>Gets a value that indicates whether the values are the text of intervals.</summary>
    private bool IsInterval { get; init; }

    private bool HasMarks => IsJson || IsInterval || Children.Any(child => child.HasMarks);

    /// <summary>Returns the type of a value that is not nested. Within a cast, an enumeration becomes text, because DuckDB casts only to those with a name.</summary>
    /// <param name="name">The name of the type, as DuckDB prints it.</param>
    public static ResultType OfLeaf(string name) => name switch
    {
        "JSON" => new ResultType(name, IsCast: false, IsJson: true, []),

        // The text of these numbers is a JSON number. Arrow has no integers of this width.
        "UHUGEINT" or "BIGNUM" => new ResultType("VARCHAR", IsCast: true, IsJson: true, []),
        "VARIANT" => new ResultType("JSON", IsCast: true, IsJson: true, []),

        // The time of an Arrow interval is in nanoseconds, and DuckDB does not check that it fits: more than 2,562,047 hours would wrap.
        "INTERVAL" => new ResultType("VARCHAR", IsCast: true, IsJson: false, []) { IsInterval = true },
        "BIT" or "TIME WITH TIME ZONE" => new ResultType("VARCHAR", IsCast: true, IsJson: false, []),
        _ when name.StartsWith("ENUM(", StringComparison.Ordinal) => new ResultType("VARCHAR", IsCast: false, IsJson: false, []),
        _ => new ResultType(name, IsCast: false, IsJson: false, []),
    };

    /// <summary>Returns the type of a nested value.</summary>
    /// <param name="children">The types of the fields, elements, or keys and values.</param>
    /// <param name="cast">Creates the text of the type from the texts of the children.</param>
    public static ResultType OfNested(IReadOnlyList<ResultType> children, Func<IReadOnlyList<ResultType>, string> cast) =>
        new(cast(children), children.Any(child => child.IsCast), IsJson: false, children);

    /// <summary>Marks the fields of an Arrow field that contain JSON text or the text of intervals.</summary>
    public Field Mark(Field field)
    {
        if (!HasMarks)
        {
            return field;
        }

        var metadata = new Dictionary<string, string>(field.Metadata ?? new Dictionary<string, string>());
        if (IsJson)
        {
            metadata[ExtensionKey] = "arrow.json";
        }
        else if (IsInterval)
        {
            metadata[KindKey] = "interval";
        }

        return new Field(field.Name, Mark(field.DataType), field.IsNullable, metadata);
    }

    private IArrowType Mark(IArrowType type) => type switch
    {
        StructType group => new StructType(MarkAll(group.Fields)),
        MapType map => new MapType(Children[0].Mark(map.KeyField), Children[1].Mark(map.ValueField), map.KeySorted),
        ListType list => new ListType(Children[0].Mark(list.ValueField)),
        LargeListType list => new LargeListType(Children[0].Mark(list.ValueField)),
        ListViewType list => new ListViewType(Children[0].Mark(list.ValueField)),
        LargeListViewType list => new LargeListViewType(Children[0].Mark(list.ValueField)),
        FixedSizeListType list => new FixedSizeListType(Children[0].Mark(list.ValueField), list.ListSize),
        UnionType union => new UnionType(MarkAll(union.Fields), union.TypeIds, union.Mode),
        _ => type,
    };

    private List<Field> MarkAll(IReadOnlyList<Field> fields) => fields.Count == Children.Count ? [.. fields.Select((field, index) => Children[index].Mark(field))]
        : throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture, $"DuckDB exports a type with {Children.Count} fields as {fields.Count} fields."));
}
