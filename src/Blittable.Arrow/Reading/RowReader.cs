using System.Text.Encodings.Web;
using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading;

/// <summary>Converts rows of record batches to JSON. Not thread-safe.</summary>
internal sealed class RowReader : IDisposable
{
    private readonly RowBuffer _buffer = new();
    private readonly Utf8JsonWriter _json;
    private readonly IReadOnlyList<ReadableColumn> _columns;
    private readonly bool _isWholeDocument;
    private long _rows;

    /// <summary>Creates a row reader.</summary>
    /// <param name="columns">The columns, with their positions in the batches.</param>
    /// <param name="isWholeDocument">true if a single column contains the whole document; otherwise, false.</param>
    public RowReader(IReadOnlyList<ReadableColumn> columns, bool isWholeDocument)
    {
        _columns = columns;
        _isWholeDocument = isWholeDocument;
        _json = new Utf8JsonWriter(_buffer, new JsonWriterOptions { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
    }

    /// <summary>Sets the batch to read rows from.</summary>
    /// <exception cref="BlittableException">The type of a column differs from the schema.</exception>
    public void Bind(RecordBatch batch)
    {
        _buffer.LimitTo(batch);
        foreach (var column in _columns)
        {
            try
            {
                column.Reader.Values.Bind(batch.Column(column.Index));
            }
            catch (Exception fault) when (Damage.IsOfBytes(fault))
            {
                throw FaultOf(column, fault);
            }
        }
    }

    /// <summary>Returns the JSON of a row of the batch, which is valid until the next call.</summary>
    /// <exception cref="BlittableException">
    /// The row contains text that is not UTF-8, invalid JSON text or offsets out of range, or its JSON exceeds the size limit. The message names the column.
    /// </exception>
    public ReadOnlySpan<byte> ToJson(int row)
    {
        _buffer.Clear();
        _json.Reset();
        _rows++;
        if (!_isWholeDocument)
        {
            _json.WriteStartObject();
        }

        var column = 0;
        try
        {
            for (; column < _columns.Count; column++)
            {
                if (_isWholeDocument)
                {
                    _columns[column].Reader.Values.Write(_json, row);
                }
                else
                {
                    _columns[column].Reader.Write(_json, row);
                }
            }
        }
        catch (Exception fault) when (Damage.IsOfBytes(fault))
        {
            throw FaultOf(_columns[column], fault);
        }
        catch (BlittableException fault)
        {
            throw FaultOf(_columns[column], fault, fault.Code);
        }

        if (!_isWholeDocument)
        {
            _json.WriteEndObject();
        }

        _json.Flush();
        return _buffer.WrittenSpan;
    }

    public void Dispose() => _json.Dispose();

    private BlittableException FaultOf(ReadableColumn column, Exception fault, BlittableErrorCode code = BlittableErrorCode.InvalidData) => new(
        code, $"Column '{column.Source.Path}' cannot be imported, row {_rows}: {Damage.Reason(fault)}.", innerException: fault);
}
