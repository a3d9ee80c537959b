using Blittable.Collections;
using Blittable.Columns;

namespace Blittable.QueryFuzz.Library;

/// <summary>Reads a selection in batches, and compares the typed spans of the columns with their values.</summary>
internal static class BatchReader
{
    public static LibraryAnswer Read(ScanSelection selection)
    {
        var rows = new List<(long Number, QueryValue[] Values)>();
        string[] names = [];
        selection.ForEach(batch =>
        {
            lock (rows)
            {
                names = [.. batch.Columns.Select(column => column.Name)];
                for (var row = 0; row < batch.Count; row++)
                {
                    rows.Add((batch.RowNumbers[row], [.. Enumerable.Range(0, names.Length).Select(column => batch[row, column])]));
                }

                foreach (var column in batch.Columns)
                {
                    Check(column, batch.Count);
                }
            }
        });

        // The rows of one document are in one batch, in order.
        return new(names.Length == 0 ? [.. selection.Names] : names, [.. rows.OrderBy(row => row.Number).Select(row => row.Values)], null);
    }

    private static void Check(ScanColumn column, int rows)
    {
        var areMantissas = column.TryGetMantissas(out var mantissas, out var scale);
        var areDoubles = column.TryGetDoubles(out var doubles);
        var areStrings = column.TryGetStrings(out var strings);
        for (var row = 0; row < rows; row++)
        {
            var value = column[row];
            if (areMantissas && (!value.TryGetMantissa(scale, out var mantissa) || mantissa != mantissas[row]))
            {
                throw new InvalidOperationException($"The mantissa {mantissas[row]} of scale {scale} is not the number {value}.");
            }

            if (areDoubles && BitConverter.DoubleToInt64Bits(value.GetDouble() + 0.0) != BitConverter.DoubleToInt64Bits(doubles[row] + 0.0))
            {
                throw new InvalidOperationException($"The double {doubles[row]:R} is not the nearest one of {value}.");
            }

            if (areStrings && (value.Kind != QueryValueKind.String || strings!.IsNull(row) || strings.GetString(row) != value.GetString()))
            {
                throw new InvalidOperationException($"The string of row {row} is not {value.ToJson()}.");
            }
        }
    }
}
