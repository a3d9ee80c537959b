using Blittable.Arrow.Building;

namespace Blittable.Arrow.Writing;

/// <summary>Writes the documents of a partition to a Parquet file.</summary>
internal sealed class Partition : IDisposable
{
    private readonly TableBuilder _table;
    private readonly FileStream _file;
    private readonly ParquetOutput _output;

    /// <summary>Creates the folder and the file of a partition.</summary>
    public Partition(TablePlan plan, int batchRows, string folder)
    {
        Directory.CreateDirectory(folder);
        _table = new TableBuilder(plan, batchRows);
        _file = new FileStream(Path.Combine(folder, "data.parquet"), FileMode.CreateNew, FileAccess.Write);
        _output = new ParquetOutput(_file, plan.ToSchema());
    }

    /// <summary>Gets the number of rows that are not yet written.</summary>
    public int Waiting { get; private set; }

    /// <summary>Adds a document.</summary>
    public void Add(in BlittableValue document)
    {
        Waiting++;
        if (_table.Add(document))
        {
            Flush();
        }
    }

    /// <summary>Writes the pending rows as a row group.</summary>
    public void Flush()
    {
        if (_table.Take() is { } batch)
        {
            _output.Write(batch);
        }

        Waiting = 0;
    }

    /// <summary>Writes the pending rows and completes the file.</summary>
    public void Close()
    {
        Flush();
        _output.Close();
    }

    public void Dispose()
    {
        _output.Dispose();
        _file.Dispose();
    }
}
