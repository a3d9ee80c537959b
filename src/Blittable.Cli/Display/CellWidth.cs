using System.Text;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Measures text in terminal columns and fits tables to a terminal. Wide characters occupy two columns.</summary>
internal static class CellWidth
{
    /// <summary>The columns around each cell of a simple table.</summary>
    private const int Padding = 3;

    /// <summary>The columns before the first cell and after the last one.</summary>
    private const int Margin = 1;

    /// <summary>The minimum width of truncated cells. A table with too many columns does not fit.</summary>
    private const int Least = 4;

    /// <summary>Returns the width of a text.</summary>
    public static int Of(string text) => text.GetCellWidth();

    /// <summary>Returns the width to truncate cells to, so that a table fits a terminal. Narrow columns keep their width, and wide ones share the rest.</summary>
    /// <param name="widths">The widths of the columns.</param>
    /// <param name="width">The width of the terminal.</param>
    public static int Fit(IReadOnlyCollection<int> widths, int width)
    {
        var (left, columns) = (width - Margin - (Padding * widths.Count), widths.Count);
        foreach (var narrowest in widths.Order())
        {
            if (narrowest * columns > left)
            {
                return Math.Max(Least, left / columns);
            }

            left -= narrowest;
            columns--;
        }

        return int.MaxValue;
    }

    /// <summary>Truncates a text that is wider than a number of columns between two characters. The last column is an ellipsis.</summary>
    public static string Truncate(string text, int width)
    {
        if (text.Length <= width / 2 || Of(text) <= width)
        {
            return text;
        }

        var (kept, left) = (new StringBuilder(), width - 1);
        foreach (var rune in text.EnumerateRunes())
        {
            var character = rune.ToString();
            left -= Of(character);
            if (left < 0)
            {
                break;
            }

            kept.Append(character);
        }

        return kept.Append('…').ToString();
    }
}
