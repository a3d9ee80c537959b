using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Combines the strings of several batches by row. Strings are copied once for each entry if the batches have fewer entries than rows, otherwise once
/// for each row.</summary>
internal static class StringChoice
{
    /// <summary>Takes the string of each row from the batch that the row chooses.</summary>
    /// <param name="sources">The batches; null for a batch that no row chooses, or one without strings.</param>
    /// <param name="choices">The index of the batch for each row.</param>
    /// <param name="strings">Receives the strings.</param>
    /// <returns><see langword="false"/> if the strings are too long for an array.</returns>
    public static bool TryChoose(ReadOnlySpan<StringBatch?> sources, RowChoices choices, StringBatch strings)
    {
        long entries = 0;
        long bytes = 0;
        foreach (var source in sources)
        {
            entries += source?.EntryCount ?? 0;
            bytes += source is { EntryCount: > 0 } ? source.EntryEnds[^1] : 0;
        }

        return entries <= Math.Max(choices.Rows, sources.Length) && bytes <= Array.MaxLength
            ? TryChooseEntries(sources, choices, strings, (int)entries, (int)bytes)
            : TryChooseRows(sources, choices, strings);
    }

    private static bool TryChooseEntries(ReadOnlySpan<StringBatch?> sources, RowChoices choices, StringBatch strings, int entryCount, int byteCount)
    {
        var codes = strings.Start(choices.Rows);
        codes.Fill(StringBatch.NullCode);
        var ends = strings.StartEntries(entryCount);
        var bytes = strings.StartBytes(byteCount);
        var (entry, length) = (0, 0);
        for (var choice = 0; choice < sources.Length; choice++)
        {
            if (sources[choice] is not { EntryCount: > 0 } source)
            {
                continue;
            }

            if (source.EntryCount == 1 && !source.HasNulls)
            {
                ChoiceKernel.Fill(entry, choices.Mask(choice), codes);
            }
            else
            {
                CopyCodes(source.Codes, choices.Mask(choice), entry, codes);
            }

            foreach (var end in source.EntryEnds)
            {
                ends[entry++] = length + end;
            }

            source.EntryBytes[..source.EntryEnds[^1]].CopyTo(bytes[length..]);
            length += source.EntryEnds[^1];
        }

        return true;
    }

    private static void CopyCodes(ReadOnlySpan<int> source, ReadOnlySpan<ulong> mask, int offset, Span<int> codes)
    {
        source = source[..codes.Length];
        for (var row = 0; row < codes.Length; row++)
        {
            // A code of null is -1, to which no offset is added.
            var code = source[row];
            code += offset & ~(code >> 31);
            codes[row] = MaskKernel.IsSet(mask, row) ? code : codes[row];
        }
    }

    private static bool TryChooseRows(ReadOnlySpan<StringBatch?> sources, RowChoices choices, StringBatch strings)
    {
        long most = 0;
        for (var choice = 0; choice < sources.Length; choice++)
        {
            for (var row = 0; sources[choice] is { } source && row < choices.Rows; row++)
            {
                most += MaskKernel.IsSet(choices.Mask(choice), row) ? source[row].Length : 0;
            }
        }

        if (most > Array.MaxLength)
        {
            return false;
        }

        // Rows that choose no batch are null.
        var codes = strings.Start(choices.Rows);
        codes.Fill(StringBatch.NullCode);
        var ends = strings.StartEntries(choices.Rows);
        ends.Clear();
        for (var choice = 0; choice < sources.Length; choice++)
        {
            for (var row = 0; sources[choice] is { } source && row < choices.Rows; row++)
            {
                if (MaskKernel.IsSet(choices.Mask(choice), row) && !source.IsNull(row))
                {
                    codes[row] = choice;
                }
            }
        }

        var bytes = strings.StartBytes((int)most);
        var length = 0;
        for (var row = 0; row < codes.Length; row++)
        {
            if (codes[row] != StringBatch.NullCode)
            {
                var text = sources[codes[row]]![row];
                text.CopyTo(bytes[length..]);
                length += text.Length;
                codes[row] = row;
            }

            ends[row] = length;
        }

        return true;
    }
}
