using Blittable.Arrow.Building;
using Blittable.Arrow.Schemas;

namespace Blittable.Arrow.Writing;

/// <summary>Distributes documents to folders by the value at a path, in the Hive layout: <c>city=Oslo/data.parquet</c>.</summary>
internal sealed class Partitions : IDisposable
{
    /// <summary>The maximum number of partitions, limited because each partition keeps a file open.</summary>
    private const int MaxCount = 1000;

    /// <summary>The size of the pending rows of all partitions at which the largest partition writes its rows.</summary>
    private const long MaxWaitingBytes = 4 * TableBuilder.MaxBytes;

    /// <summary>The folder name that Hive uses for rows without a value.</summary>
    private const string NullName = "__HIVE_DEFAULT_PARTITION__";

    /// <summary>The characters that a folder name must not contain, or that separate its parts.</summary>
    private const string Reserved = "\"#%'*/:<=>?\\|";

    private readonly Dictionary<string, Partition> _partitions = new(StringComparer.Ordinal);
    private readonly TablePlan _plan;
    private readonly string _folder;
    private readonly BlittablePath _path;
    private readonly string _column;
    private readonly int _batchRows;
    private readonly Action<string, long, string>? _onUnfitValue;
    private readonly int? _sortedLeaf;
    private readonly GivenField? _given;
    private BlittableValueKind _kind = BlittableValueKind.Null;
    private long _waiting;

    /// <summary>Creates a writer without partitions.</summary>
    /// <param name="plan">The columns.</param>
    /// <param name="folder">The folder that receives a subfolder for each partition.</param>
    /// <param name="path">
    /// The path of the value. A top-level property is omitted from the files, because the folder name contains its value, unless it is the only column.
    /// </param>
    /// <param name="batchRows">The maximum number of rows in a row group.</param>
    /// <param name="onUnfitValue">Receives values that a column of a given schema cannot store. Null if such values end the export.</param>
    /// <param name="sortedLeaf">Returns the Parquet column by which the rows are sorted, or null.</param>
    public Partitions(TablePlan plan, string folder, string path, int batchRows, Action<string, long, string>? onUnfitValue, Func<TablePlan, int?> sortedLeaf)
    {
        _path = PathNames.ParseSingle(path);
        _folder = folder;
        (_batchRows, _onUnfitValue) = (batchRows, onUnfitValue);
        _plan = plan;
        if (_path.PropertyNames() is [{ Length: > 0 } name])
        {
            _column = Escape(name);
            _given = plan.Columns.FirstOrDefault(column => column.Name == name)?.Given;
            _plan = plan.IsWhole || plan.Columns.All(column => column.Name == name) ? plan : plan.Without(name);
        }
        else
        {
            var letters = string.Concat(path.Skip(1).Select(letter => char.IsLetterOrDigit(letter) ? letter : '_')).Trim('_');
            _column = letters.Length > 0 ? letters : "value";
        }

        _sortedLeaf = sortedLeaf(_plan);
    }

    /// <summary>Adds a document.</summary>
    /// <exception cref="BlittableException">The value cannot name a folder, or there are too many distinct values.</exception>
    public void Add(long row, in BlittableValue document)
    {
        var name = NameOf(row, document);
        if (!_partitions.TryGetValue(name, out var partition))
        {
            if (_partitions.Count == MaxCount)
            {
                throw new BlittableException(
                    BlittableErrorCode.InvalidOperation, $"'{_path}' has more than {MaxCount} distinct values, the maximum number of partitions.");
            }

            _partitions.Add(name, partition = new Partition(_plan, _batchRows, _onUnfitValue, _sortedLeaf, Path.Combine(_folder, $"{_column}={name}")));
        }

        var before = partition.WaitingBytes;
        partition.Add(row, document);
        _waiting += partition.WaitingBytes - before;
        if (_waiting > MaxWaitingBytes)
        {
            var largest = _partitions.Values.MaxBy(candidate => candidate.WaitingBytes)!;
            _waiting -= largest.WaitingBytes;
            largest.Flush();
        }
    }

    /// <summary>Completes all files, and then gives them their final names.</summary>
    public void Close()
    {
        foreach (var partition in _partitions.Values)
        {
            partition.Complete();
        }

        foreach (var partition in _partitions.Values)
        {
            partition.Rename();
        }

        foreach (var partition in _partitions.Values)
        {
            partition.Keep();
        }
    }

    /// <summary>Removes all files, unless they are complete.</summary>
    public void Dispose()
    {
        foreach (var partition in _partitions.Values)
        {
            partition.Dispose();
        }
    }

    private static string Escape(string name) =>
        string.Concat(name.Select(letter => letter < ' ' || Reserved.Contains(letter, StringComparison.Ordinal) ? $"%{(int)letter:X2}" : letter.ToString()));

    private string NameOf(long row, in BlittableValue document)
    {
        if (!_path.TryEvaluate(document, out var value) || value.Kind == BlittableValueKind.Null)
        {
            return _given is { Field.IsNullable: false } given ? throw given.MissingIn(row) : NullName;
        }

        if (_given?.Accepts(value) == false)
        {
            var fault = _given.FaultOf(value, row);
            if (_onUnfitValue is not { } onUnfitValue || !_given.Field.IsNullable)
            {
                throw fault;
            }

            onUnfitValue(_given.Path, row, fault.Message);
            return NullName;
        }

        // The folder name contains the text of a value, but not its kind.
        var kind = value.Kind == BlittableValueKind.False ? BlittableValueKind.True : value.Kind;
        _kind = _kind == BlittableValueKind.Null ? kind : _kind;
        if (kind != _kind)
        {
            throw new BlittableException(BlittableErrorCode.WrongKind, $"'{_path}' has values of several kinds, which partitions cannot distinguish.");
        }

        return kind switch
        {
            BlittableValueKind.String => NameOf(value.GetString()!),
            BlittableValueKind.Number when FloatText.IsNotFinite(value) => throw new BlittableException(
                BlittableErrorCode.WrongKind, $"'{_path}' is NaN or an infinity in row {row}, which cannot be used as a partition name."),
            BlittableValueKind.Number => CanonicalNumber.Of(value.GetNumberText()),
            BlittableValueKind.True => value.Kind == BlittableValueKind.True ? "true" : "false",
            _ => throw new BlittableException(
                BlittableErrorCode.WrongKind, $"'{_path}' has objects, arrays or binary values, which cannot be used as partition names."),
        };
    }

    private string NameOf(string text)
    {
        if (text == NullName)
        {
            throw new BlittableException(
                BlittableErrorCode.WrongKind, $"'{_path}' has the string '{NullName}', which is reserved for the partition of null values.");
        }

        // DuckDB reads the unescaped names 'null' and 'NULL' as nulls.
        var name = Uri.EscapeDataString(text);
        return name.Equals("null", StringComparison.OrdinalIgnoreCase) ? $"%{(int)name[0]:X2}{name[1..]}" : name;
    }
}
