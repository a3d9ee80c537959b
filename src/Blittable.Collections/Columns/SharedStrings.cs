namespace Blittable.Columns;

/// <summary>Represents the distinct strings of a column of a stripe, to which its chunks refer by code. Thread-safe.</summary>
/// <remarks>Stored as a string chunk (<see cref="StringColumnWriter"/>), in order of first occurrence.</remarks>
internal sealed class SharedStrings
{
    private readonly byte[] _bytes;
    private readonly int[] _ends;
    private readonly Lazy<StringTable> _table;

    /// <exception cref="BlittableException">The chunk is damaged.</exception>
    public SharedStrings(ReadOnlySpan<byte> chunk)
    {
        var batch = new StringBatch();
        var reader = new StringColumnReader(chunk, verify: false);
        reader.ReadBatch(batch);
        _ends = new int[batch.Count];
        var length = 0L;
        for (var i = 0; i < _ends.Length; i++)
        {
            length += batch[i].Length;
            if (length > Array.MaxLength)
            {
                Layout.ThrowHelper.InvalidData($"strings of at most {Array.MaxLength} bytes", $"{length}");
            }

            _ends[i] = (int)length;
        }

        _bytes = new byte[length];
        for (var i = 0; i < _ends.Length; i++)
        {
            batch[i].CopyTo(_bytes.AsSpan(i == 0 ? 0 : _ends[i - 1]));
        }

        _table = new Lazy<StringTable>(MakeTable);
    }

    public int Count => _ends.Length;

    /// <summary>Gets the bytes of all strings.</summary>
    public byte[] Bytes => _bytes;

    /// <summary>Gets the end offset of each string.</summary>
    public int[] Ends => _ends;

    /// <summary>Returns the code of a string, or -1 if it is not shared.</summary>
    public int Find(ReadOnlySpan<byte> text) => _table.Value.Find(text);

    /// <summary>Verifies that each code refers to a string.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="validity">One bit for each row that is not null; empty if no row is null. Codes of null rows are ignored.</param>
    /// <exception cref="BlittableException">A code does not refer to a string.</exception>
    public void Check(ReadOnlySpan<int> codes, ReadOnlySpan<ulong> validity)
    {
        if (Count > 0 && !codes.ContainsAnyExceptInRange(0, Count - 1))
        {
            return;
        }

        for (var row = 0; row < codes.Length; row++)
        {
            if ((uint)codes[row] >= (uint)Count && (validity.IsEmpty || MaskKernel.IsSet(validity, row)))
            {
                Layout.ThrowHelper.InvalidData($"codes below {Count}", $"{codes[row]}");
            }
        }
    }

    private StringTable MakeTable()
    {
        var table = new StringTable();
        for (var i = 0; i < _ends.Length; i++)
        {
            table.Number(_bytes.AsSpan(i == 0 ? 0 : _ends[i - 1], _ends[i] - (i == 0 ? 0 : _ends[i - 1])));
        }

        return table;
    }
}
