using Blittable.Arrow.Building;
using Blittable.Collections.Storage;

namespace Blittable.Arrow.Writing;

/// <summary>Writes the documents of a partition to a Parquet file, under a temporary name until all partitions are complete.</summary>
internal sealed class Partition : IDisposable
{
    private const string Name = "data.parquet";

    private readonly TableBuilder _table;
    private readonly string _folder;
    private readonly bool _isNewFolder;
    private readonly FileStream _file;
    private readonly ParquetOutput _output;
    private string _path;
    private bool _isClosed, _isKept;

    /// <summary>Creates the folder and the file of a partition.</summary>
    /// <exception cref="IOException">The file exists or cannot be created.</exception>
    public Partition(TablePlan plan, int batchRows, Action<string, long, string>? onUnfitValue, int? sortedLeaf, string folder)
    {
        _isNewFolder = !Directory.Exists(folder);
        _folder = Directory.CreateDirectory(folder).FullName;
        if (File.Exists(FinalPath))
        {
            throw new IOException($"The file '{FinalPath}' already exists.");
        }

        // Hive, Spark and DuckDB ignore hidden files.
        _path = Path.Combine(_folder, $".{Name}.{Path.GetRandomFileName()}");
        _table = new TableBuilder(plan, batchRows, onUnfitValue);
        _file = new FileStream(_path, FileMode.CreateNew, FileAccess.Write);
        try
        {
            _output = new ParquetOutput(_file, plan.ToSchema(), sortedLeaf);
        }
        catch
        {
            _file.Dispose();
            Remove();
            throw;
        }
    }

    /// <summary>Gets the size in bytes of the rows that are not yet written.</summary>
    public long WaitingBytes => _table.ByteCount;

    private string FinalPath => Path.Combine(_folder, Name);

    /// <summary>Adds a document.</summary>
    public void Add(long row, in BlittableValue document)
    {
        if (_table.Add(row, document))
        {
            Flush();
        }
    }

    /// <summary>Writes the pending rows as a row group.</summary>
    public void Flush() => Write(() =>
    {
        if (_table.Take() is { } batch)
        {
            _output.Write(batch);
        }
    });

    /// <summary>Writes the pending rows and completes the file.</summary>
    public void Complete()
    {
        Flush();
        Write(() =>
        {
            _output.Close();
            Close();
        });
    }

    /// <summary>Gives the complete file its final name.</summary>
    /// <exception cref="IOException">The file exists or cannot be renamed.</exception>
    public void Rename()
    {
        File.Move(_path, FinalPath);
        _path = FinalPath;
    }

    /// <summary>Keeps the file when the partition is disposed.</summary>
    public void Keep() => _isKept = true;

    /// <summary>Removes the file and a folder created for it, unless the file is kept.</summary>
    public void Dispose()
    {
        if (_isKept)
        {
            return;
        }

        try
        {
            Close();
        }
        catch (Exception fault) when (FileLimit.Explain(fault) is IOException)
        {
            // The rest of the buffer cannot be written to a full disk either, which the export has reported. The file is not needed.
        }

        Remove();
    }

    /// <summary>Writes to the file. The message of a failure names the file by its final name.</summary>
    private void Write(Action write)
    {
        try
        {
            write();
        }
        catch (IOException fault) when (fault.Message.Contains(_path, StringComparison.Ordinal))
        {
            throw new IOException(fault.Message.Replace(_path, FinalPath, StringComparison.Ordinal), fault);
        }
    }

    private void Close()
    {
        if (!_isClosed)
        {
            _isClosed = true;
            _output.Dispose();
            _file.Dispose();
        }
    }

    private void Remove()
    {
        File.Delete(_path);
        if (_isNewFolder && !Directory.EnumerateFileSystemEntries(_folder).Any())
        {
            Directory.Delete(_folder);
        }
    }
}
