using Blittable.Columns;
using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Writes what is whole of a damaged collection to a new file, and says what is lost.</summary>
/// <remarks>
/// The state that is recovered is the last one whose footer is whole. Where a superblock is damaged, a footer that follows the last known commit is looked for in the
/// file: a commit flushes its footer before it writes its superblock, so that no commit that was acknowledged is passed over, and one that was under way may be found.
/// </remarks>
public static class CollectionRecovery
{
    private const int SearchedAtOnce = 1 << 24;

    /// <summary>Recovers a file.</summary>
    /// <param name="path">The damaged file, which stays as it is.</param>
    /// <param name="output">The new file; one that is there is replaced.</param>
    /// <param name="cancellationToken">Stops between two documents, and leaves no new file.</param>
    /// <returns>The findings and the losses.</returns>
    /// <exception cref="BlittableException">Nothing in the file is a state of a collection.</exception>
    /// <exception cref="IOException">The file cannot be read, or the new one not be written.</exception>
    public static CollectionRecoveryReport Recover(string path, string output, CancellationToken cancellationToken = default)
    {
        using var source = FileSource.Open(path, CollectionAccess.RandomAccess);
        if (source.Length < Superblock.DataStart)
        {
            ThrowHelper.InvalidData($"a collection of at least {Superblock.DataStart} bytes", $"{source.Length}", 0);
        }

        var losses = new List<string>();
        using var reader = new CollectionReader(source, FindLast(source, losses));
        using var file = CollectionFile.Create(output);
        using var writer = CollectionWriter.Create(file, file.Stream, reader.Options, leaveOpen: true);
        var number = 0;
        foreach (var stripe in reader.Snapshot.Stripes)
        {
            Copy(stripe, $"stripe {++number}, rows {stripe.FirstRow} to {stripe.FirstRow + stripe.Rows - 1}", writer, losses, cancellationToken);
        }

        writer.Commit();
        return new CollectionRecoveryReport(reader.CommitNumber, writer.Count, reader.Count - writer.Count, losses);
    }

    /// <summary>The last state that is whole.</summary>
    private static CollectionSnapshot FindLast(BlockSource source, List<string> losses)
    {
        CollectionSnapshot? known = null;
        try
        {
            known = CollectionSnapshot.Open(source);
            if (known.Damage.Length == 0)
            {
                return known;
            }

            losses.Add(known.Damage);
        }
        catch (BlittableException fault) when (fault.Code != BlittableErrorCode.UnsupportedVersion)
        {
            losses.Add(fault.Message);
        }

        var found = SearchFooters(source, known is null ? -1 : known.Superblock.Sequence, known?.Superblock.End ?? Superblock.DataStart);
        if (found is not null)
        {
            return CollectionSnapshot.OfFooter(source, found, "");
        }

        if (known is null)
        {
            ThrowHelper.InvalidData("a footer that is whole", "none", 0);
        }

        return known;
    }

    /// <summary>The footer of the highest commit after a known one whose parents are whole too.</summary>
    private static FooterChain? SearchFooters(BlockSource source, long sequence, long start)
    {
        FooterChain? best = null;
        while (start < source.Length)
        {
            var window = source.ReadChecked(start, (int)Math.Min(SearchedAtOnce, source.Length - start), "the file");
            var at = window.Span.IndexOf(Footer.Magic);
            if (at < 0)
            {
                // The magic may lie across the window's end.
                start += Math.Max(1, window.Length - (Footer.Magic.Length - 1));
                continue;
            }

            start += at;
            var rest = source.ReadChecked(start, (int)Math.Min(int.MaxValue, source.Length - start), "the file");
            if (TryRead(source, start, rest, out var chain) && chain.Last.Sequence > (best?.Last.Sequence ?? sequence))
            {
                best = chain;
            }

            start += Footer.Magic.Length;
        }

        return best;
    }

    private static bool TryRead(BlockSource source, long offset, ReadOnlyMemory<byte> bytes, out FooterChain chain)
    {
        chain = null!;
        if (!Footer.IsWhole(bytes.Span, out var length))
        {
            return false;
        }

        try
        {
            var place = new BlockReference(offset, length, length, BlockCompression.None, Crc32C.Compute(bytes.Span[..length]));
            return FooterChain.TryRead(source, place, out chain, out _);
        }
        catch (BlittableException)
        {
            return false;
        }
    }

    private static void Copy(Stripe stripe, string name, CollectionWriter writer, List<string> losses, CancellationToken cancellationToken)
    {
        try
        {
            var live = new ulong[MaskKernel.Words(stripe.ChunkRows)];
            for (var group = 0; group < stripe.GroupCount; group++)
            {
                stripe.CopyLive(group, live);
                for (var row = 0; row < stripe.GroupRows(group); row++)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    if (MaskKernel.IsSet(live, row))
                    {
                        Copy(stripe, group, row, writer, losses);
                    }
                }
            }
        }
        catch (BlittableException fault)
        {
            losses.Add($"{name}: {fault.Message}");
        }
    }

    private static void Copy(Stripe stripe, int group, int row, CollectionWriter writer, List<string> losses)
    {
        try
        {
            stripe.ReadRows(group, [row], (_, bytes) =>
            {
                using var document = BlittableDocument.Open(bytes.ToArray(), stripe.Dictionary);
                document.Validate();
                writer.Add(document.Root);
            });
        }
        catch (BlittableException fault)
        {
            losses.Add($"row {stripe.FirstRow + ((long)group * stripe.ChunkRows) + row}: {fault.Message}");
        }
    }
}
