using System.Diagnostics;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Microsoft.Extensions.Logging;

namespace Blittable.Collections;

/// <content>Commits, and the marks by which their stripes are found in a damaged file.</content>
public sealed partial class CollectionWriter
{
    /// <summary>The number of the last stripe that was written (<see cref="StripeNumbers"/>).</summary>
    private long _lastNumber;

    /// <summary>Gets the token of the last commit that had one; <see langword="null"/> if none had.</summary>
    public Guid? LastCommitToken => _footers.Last.Tokens is [var last, ..] ? last : null;

    /// <summary>Makes all changes so far visible to readers that are opened from now on, and lets them survive a loss of power.</summary>
    /// <remarks>Small stripes of earlier commits are merged where there are enough of them. Where more than half of a file, and of 1 MB, has become dead, what is
    /// left is written to a new file that takes its name; readers of the old one continue with it.</remarks>
    /// <exception cref="CollectionCommitException">A write or a flush failed; the exception says whether the changes may be visible. The writer cannot be used any
    /// more.</exception>
    public void Commit()
    {
        CheckUsable();
        Commit(_footers.Last.Tokens);
    }

    /// <summary>Commits all changes so far under a token, unless the collection has a commit with that token.</summary>
    /// <remarks>A caller that does not know whether a commit was made opens the collection again, repeats its changes and commits them under the token of the first try.
    /// The tokens of the last eight commits that had one are remembered.</remarks>
    /// <param name="token">The token, which the caller makes up: another one for each commit, the same one for each try of a commit.</param>
    /// <returns><see langword="true"/> if the changes were committed; <see langword="false"/> if a commit with the token exists. The changes are then discarded.</returns>
    /// <exception cref="ArgumentException"><paramref name="token"/> is empty.</exception>
    /// <inheritdoc cref="Commit()"/>
    public bool Commit(Guid token)
    {
        CheckUsable();
        if (token == Guid.Empty)
        {
            throw new ArgumentException("The token of a commit is empty.", nameof(token));
        }

        if (IsCommitted(token))
        {
            Discard();
            return false;
        }

        Commit([token, .. _footers.Last.Tokens.Take(Footer.MostTokens - 1)]);
        return true;
    }

    /// <summary>Determines whether one of the last eight commits that had a token had this one.</summary>
    public bool IsCommitted(Guid token) => _footers.Last.Tokens.Contains(token);

    /// <summary>Reads from the disk which commit the collection has there. Can be called after a commit has failed.</summary>
    /// <remarks>On Linux the superblocks are read past the system's cache, where the file system allows that. Elsewhere the cache may have what a failed flush did not
    /// bring to the disk.</remarks>
    /// <exception cref="BlittableException">No state on the disk is whole.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed of.</exception>
    public CollectionCommit ReadCommitFromDisk()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        var state = _file?.ReadStateFromDisk() ?? CollectionSnapshot.Open(new StreamSource(_stream, leaveOpen: true)).State;
        return new CollectionCommit(state.Sequence, state.Tokens is [var last, ..] ? last : null, state.LiveCount);
    }

    private void Commit(IReadOnlyList<Guid> tokens)
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
                _sequence + 1, footer.ToArray(_sink.Position), _written.Sum(stripe => (long)stripe.Reference.Rows), _written.Sum(stripe => (long)stripe.LiveRows));
            _file?.Publish();
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
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            var isPublished = _file is null || _file.IsPublished;
            var failure = new CollectionCommitException(_sequence + 1, isPublished && (_sink.IsUncertain || _file is { IsUncertain: true }), fault);
            CollectionLog.CommitFailed(CollectionLog.Logger, _sequence + 1, Name, failure.MayBeVisible, fault);
            throw failure;
        }

        // The commit stands from here on, whichever file has the name: a writer that does not know which one refuses what comes next.
        _isFailed = !TryRewriteIfDead();
    }

    /// <summary>Goes back to the last commit.</summary>
    private void Discard()
    {
        TakeAllParts();
        _pending.Clear();
        _pendingKeys.Clear();
        _written.Clear();
        _written.AddRange(_footers.Last.Stripes.Select(reference => new StripeState(reference)));
    }

    private Footer NextFooter(long sequence, IReadOnlyList<Guid> tokens) => _footers.Next(
        sequence, _options, [.. _dictionaries.Select(dictionary => dictionary.Reference)], [.. _written.Select(stripe => stripe.Reference)], tokens);

    /// <summary>Takes a stripe of new documents.</summary>
    private void AddStripe(StripeReference stripe)
    {
        _lastNumber++;
        _written.Add(new StripeState(Mark(stripe with { Numbers = new StripeNumbers(_lastNumber, _lastNumber) })));
    }

    /// <summary>Writes the mark of a stripe, which is the last that was written.</summary>
    private StripeReference Mark(StripeReference stripe)
    {
        var dictionary = stripe.Dictionary == 0 ? default : _dictionaries[stripe.Dictionary - 1].Reference;
        StripeMark.Write(_sink, _sequence + 1, stripe, dictionary, _options);
        return stripe;
    }
}
