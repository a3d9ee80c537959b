using System.Diagnostics;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Microsoft.Extensions.Logging;

namespace Blittable.Collections;

/// <content>Commits, and the marks that locate their stripes in a damaged file.</content>
public sealed partial class CollectionWriter
{
    /// <summary>The number of the last stripe written (<see cref="StripeNumbers"/>).</summary>
    private long _lastNumber;

    /// <summary>Gets the token of the most recent commit with a token, or <see langword="null"/> if there is none.</summary>
    public Guid? LastCommitToken => _footers.Last.Tokens is [var last, ..] ? last : null;

    /// <summary>Commits all changes so far. They become durable, as <see cref="Durability"/> defines, and visible to readers opened afterward.</summary>
    /// <remarks>Small stripes of earlier commits are merged if there are enough of them. If at least half of the file, and at least 1 MB, is unused, the used
    /// part is copied to a new file that replaces the old one. Readers of the old file continue to use it.</remarks>
    /// <exception cref="CollectionCommitException">A write or a flush failed. The exception indicates whether the changes may be visible. The writer can no
    /// longer be used.</exception>
    public void Commit()
    {
        CheckUsable();
        Commit(_footers.Last.Tokens, null);
    }

    /// <summary>Commits all changes so far under the specified token, unless a commit with that token exists.</summary>
    /// <remarks>If it is unknown whether a commit succeeded, open the collection again, repeat the changes, and commit them under the same token. The
    /// collection remembers the last eight tokens.</remarks>
    /// <param name="token">A token chosen by the caller: unique for each commit, and the same for every attempt of a commit.</param>
    /// <returns><see langword="true"/> if the changes were committed; <see langword="false"/> if a commit with the token exists, in which case the changes are
    /// discarded.</returns>
    /// <exception cref="ArgumentException"><paramref name="token"/> is empty.</exception>
    /// <inheritdoc cref="Commit()"/>
    public bool Commit(Guid token)
    {
        CheckUsable();
        if (token == Guid.Empty)
        {
            throw new ArgumentException("The commit token is empty.", nameof(token));
        }

        if (IsCommitted(token))
        {
            Discard();
            return false;
        }

        Commit([token, .. _footers.Last.Tokens.Take(Footer.MostTokens - 1)], token);
        return true;
    }

    /// <summary>Determines whether one of the last eight commits with a token has the specified token.</summary>
    public bool IsCommitted(Guid token) => _footers.Last.Tokens.Contains(token);

    /// <summary>Reads the last commit from disk. Can be called after a failed commit.</summary>
    /// <remarks>On Linux, the superblocks are read with direct I/O if the file system supports it. Otherwise, the operating system's cache may contain data
    /// that a failed flush did not write to disk. A power failure may still undo a commit that was not flushed because of <see cref="Durability"/>.</remarks>
    /// <exception cref="BlittableException">The disk contains no intact state.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public CollectionCommit ReadCommitFromDisk()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        var state = _file?.ReadStateFromDisk() ?? CollectionSnapshot.Open(new StreamSource(_stream, leaveOpen: true)).State;
        return new CollectionCommit(state.Sequence, state.Tokens is [var last, ..] ? last : null, state.LiveCount);
    }

    private void Commit(IReadOnlyList<Guid> tokens, Guid? token)
    {
        using var activity = BlittableMetrics.Start("blittable.commit");
        var start = Stopwatch.GetTimestamp();
        _isFailed = true;
        try
        {
            Flush(isCommit: true);
            TakeAllParts();
            MergeStripes();
            foreach (var stripe in _written)
            {
                stripe.WriteDeleted(_sink);
            }

            var footer = NextFooter(_sequence + 1, tokens);
            var superblock = _sink.Commit(
                _sequence + 1, footer.ToArray(_sink.Position), _written.Sum(stripe => (long)stripe.Reference.Rows), _written.Sum(stripe => (long)stripe.LiveRows),
                IsFlushDue());
            _file?.Publish();
            PlanFlush();
            _footers.Add(superblock.Footer, footer);
            _sequence++;
            activity?.SetTag("blittable.commit.number", _sequence);
            var time = Stopwatch.GetElapsedTime(start);
            BlittableMetrics.Committed(time);
            if (CollectionLog.Logger.IsEnabled(LogLevel.Debug))
            {
                CollectionLog.Committed(CollectionLog.Logger, _sequence, Name, Count, _written.Count, time.TotalMilliseconds);
            }
        }
        catch (Exception fault)
        {
            BlittableMetrics.Fail(activity, fault);
            BlittableMetrics.CommitFailed();
            if (fault is not (IOException or UnauthorizedAccessException))
            {
                CollectionLog.CommitFailed(CollectionLog.Logger, _sequence + 1, Name, mayBeVisible: false, fault);
                throw;
            }

            var isPublished = _file is null || _file.IsPublished;
            var failure = new CollectionCommitException(_sequence + 1, isPublished && (_sink.IsUncertain || _file is { IsUncertain: true }), token, fault);
            CollectionLog.CommitFailed(CollectionLog.Logger, _sequence + 1, Name, failure.MayBeVisible, fault);
            throw failure;
        }

        // The commit succeeded, regardless of the rewrite. If it is unknown which file has the name, the writer rejects further changes.
        _isFailed = !TryRewriteIfDead();
    }

    /// <summary>Restores the state of the last commit.</summary>
    private void Discard()
    {
        TakeAllParts();
        _pending.Clear();
        _pendingKeys.Clear();
        _written.Clear();
        _written.AddRange(_footers.Last.Stripes.Select(reference => new StripeState(reference)));
    }

    private Footer NextFooter(long sequence, IReadOnlyList<Guid> tokens) => _footers.Next(
        sequence, _lineage, _options, [.. _dictionaries.Select(dictionary => dictionary.Reference)], [.. _written.Select(stripe => stripe.Reference)], tokens);

    /// <summary>Adds a stripe of new documents.</summary>
    private void AddStripe(StripeReference stripe)
    {
        _lastNumber++;
        _written.Add(new StripeState(Mark(stripe with { Numbers = new StripeNumbers(_lastNumber, _lastNumber) })));
    }

    /// <summary>Writes the mark of the most recently written stripe.</summary>
    private StripeReference Mark(StripeReference stripe)
    {
        var dictionary = stripe.Dictionary == 0 ? default : _dictionaries[stripe.Dictionary - 1].Reference;
        StripeMark.Write(_sink, _sequence + 1, stripe, dictionary, _options);
        return stripe;
    }
}
