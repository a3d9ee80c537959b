using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>Represents, for each row of a batch, the index of the value that it chooses.</summary>
internal sealed class RowChoices
{
    private readonly ulong[][] _masks;
    private int[]? _indexes;

    /// <param name="rows">The number of rows.</param>
    /// <param name="count">The number of values to choose from.</param>
    public RowChoices(int rows, int count)
    {
        Rows = rows;
        _masks = new ulong[count][];
        for (var choice = 0; choice < count; choice++)
        {
            _masks[choice] = new ulong[MaskKernel.Words(rows)];
        }
    }

    public int Rows { get; }

    /// <summary>Gets the number of values to choose from.</summary>
    public int Count => _masks.Length;

    /// <summary>Gets the mask of the rows that choose a value. The masks of different values must not overlap.</summary>
    public Span<ulong> Mask(int choice) => _masks[choice];

    /// <summary>Determines whether any row chooses a value.</summary>
    public bool IsChosen(int choice) => _masks[choice].AsSpan().ContainsAnyExcept(0UL);

    /// <summary>Gets the index of each row's value. Undefined before all masks are complete.</summary>
    public ReadOnlySpan<int> Indexes
    {
        get
        {
            if (_indexes is null)
            {
                _indexes = new int[Rows];
                for (var choice = 1; choice < Count; choice++)
                {
                    ChoiceKernel.Fill(choice, _masks[choice], _indexes);
                }
            }

            return _indexes;
        }
    }
}
