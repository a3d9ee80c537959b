using Blittable.Collections.Recovery;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Salvages the intact parts of a damaged collection into a new file, and reports what is lost.</summary>
/// <remarks>
/// <para>Footers and stripes are found without a superblock, wherever the file was damaged or truncated: each footer, and the mark that follows each stripe, is
/// a sealed record. A commit flushes its footer before it writes its superblock, so no acknowledged commit is missed. A commit that was in progress may also be
/// found.</para>
/// <para>In a damaged stripe, every document whose values are all in intact blocks is recovered. A compressed block, of at most 64 KB of documents, is lost as
/// a whole.</para>
/// <para>The new file continues the commit numbers and tokens of the last intact footer, so a retry under the token of a recovered commit stores nothing
/// twice.</para>
/// </remarks>
public static class CollectionRecovery
{
    /// <summary>Recovers a damaged file.</summary>
    /// <param name="path">The damaged file. It is not modified.</param>
    /// <param name="output">The new file. An existing file is replaced.</param>
    /// <param name="cancellationToken">Cancels the operation between two documents, without creating the new file.</param>
    /// <returns>A report of the damage and the losses.</returns>
    /// <exception cref="BlittableException">The file contains no part of a collection.</exception>
    /// <exception cref="ArgumentException">The new file is the damaged file.</exception>
    /// <exception cref="IOException">The file cannot be opened, or the new one cannot be written.</exception>
    public static CollectionRecoveryReport Recover(string path, string output, CancellationToken cancellationToken = default) =>
        Recover(path, output, CollectionRecoveryOptions.Default, cancellationToken);

    /// <summary>Recovers a damaged file.</summary>
    /// <param name="path">The damaged file. It is not modified.</param>
    /// <param name="output">The new file. An existing file is replaced.</param>
    /// <param name="options">The recovery options.</param>
    /// <param name="cancellationToken">Cancels the operation between two documents, without creating the new file.</param>
    /// <returns>A report of the damage and the losses.</returns>
    /// <exception cref="BlittableException">The file contains no part of a collection.</exception>
    /// <exception cref="ArgumentException">Two of the three files are the same file.</exception>
    /// <exception cref="IOException">The file cannot be opened, or the new one cannot be written.</exception>
    public static CollectionRecoveryReport Recover(string path, string output, CollectionRecoveryOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        RequireOthers(path, output, options.PartialOutput);
        using var source = new SalvageSource(FileSource.Open(path, CollectionAccess.RandomAccess));
        if (source.Length < Superblock.DataStart)
        {
            ThrowHelper.InvalidData($"a collection of at least {Superblock.DataStart} bytes", $"{source.Length}", 0);
        }

        var losses = new LossReport();
        var plan = SalvagePlan.Make(source, losses, cancellationToken);
        using var file = CollectionFile.Create(output);
        using var writer = CollectionWriter.Create(file, file.Stream, plan.Options, leaveOpen: true, plan.State);
        using var copy = new SalvageCopy(writer, options.PartialOutput, losses, cancellationToken);
        var (done, rows) = (0L, plan.Stripes.Sum(stripe => (long)stripe.Stripe.Rows));
        foreach (var stripe in plan.Stripes)
        {
            copy.Take(stripe);
            done += stripe.Stripe.Rows;
            options.Progress?.Report(rows == 0 ? 1 : (double)done / rows);
        }

        copy.Commit();
        if (copy.Replaced > 0)
        {
            losses.Add($"{copy.Replaced} documents were omitted because a later document has the same key.");
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

    /// <summary>Rejects outputs that would replace the damaged file or each other.</summary>
    private static void RequireOthers(string path, string output, string? partial)
    {
        if (AreSame(path, output))
        {
            throw new ArgumentException($"'{output}' is the damaged collection. Specify another file for the recovered documents.", nameof(output));
        }

        if (partial is not null && (AreSame(partial, path) || AreSame(partial, output)))
        {
            throw new ArgumentException(
                $"'{partial}' is the damaged collection or the output. Specify another file for the documents that lost values.", nameof(partial));
        }
    }

    private static bool AreSame(string path, string other) => CollectionFile.Resolve(path) == CollectionFile.Resolve(other) || FileIdentity.AreSame(path, other);
}
