using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A lookup of documents by integers and strings at a path, which an index may answer.</summary>
internal sealed record FindModel(PathModel Path, Literal[] Keys)
{
    /// <summary>Determines whether a document has one of the keys: an equal number, or a string with the same text, even if it is a date.</summary>
    public bool Passes(Row row)
    {
        var found = row.ValueAt(Path);
        return Keys.Any(key => found.Kind == Kind.Number
            ? key.Value.Kind == Kind.Number && found.Number == key.Value.Number
            : found.Kind is Kind.String or Kind.Date && key.Value.Kind == Kind.String && found.Text == key.Value.Text);
    }

    public IEnumerable<CollectionKey> ToLibrary() =>
        Keys.Select(key => key.Value.Kind == Kind.Number ? new CollectionKey(key.Query.GetInt64()) : new CollectionKey(key.Query.GetString()));

    public override string ToString() => $"reader.FindAll({Path}, [{string.Join(", ", (object[])Keys)}])";
}
