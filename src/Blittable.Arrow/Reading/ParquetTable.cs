using Apache.Arrow;
using Blittable.Arrow.Building;
using ParquetSharp;
using ParquetSharp.Arrow;
using ParquetSharp.IO;

namespace Blittable.Arrow.Reading;

/// <summary>Reads the schema of a Parquet file, and its rows as record batches.</summary>
internal sealed class ParquetTable : IDisposable
{
    /// <summary>The number of rows in a batch, small enough to keep the text of a column far below the batch limit of 2 GiB.</summary>
    private const int BatchRows = 1 << 13;

    private readonly ManagedRandomAccessFile _file;
    private readonly ReaderProperties _properties = ReaderProperties.GetDefaultReaderProperties();
    private readonly ArrowReaderProperties _arrowProperties = ArrowReaderProperties.GetDefault();
    private readonly FileReader? _reader;
    private readonly ParquetFileReader? _parquet;

    /// <summary>Opens a file.</summary>
    /// <param name="input">The file. It is left open.</param>
    /// <param name="faults">Receives columns whose type cannot be read.</param>
    /// <exception cref="BlittableException">The file is damaged, or not a Parquet file.</exception>
    public ParquetTable(Stream input, ColumnFaults faults)
    {
        _file = new ManagedRandomAccessFile(input, leaveOpen: true);
        _properties.EnablePageChecksumVerification();
        _arrowProperties.BatchSize = BatchRows;

        // Read-ahead threads can outlive the file and then access freed memory.
        _arrowProperties.PreBuffer = false;

        // Int96Stream reads these values separately. Microseconds prevent an overflow in the Arrow reader.
        _arrowProperties.CoerceInt96TimestampUnit = Apache.Arrow.Types.TimeUnit.Microsecond;
        try
        {
            _reader = Open();
            _parquet = _reader.ParquetReader;
            (RowCount, Columns, IsWholeDocument) = Damage.Watch(() => ReadSchema(faults));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Gets the number of rows.</summary>
    public long RowCount { get; }

    /// <summary>Gets the columns whose type can be read.</summary>
    public IReadOnlyList<ColumnSource> Columns { get; }

    /// <summary>Gets a value that indicates whether a single column contains the whole document.</summary>
    public bool IsWholeDocument { get; }

    /// <summary>
    /// Reads the rows of the specified columns in batches. Each row group is read separately, because Arrow cannot concatenate all types of nested columns.
    /// </summary>
    /// <exception cref="Exception">The native reader failed. It does not define an exception type.</exception>
    public IEnumerable<RecordBatch> Read(IReadOnlyList<ColumnSource> columns, bool isAll, CancellationToken cancellationToken)
    {
        int[]? leaves = isAll ? null : [.. columns.SelectMany(column => column.Leaves).Select(leaf => leaf.Index)];
        for (var group = 0; group < _reader!.NumRowGroups; group++)
        {
            using var batches = _reader.GetRecordBatchReader([group], leaves);
            while (batches.ReadNextRecordBatchAsync(cancellationToken).AsTask().GetAwaiter().GetResult() is { } batch)
            {
                yield return batch;
            }
        }
    }

    /// <summary>Returns a reader for the non-null values of a column of 96-bit timestamps.</summary>
    public Int96Stream ReadInt96(ParquetLeaf leaf) => new(_parquet!, leaf.Index);

    /// <summary>Finds the columns that cannot be read by reading each column separately.</summary>
    /// <param name="columns">The columns to read.</param>
    /// <param name="batches">The maximum number of batches to read, or null for all batches.</param>
    /// <param name="faults">Receives the columns that fail.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The columns that can be read.</returns>
    public IReadOnlyList<ColumnSource> Probe(IReadOnlyList<ColumnSource> columns, int? batches, ColumnFaults faults, CancellationToken cancellationToken)
    {
        List<ColumnSource> readable = [];
        foreach (var column in columns)
        {
            try
            {
                foreach (var batch in Read([column], isAll: false, cancellationToken).Take(batches ?? int.MaxValue))
                {
                    batch.Dispose();
                }

                readable.Add(column);
            }
            catch (Exception fault) when (Damage.IsOfRead(fault))
            {
                faults.Add(column.Path, Damage.Reason(fault), fault);
            }
        }

        return readable;
    }

    public void Dispose()
    {
        _parquet?.Dispose();
        _reader?.Dispose();
        _arrowProperties.Dispose();
        _properties.Dispose();
        _file.Dispose();
    }

    private (long Rows, IReadOnlyList<ColumnSource> Columns, bool IsWholeDocument) ReadSchema(ColumnFaults faults)
    {
        var metadata = _parquet!.FileMetaData;
        List<ColumnSource> columns = [];
        foreach (var field in _reader!.SchemaManifest.SchemaFields)
        {
            try
            {
                columns.Add(Describe(field.Field, field, metadata.Schema, path: null));
            }
            catch (Exception fault) when (Damage.IsOfBytes(fault))
            {
                faults.Add(NameOf(field, metadata.Schema), Damage.Reason(fault), fault);
            }
        }

        var isWhole = columns is [_] && TablePlan.IsWholeDocument(_reader.Schema);
        return (metadata.NumRows, columns, isWhole);
    }

    private static ColumnSource Describe(Field field, SchemaField parquet, SchemaDescriptor schema, string? path)
    {
        path = path is null ? field.Name : $"{path}.{field.Name}";
        var fields = ColumnSource.FieldsBelow(field);
        var children = parquet.Children;
        if (children.Count == 0)
        {
            return ColumnSource.Of(field, path, ParquetLeaf.Of(parquet.ColumnIndex, schema.Column(parquet.ColumnIndex)));
        }

        return fields.Count == children.Count
            ? new ColumnSource(path, field, null, [.. fields.Zip(children, (child, source) => Describe(child, source, schema, path))])
            : throw new InvalidDataException($"its type has {fields.Count} child fields in Arrow but {children.Count} in Parquet");
    }

    private FileReader Open()
    {
        try
        {
            return Damage.Watch(() => new FileReader(_file, _properties, _arrowProperties));
        }
        catch (BlittableException fault)
        {
            // The message of the native reader does not name the columns.
            throw MapsWithOptionalKeys() is [_, ..] maps
                ? new BlittableException(
                    BlittableErrorCode.WrongKind, $"Map keys must not be null, but the keys of {string.Join(", ", maps)} are nullable.", innerException: fault)
                : fault;
        }
    }

    private string[] MapsWithOptionalKeys()
    {
        try
        {
            using var parquet = new ParquetFileReader(_file, _properties);
            var schema = parquet.FileMetaData.Schema;
            return [.. Enumerable.Range(0, schema.NumColumns).Where(column => HasOptionalKey(schema.Column(column))).Select(column => $"'{schema.Column(column).Path.ToDotVector()[0]}'")];
        }
        catch (Exception fault) when (Damage.IsOfBytes(fault))
        {
            return [];
        }
    }

    private static bool HasOptionalKey(ColumnDescriptor column)
    {
        using var key = column.SchemaNode;
        using var entry = key.Parent;
        using var map = entry?.Parent;
        return map?.LogicalType is MapLogicalType && key.Repetition == Repetition.Optional && entry is ParquetSharp.Schema.GroupNode group && group.Field(0).Name == key.Name;
    }

    /// <summary>Returns the name of a column whose type the library does not support.</summary>
    private static string NameOf(SchemaField field, SchemaDescriptor schema)
    {
        while (field.Children is [var child, ..])
        {
            field = child;
        }

        using var path = schema.Column(field.ColumnIndex).Path;
        return path.ToDotVector()[0];
    }
}
