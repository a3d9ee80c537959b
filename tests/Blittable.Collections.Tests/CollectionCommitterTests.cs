using System.Text;

namespace Blittable.Collections.Tests;

/// <summary>Tests what the callers of a committer learn about a commit that failed.</summary>
public sealed class CollectionCommitterTests
{
    [Fact]
    public async Task A_failed_commit_has_a_token_that_tells_whether_a_retry_is_needed()
    {
        var outcomes = new HashSet<bool>();
        for (var flush = 1; flush <= 8; flush++)
        {
            var stream = new RecordedStream();
            CollectionWriter.Create(stream, leaveOpen: true).Dispose();
            stream.FailsAt = stream.Flushes + flush;
            CollectionCommitException? failure = null;
            var added = 0;
            await using (var committer = new CollectionCommitter(CollectionWriter.Append(stream, leaveOpen: true)))
            {
                while (failure is null && added < 100)
                {
                    try
                    {
                        await committer.AddAsync(Document(added));
                        added++;
                    }
                    catch (CollectionCommitException fault)
                    {
                        failure = fault;
                    }
                }

                // A later change was never part of the failed commit, so its exception has no token.
                var later = await Assert.ThrowsAsync<IOException>(() => committer.AddAsync(Document(1000)));
                Assert.Same(failure, later.InnerException);
            }

            stream.FailsAt = 0;
            using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
            {
                var isCommitted = writer.IsCommitted(failure!.Token!.Value);
                outcomes.Add(isCommitted);
                Assert.True(failure.MayBeVisible || !isCommitted);
                if (!isCommitted)
                {
                    writer.Add(Document(added));
                    writer.Commit();
                }
            }

            Assert.Equal(Enumerable.Range(0, added + 1).Select(id => $"{{\"id\":{id}}}"), CollectionFile.ReadAll(stream));
        }

        Assert.Equal([false, true], outcomes.Order());
    }

    private static byte[] Document(int id) => Encoding.UTF8.GetBytes($"{{\"id\":{id}}}");
}
