using System.Runtime.ExceptionServices;
using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Runs one task per column on a given number of workers.</summary>
internal static class ColumnWorkers
{
    /// <summary>Runs the work of each column. The first exception is rethrown unwrapped.</summary>
    public static void Run(int columns, ParallelOptions options, Action<int> work)
    {
        if (options.MaxDegreeOfParallelism == 1 || columns == 1)
        {
            for (var column = 0; column < columns; column++)
            {
                work(column);
            }

            return;
        }

        try
        {
            Parallel.For(0, columns, options, work);
        }
        catch (AggregateException errors) when (errors.InnerException is { } first)
        {
            ExceptionDispatchInfo.Throw(first);
        }
    }
}
