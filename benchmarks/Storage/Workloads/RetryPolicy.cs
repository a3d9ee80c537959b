namespace Blittable.Benchmarks.Storage;

/// <summary>Tries a transaction again when the database says that another try may succeed.</summary>
internal static class RetryPolicy
{
    public const int MaxTries = 3;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(50);

    /// <summary>Runs a transaction up to three times, with a pause that doubles from 50 ms before each further try.</summary>
    /// <param name="transaction">All of the transaction, from BEGIN to COMMIT.</param>
    /// <param name="rollback">Ends a try that failed.</param>
    /// <param name="pause">Waits.</param>
    /// <returns>How many tries failed before the one that did not.</returns>
    /// <exception cref="StorageException">The last try failed, or the error was one that a further try cannot mend.</exception>
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
