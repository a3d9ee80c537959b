using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

public class RetryPolicyTests
{
    private readonly List<double> _pauses = [];
    private int _tries;
    private int _rollbacks;

    [Fact]
    public void A_successful_transaction_runs_once()
    {
        Assert.Equal(0, Run(failures: 0, isTransient: true));
        Assert.Equal((1, 0), (_tries, _rollbacks));
    }

    [Fact]
    public void A_transaction_is_retried_after_two_deadlocks_with_doubling_pauses()
    {
        Assert.Equal(2, Run(failures: 2, isTransient: true));
        Assert.Equal((3, 2), (_tries, _rollbacks));
        Assert.Equal([50, 100], _pauses);
    }

    [Fact]
    public void The_third_deadlock_is_reported()
    {
        Assert.Equal("40001", Assert.Throws<StorageException>(() => Run(failures: 3, isTransient: true)).State);
        Assert.Equal((3, 3), (_tries, _rollbacks));
        Assert.Equal([50, 100], _pauses);
    }

    [Fact]
    public void A_permanent_error_is_reported_without_a_retry()
    {
        Assert.Throws<StorageException>(() => Run(failures: 1, isTransient: false));
        Assert.Equal((1, 1), (_tries, _rollbacks));
        Assert.Empty(_pauses);
    }

    private int Run(int failures, bool isTransient) => RetryPolicy.Run(
        () =>
        {
            if (++_tries <= failures)
            {
                throw new StorageException("40001", isTransient, "deadlock");
            }
        },
        () => _rollbacks++,
        pause => _pauses.Add(pause.TotalMilliseconds));
}
