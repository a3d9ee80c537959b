using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Recovery;

/// <summary>Copies the remaining documents of stripes to new files: intact documents to one, documents that lost values to another.</summary>
internal sealed class SalvageCopy(CollectionWriter writer, string? partialPath, LossReport losses, CancellationToken cancellation) : IDisposable
{
    private readonly CollectionWriter _writer = writer;
    private readonly LossReport _losses = losses;
    private readonly bool _hasKeys = writer.HasKeys;
    private readonly BlittableBuilder _wrapped = new(new BlittableOptions { MaxDepth = int.MaxValue });
    private CollectionFile? _partialFile;
    private CollectionWriter? _partial;

    /// <summary>The number of rows of the current stripe that were deleted before a merge, are not known, and have not been omitted.</summary>
    private int _hollowLeft;

    /// <summary>Gets the number of documents that were not copied completely.</summary>
    public long Lost { get; private set; }

    /// <summary>Gets the number of documents that lost some of their values.</summary>
    public long Partial { get; private set; }

    /// <summary>Gets the number of documents that were replaced by a later one with the same key.</summary>
    public long Replaced { get; private set; }

    /// <summary>Copies a stripe.</summary>
    public void Take(SalvagedStripe stripe)
    {
        var reader = stripe.Reader;
        var salvage = new StripeSalvage(reader);
        var deleted = Deleted(stripe, out var areUnknown);
        _hollowLeft = areUnknown ? stripe.Stripe.Hollow : 0;
        var nulls = 0;
        for (var group = 0; group < reader.GroupCount; group++)
        {
            var start = group * reader.ChunkRows;
            int[] rows = [.. Enumerable.Range(0, reader.GroupRows(group)).Where(row => deleted.Length == 0 || !MaskKernel.IsSet(deleted, start + row))];
            salvage.Read(group, rows, (row, document, lost) =>
            {
                cancellation.ThrowIfCancellationRequested();
                nulls += Take(reader, stripe.FirstRow + start + row, document, lost, areUnknown) ? 1 : 0;
            });
        }

        if (nulls > 0 && stripe.Stripe.Hollow > 0)
        {
            _losses.Add(
                $"{nulls} documents that are null were recovered at unknown positions: "
                    + $"they cannot be distinguished from the {stripe.Stripe.Hollow} deleted documents of a merged stripe.");
        }
    }

    public void Commit()
    {
        if (_partial is not null)
        {
            _partial.Commit();
        }

        _writer.Commit();
    }

    public void Dispose()
    {
        _wrapped.Dispose();
        _partial?.Dispose();
        _partialFile?.Dispose();
    }

    /// <summary>Reads the deleted rows of a stripe. If the mask cannot be read, returns only the rows listed in the stripe's description.</summary>
    private ulong[] Deleted(SalvagedStripe stripe, out bool areUnknown)
    {
        areUnknown = false;
        try
        {
            return stripe.Reader.Deleted.ToArray();
        }
        catch (BlittableException fault)
        {
            areUnknown = true;
            var deleted = stripe.Stripe.Deleted;
            _losses.Add($"Up to {deleted.Count - deleted.Rows.Length} deleted documents may be among the recovered documents: {fault.Message}");
            var mask = new ulong[MaskKernel.Words(stripe.Stripe.Rows)];
            foreach (var row in deleted.Rows)
            {
                mask[row >> 6] |= 1UL << row;
            }

            return mask;
        }
    }

    /// <summary>Copies a document, unless it may be a row that was deleted before a merge.</summary>
    /// <returns><see langword="true"/> if a document null was copied whose row may be a deleted one.</returns>
    private bool Take(Stripe stripe, long row, ReadOnlySpan<byte> bytes, IReadOnlyList<LostValue> lost, bool areUnknown)
    {
        try
        {
            if (bytes.IsEmpty)
            {
                Lost++;
                _losses.Add(row, lost.Count > 0 ? lost : [new LostValue("$", "the document is missing")]);
                return false;
            }

            using var document = BlittableDocument.Open(bytes.ToArray(), stripe.DocumentDictionary, CollectionOptions.MostExpandedBytes);
            document.Validate();
            if (lost.Count > 0)
            {
                Lost++;
                Partial++;
                _losses.Add(row, lost);
                AddPartial(row, document.Root, lost);
            }
            else if (areUnknown && document.Root.Kind == BlittableValueKind.Null)
            {
                // Rows deleted before a merge have the document null. A stripe has exactly so many, so every further null is a document.
                if (_hollowLeft == 0)
                {
                    Add(document.Root);
                    return true;
                }

                _hollowLeft--;
            }
            else
            {
                Add(document.Root);
            }
        }
        catch (BlittableException fault)
        {
            Lost++;
            _losses.Add(row, [new LostValue("$", fault.Message)]);
        }

        return false;
    }

    /// <summary>Adds a document. Documents are in insertion order, so of several documents with the same key the last one is current.</summary>
    private void Add(BlittableValue document)
    {
        if (!_hasKeys)
        {
            _writer.Add(document);
        }
        else if (_writer.Update(document))
        {
            Replaced++;
        }
    }

    private void AddPartial(long row, BlittableValue document, IReadOnlyList<LostValue> lost)
    {
        if (partialPath is null)
        {
            return;
        }

        if (_partial is null)
        {
            _partialFile = CollectionFile.Create(partialPath);
            _partial = CollectionWriter.Create(_partialFile, _partialFile.Stream, new CollectionOptions { Layout = CollectionLayout.Rows }, leaveOpen: true);
        }

        _wrapped.Reset();
        _wrapped.WriteStartObject();
        _wrapped.WritePropertyName("row");
        _wrapped.WriteNumber(row);
        _wrapped.WritePropertyName("lost");
        _wrapped.WriteStartArray();
        foreach (var path in lost.Select(value => value.Path).Distinct())
        {
            _wrapped.WriteString(path);
        }

        _wrapped.WriteEndArray();
        _wrapped.WritePropertyName("document");
        _wrapped.WriteValue(document);
        _wrapped.WriteEndObject();
        _partial.Add(BlittableValue.OpenStored(_wrapped.Finish()));
    }
}
