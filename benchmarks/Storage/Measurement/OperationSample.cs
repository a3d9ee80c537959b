namespace Blittable.Benchmarks.Storage;

/// <summary>Represents the measurement of one operation.</summary>
/// <param name="DatabaseTime">Milliseconds in the driver and the database, from BEGIN to the response to COMMIT, including failed tries.</param>
/// <param name="ProcessingTime">Milliseconds of processor time in which this program created, encoded or decoded values and prepared the operation.</param>
/// <param name="Rows">Rows inserted, changed, deleted, fetched or, for an aggregate, scanned.</param>
/// <param name="Retries">Tries that ended with a transient error such as a deadlock. The pauses before the next try are in neither time.</param>
internal readonly record struct OperationSample(double DatabaseTime, double ProcessingTime, long Rows, int Retries)
{
    public double TotalTime => DatabaseTime + ProcessingTime;
}
