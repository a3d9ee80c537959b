using Blittable.Collections.Recovery;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Salvages the intact parts of a damaged collection into a new file, and reports what is lost.</summary>
/// <remarks>
/// <para>Footers and stripes are found without a superblock, wherever the file was damaged or cut off: each footer is a sealed record, and so is the mark that follows each stripe. A commit
/// flushes its footer before it writes its superblock, so that no commit that was acknowledged is passed over; a commit that was under way may be found, too.</para>
/// <para>In a stripe that is damaged each document is recovered whose values are in blocks that are whole.</para>
/// </remarks>
public static class CollectionRecovery
{
    /// <summary>Recovers a file.</summary>
    /// <param name="path">The damaged file, which stays as it is.</param>
    /// <param name="output">The new file; an existing file is replaced.</param>
    /// <param name="cancellationToken">Stops between two documents, and leaves no new file.</param>
    /// <returns>The findings and the losses.</returns>
    /// <exception cref="BlittableException">Nothing in the file is a part of a collection.</exception>
    /// <exception cref="IOException">The file cannot be opened, or the new one cannot be written.</exception>
    public static CollectionRecoveryReport Recover(string path, string output, CancellationToken cancellationToken = default) =>
        Recover(path, output, CollectionRecoveryOptions.Default, cancellationToken);

    /// <summary>Recovers a file.</summary>
    /// <param name="path">The damaged file, which stays as it is.</param>
    /// <param name="output">The new file; an existing file is replaced.</param>
    /// <param name="options">What is written besides.</param>
    /// <param name="cancellationToken">Stops between two documents, and leaves no new file.</param>
    /// <returns>The findings and the losses.</returns>
    /// <exception cref="BlittableException">Nothing in the file is a part of a collection.</exception>
    /// <exception cref="ArgumentException">The options name the damaged file or the new one as the output of partial documents.</exception>
    /// <exception cref="IOException">The file cannot be opened, or the new one cannot be written.</exception>
    public static CollectionRecoveryReport Recover(string path, string output, CollectionRecoveryOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (options.PartialOutput is { } partial && Path.GetFullPath(partial) is var full && (full == Path.GetFullPath(output) || full == Path.GetFullPath(path)))
        {
            throw new ArgumentException($"'{partial}' is the damaged collection or the output. Documents that lost values need a file of their own.", nameof(options));
        }

        using var source = new SalvageSource(FileSource.Open(path, CollectionAccess.RandomAccess));
        if (source.Length < Superblock.DataStart)
        {
            ThrowHelper.InvalidData($"a collection of at least {Superblock.DataStart} bytes", $"{source.Length}", 0);
        }

        var losses = new LossReport();
        var plan = SalvagePlan.Make(source, losses, cancellationToken);
        using var file = CollectionFile.Create(output);
        using var writer = CollectionWriter.Create(file, file.Stream, plan.Options, leaveOpen: true);
        using var copy = new SalvageCopy(writer, options.PartialOutput, losses, cancellationToken);
        foreach (var stripe in plan.Stripes)
        {
            copy.Take(stripe);
        }

        copy.Commit();
        if (copy.Replaced > 0)
        {
            losses.Add($"{copy.Replaced} documents have the key of a later one and were left out.");
        }

        var lost = Math.Max(copy.Lost, plan.ExpectedDocuments - writer.Count);
        var report = new CollectionRecoveryReport(plan.CommitNumber, writer.Count, lost, losses.Findings)
        {
            ExpectedDocuments = plan.ExpectedDocuments,
            PartialDocuments = copy.Partial,
            LostPaths = losses.LostPaths,
        };
        if (report.IsComplete)
        {
            CollectionLog.Recovered(CollectionLog.Logger, report.Documents, path);
        }
        else
        {
            CollectionLog.RecoveredInPart(CollectionLog.Logger, report.Documents, path, report.LostDocuments, report.Findings.Count);
        }

        return report;
    }
}
