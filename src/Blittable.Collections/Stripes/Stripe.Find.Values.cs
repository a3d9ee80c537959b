using Blittable.Columns;
using Blittable.Dates;
using Blittable.Text;

namespace Blittable.Collections.Stripes;

/// <content>Comparison of keys with the values of chunks and documents.</content>
internal sealed partial class Stripe
{
    /// <summary>Finds a key among the values of consecutive rows of a group.</summary>
    private void FindInRange(BlittablePath path, StripeColumn column, int group, int first, int count, in CollectionKey key, List<int> rows)
    {
        var chunk = column.Chunk(group);
        switch (chunk.Format)
        {
            case ChunkFormat.Int64 or ChunkFormat.Decimal:
                if (key.TryGetMantissa(chunk.Scale, out var mantissa) && mantissa >= chunk.Min && mantissa <= chunk.Max)
                {
                    FindEqual(new ColumnReader<long>(column.Open(group).Span, verify: false), group, first, count, mantissa, rows);
                }

                break;
            case ChunkFormat.Double:
                FindDouble(path, column, group, first, count, key, rows);
                break;
            case ChunkFormat.String or ChunkFormat.Symbols or ChunkFormat.Codes:
                FindText(column, group, first, count, key.Text, rows);
                break;
        }
    }

    /// <summary>Finds a key by its nearest double. Several numbers can share a double, so matches are verified in the documents unless they are small
    /// integers.</summary>
    private void FindDouble(BlittablePath path, StripeColumn column, int group, int first, int count, in CollectionKey key, List<int> rows)
    {
        var chunk = column.Chunk(group);
        var nearest = key.Double;
        if (nearest < chunk.MinDouble || nearest > chunk.MaxDouble)
        {
            return;
        }

        var found = rows.Count;
        FindEqual(new ColumnReader<double>(column.Open(group).Span, verify: false), group, first, count, nearest, rows);
        if (chunk.Form == TextForm.Texts || Math.Abs(nearest) >= MostExact || !key.TryGetInteger(out _))
        {
            KeepExact(path, key, rows, found);
        }
    }

    private void FindEqual<T>(scoped ColumnReader<T> reader, int group, int first, int count, T value, List<int> rows)
        where T : unmanaged, IEquatable<T>
    {
        Span<T> values = stackalloc T[IntegerEncoder.BlockValues];
        Span<ulong> validity = stackalloc ulong[IntegerEncoder.BlockValues / MaskKernel.WordRows];
        reader.Seek(first);
        for (var done = 0; done < count;)
        {
            var block = values[..Math.Min(values.Length, count - done)];
            if (reader.ReadBatch(block, validity) == 0)
            {
                return;
            }

            for (var at = block.IndexOf(value); at >= 0;)
            {
                if (MaskKernel.IsSet(validity, at))
                {
                    rows.Add((group * ChunkRows) + first + done + at);
                }

                var next = block[(at + 1)..].IndexOf(value);
                at = next < 0 ? -1 : at + 1 + next;
            }

            done += block.Length;
        }
    }

    private void FindText(StripeColumn column, int group, int first, int count, ReadOnlySpan<byte> text, List<int> rows)
    {
        var chunk = column.Chunk(group);
        if (!chunk.Filter.MayContain(IndexHash.Of(text)))
        {
            return;
        }

        if (chunk.Format == ChunkFormat.Codes)
        {
            if (column.Shared.Find(text) is >= 0 and var code)
            {
                FindEqual(new ColumnReader<int>(column.Open(group).Span, verify: false), group, first, count, code, rows);
            }

            return;
        }

        Span<byte> scratch = stackalloc byte[256];
        ReadOnlySpan<byte> wanted = text;
        if (chunk.Format == ChunkFormat.Symbols)
        {
            // Equal texts have equal codes.
            var codes = new byte[SymbolTable.MaxCompressedLength(text.Length)];
            wanted = codes.AsSpan(0, column.Symbols.Compress(text, codes));
        }

        var reader = new StringColumnReader(column.Open(group).Span, verify: false);
        for (var row = first; row < Math.Min(reader.Rows, first + count); row++)
        {
            if (reader.TryGet(row, scratch, out var found) && found.SequenceEqual(wanted))
            {
                rows.Add((group * ChunkRows) + row);
            }
        }
    }

    private void FindDate(StripeColumn column, in CollectionKey key, List<int> rows)
    {
        if (!key.IsText || !Iso8601.TryParse(key.Text, out var date, out var text))
        {
            return;
        }

        var textForm = DateUnit.PackForm(text, date.OffsetMinutes);
        for (var group = 0; group < GroupCount; group++)
        {
            var chunk = column.Chunk(group);
            var count = DateUnit.Count(date, chunk.Scale);
            var form = chunk.Scale == DateUnit.Microseconds ? textForm | DateUnit.PackRest(date) : textForm;
            if (chunk.Format == ChunkFormat.Absent || count < chunk.Min || count > chunk.Max || (chunk.Form == TextForm.Same && chunk.CommonForm != form)
                || Math.Min(DateUnit.Of(date), DateUnit.Microseconds) > chunk.Scale)
            {
                continue;
            }

            var found = rows.Count;
            FindEqual(new ColumnReader<long>(column.Open(group).Span, verify: false), group, 0, GroupRows(group), (long)count, rows);
            if (chunk.Form != TextForm.Same)
            {
                var forms = new ColumnReader<long>(column.OpenForms(group).Span, verify: false);
                for (var i = rows.Count - 1; i >= found; i--)
                {
                    if (!forms.TryGet(rows[i] - (group * ChunkRows), out var other) || other != form)
                    {
                        rows.RemoveAt(i);
                    }
                }
            }
        }
    }

    private void FindInDocuments(BlittablePath path, CollectionKey[] keys, List<int> rows)
    {
        var all = new ulong[MaskKernel.Words(ChunkRows)];
        for (var group = 0; group < GroupCount; group++)
        {
            MaskKernel.SetAll(all, GroupRows(group));
            var first = group * ChunkRows;
            ReadDocuments(group, all, (row, document) =>
            {
                foreach (var value in path.Evaluate(document))
                {
                    foreach (ref readonly var key in keys.AsSpan())
                    {
                        if (key.Equals(value))
                        {
                            rows.Add(first + row);
                            return;
                        }
                    }
                }
            });
        }
    }

    private void KeepExact(BlittablePath path, in CollectionKey key, List<int> rows, int first)
    {
        for (var i = rows.Count - 1; i >= first; i--)
        {
            using var document = GetDocument(rows[i]);
            if (!path.TryEvaluate(document.Root, out var value) || !key.Equals(value))
            {
                rows.RemoveAt(i);
            }
        }
    }
}
