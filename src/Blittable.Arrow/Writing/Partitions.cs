using Blittable.Arrow.Building;

namespace Blittable.Arrow.Writing;

/// <summary>Distributes documents to folders by the value at a path, in the Hive layout: <c>city=Oslo/data.parquet</c>.</summary>
internal sealed class Partitions : IDisposable
{
    /// <summary>The maximum number of partitions, limited because each partition keeps a file open.</summary>
    private const int MaxCount = 1000;

    /// <summary>The folder name that Hive uses for rows without a value.</summary>
    private const string NullName = "__HIVE_DEFAULT_PARTITION__";

    private readonly Dictionary<string, Partition> _partitions = new(StringComparer.Ordinal);
    private readonly TablePlan _plan;
    private readonly string _folder;
    private readonly BlittablePath _path;
    private readonly string _column;
    private readonly int _batchRows;
    private int _waiting;

    /// <summary>Creates a writer without partitions.</summary>
    /// <param name="plan">The columns.</param>
    /// <param name="folder">The folder that receives a subfolder for each partition.</param>
    /// <param name="path">The path of the value. A top-level property is omitted from the files, because the folder name contains its value.</param>
    /// <param name="batchRows">The maximum number of rows in a row group.</param>
    public Partitions(TablePlan plan, string folder, string path, int batchRows)
    {
        _path = BlittablePath.Parse(path);
        _folder = folder;
        _column = string.Concat(path.Skip(1).Select(letter => char.IsLetterOrDigit(letter) ? letter : '_')).Trim('_');
        _batchRows = batchRows;
        _plan = path == $"$.{_column}" ? plan.Without(_column) : plan;
    }

    /// <summary>Adds a document.</summary>
    /// <exception cref="BlittableException">The value is an object, an array or binary, or there are too many distinct values.</exception>
    public void Add(in BlittableValue document)
    {
        var name = NameOf(document);
        if (!_partitions.TryGetValue(name, out var partition))
        {
            if (_partitions.Count == MaxCount)
            {
                throw new BlittableException(
                    BlittableErrorCode.InvalidOperation, $"'{_path}' has more than {MaxCount} values, which is too many for partitions.");
            }

            _partitions.Add(name, partition = new Partition(_plan, _batchRows, Path.Combine(_folder, $"{_column}={name}")));
        }

        var before = partition.Waiting;
        partition.Add(document);
        _waiting += partition.Waiting - before;
        if (_waiting > 4 * _batchRows)
        {
            var largest = _partitions.Values.MaxBy(candidate => candidate.Waiting)!;
            _waiting -= largest.Waiting;
            largest.Flush();
        }
    }

    /// <summary>Completes all files.</summary>
    public void Close()
    {
        foreach (var partition in _partitions.Values)
        {
            partition.Close();
        }
    }

    public void Dispose()
    {
        foreach (var partition in _partitions.Values)
        {
            partition.Dispose();
        }
    }

    private string NameOf(in BlittableValue document)
    {
        if (!_path.TryEvaluate(document, out var value))
        {
            return NullName;
        }

        return value.Kind switch
        {
            BlittableValueKind.Null => NullName,
            BlittableValueKind.String => Uri.EscapeDataString(value.GetString()!),
            BlittableValueKind.Number => value.GetNumberText(),
            BlittableValueKind.True => "true",
            BlittableValueKind.False => "false",
            _ => throw new BlittableException(BlittableErrorCode.WrongKind, $"'{_path}' has objects, arrays or bytes, which cannot name a partition."),
        };
    }
}
