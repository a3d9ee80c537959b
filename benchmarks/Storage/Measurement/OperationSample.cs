namespace Blittable.Benchmarks.Storage;

/// <summary>One operation that was done.</summary>
/// <param name="DatabaseTime">Milliseconds in the driver and the database, from BEGIN to the answer to COMMIT, tries that failed included.</param>
/// <param name="ProcessingTime">Milliseconds of the processor in which this program made, encoded or decoded values and prepared the operation.</param>
/// <param name="Rows">Rows inserted, changed, deleted, fetched or, for an aggregate, scanned.</param>
/// <param name="Retries">Tries that ended in a deadlock or the like. The pauses before the next try belong to neither time.</param>
internal readonly record struct OperationSample(double DatabaseTime, double ProcessingTime, long Rows, int Retries)
{
    public double TotalTime => DatabaseTime + ProcessingTime;
}
