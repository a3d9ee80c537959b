namespace Blittable.Benchmarks.Storage;

/// <summary>Retries a transaction after a transient database error.</summary>
internal static class RetryPolicy
{
    public const int MaxTries = 3;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(50);

    /// <summary>Runs a transaction up to three times. The pause before a retry starts at 50 ms and doubles.</summary>
    /// <param name="transaction">The whole transaction, from BEGIN to COMMIT.</param>
    /// <param name="rollback">Rolls back a failed try.</param>
    /// <param name="pause">Waits for a time span.</param>
    /// <returns>The number of failed tries before the successful one.</returns>
    /// <exception cref="StorageException">The last try failed, or the error is not transient.</exception>
    public static int Run(Action transaction, Action rollback, Action<TimeSpan> pause)
    {
        for (var retries = 0; ; retries++)
        {
            try
            {
                transaction();
                return retries;
            }
            catch (StorageException error)
            {
                rollback();
                if (!error.IsTransient || retries + 1 == MaxTries)
                {
                    throw;
                }
            }

            pause(FirstPause * (1 << retries));
        }
    }
}
