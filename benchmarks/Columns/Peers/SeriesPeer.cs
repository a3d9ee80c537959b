namespace Blittable.Benchmarks.Columns;

/// <summary>Represents another file format for time series, written and read by one thread.</summary>
internal abstract class SeriesPeer : IDisposable
{
    public abstract string Name { get; }

    /// <summary>Writes the rows to a new file and closes it.</summary>
    public abstract void Write(TimeSeries series, string path);

    /// <summary>Reads every column of every row of a file, and computes the sum.</summary>
    /// <param name="path">The file, the same in every call.</param>
    /// <param name="columns">The number of integer columns.</param>
    public abstract SeriesSum Sum(string path, int columns);

    /// <summary>Closes the file if the peer keeps it open.</summary>
    public virtual void Dispose()
    {
    }

    /// <summary>Returns the name of an integer column.</summary>
    protected static string NameOf(int column) => $"s{column}";
}
