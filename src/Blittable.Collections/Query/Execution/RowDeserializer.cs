using System.Buffers;
using System.Text;
using Blittable.Layout;

namespace Blittable.Collections.Query.Execution;

/// <summary>Deserializes result rows. A row is read like a document with a property for each column. Not thread-safe.</summary>
/// <remarks>Rows are converted to JSON text first, because the text represents every value exactly. This takes less time than the query.</remarks>
internal sealed class RowDeserializer<T> : IDisposable
{
    private readonly byte[][] _starts;
    private readonly ArrayBufferWriter<byte> _text = new();
    private readonly BlittableConverter _converter = new(new BlittableOptions { Mode = BlittableMode.Memory });

    /// <param name="keys">The columns that are paths or expressions; a path is represented by its last name.</param>
    /// <param name="others">The names of the columns after them.</param>
    /// <exception cref="BlittableException">Two columns have the same name.</exception>
    public RowDeserializer(IEnumerable<ScanExpression> keys, IEnumerable<string> others)
    {
        string[] names = [.. keys.Select(NameOf), .. others];
        if (names.GroupBy(name => name).FirstOrDefault(group => group.Count() > 1) is { } equal)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidOperation, $"The row has two columns named '{equal.Key}'. Rename one of them with 'As'.");
        }

        _starts = [.. names.Select((name, column) => Encoding.UTF8.GetBytes($"{(column == 0 ? '{' : ',')}{QueryValue.FromText(name).ToJson()}:"))];
    }

    /// <summary>Returns rows as objects, some at a time.</summary>
    public IEnumerable<IReadOnlyList<T?>> Read(IEnumerable<QueryValue[]> rows, int batch) => rows.Chunk(batch).Select(chunk => Array.ConvertAll(chunk, Read));

    public void Dispose() => _converter.Dispose();

    private T? Read(QueryValue[] row)
    {
        _text.ResetWrittenCount();
        for (var column = 0; column < row.Length; column++)
        {
            _text.Write(_starts[column]);
            Encoding.UTF8.GetBytes(row[column].ToJson(), _text);
        }

        _text.Write(row.Length == 0 ? "{}"u8 : "}"u8);
        return BlittableSerializer.Deserialize<T>(BlittableValue.OpenStored(_converter.Convert(_text.WrittenSpan)));
    }

    private static string NameOf(ScanExpression column)
    {
        if (column.ValuePath is { } path)
        {
            for (var i = path.Steps.Length - 1; i >= 0; i--)
            {
                if (path.Steps[i].Name is { } name)
                {
                    return name.ToString();
                }
            }
        }

        return column.ToString();
    }
}
