using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Collections.Query.Rows;

/// <content>Reading of column chunks and document values into vectors of the selected rows.</content>
internal sealed partial class PathValues
{
    private void ReadNumbers()
    {
        ReadNumbersOfRows();
        if (_cursor.PlacesOf(_path) is { IsEmpty: false } places)
        {
            _numbers.Repeat(places);
        }
    }

    private void ReadNumbersOfRows()
    {
        if (Chunk(Node?.Numbers) is not { Format: not ChunkFormat.Absent } chunk)
        {
            _numbers.Clear(Rows);
            return;
        }

        var bytes = Node!.Numbers!.Open(_cursor.Group).Span;
        if (chunk.Format == ChunkFormat.Double)
        {
            _numbers.StartDoubles(Rows, chunk.Form == TextForm.Texts ? ReadNumberTexts(Node.Numbers) : null, Math.Max(Math.Abs(chunk.MinDouble), Math.Abs(chunk.MaxDouble)));
            Read(new ColumnReader<double>(bytes, verify: false), _numbers.Doubles, _numbers.Validity);
        }
        else
        {
            _numbers.StartExact(Rows, chunk.Scale, Math.Max(Magnitude(chunk.Min), Magnitude(chunk.Max)));
            Read(new ColumnReader<long>(bytes, verify: false), _numbers.Mantissas, _numbers.Validity);
            if (_path.Numbers is { Kind: NumberShapeKind.Exact, Scale: var scale } && scale != chunk.Scale && NumberChunkSurvey.TryScale(chunk, scale, out _, out _))
            {
                _numbers.Rescale(scale);
            }
        }

        if (chunk.Values < Selection.Rows)
        {
            _numbers.CountValues();
        }
    }

    /// <summary>Reads the texts of numbers that are not the shortest of their doubles.</summary>
    private StringBatch ReadNumberTexts(StripeColumn column)
    {
        new StringColumnReader(column.OpenForms(_cursor.Group).Span, verify: false).ReadBatch(_numberTexts);
        if (!Selection.IsAll)
        {
            _numberTexts.Keep(Selection.Mask);
        }

        return _numberTexts;
    }

    /// <summary>Reads the strings of the selected rows, or of all rows if that is cheaper.</summary>
    private void ReadStringsOfRows(StripeColumn column)
    {
        if (!Selection.IsAll && NodeRows.AreFew(Rows, Selection.Rows))
        {
            _stringRows = _stringRows.Length < Rows ? new int[Rows] : _stringRows;
            var rows = _stringRows.AsSpan(0, Rows);
            Selection.CopyRows(rows);
            if (column.TryReadStrings(_cursor.Group, rows, _strings))
            {
                return;
            }
        }

        column.ReadStrings(_cursor.Group, _strings);
        if (!Selection.IsAll)
        {
            _strings.Keep(Selection.Mask);
        }
    }

    /// <summary>Returns the number of a row with its text in the document.</summary>
    private QueryValue Number(NumberVector numbers, int row)
    {
        if (!numbers.AreMantissas || Chunk(Node?.Numbers) is not { } chunk)
        {
            return numbers[row];
        }

        var mantissa = numbers.Mantissas[row];
        switch (chunk.Form)
        {
            case TextForm.Trimmed or TextForm.TrimmedToOne:
                return QueryValue.FromMantissa(mantissa, numbers.Scale, chunk.Scale == 0 ? TextForm.Trimmed : chunk.Form);
            case TextForm.Digits:
                if (!_hasDigits)
                {
                    Read(Node!.Numbers!.OpenForms(_cursor.Group), ref _digits, ref _digitValidity);
                    _hasDigits = true;
                }

                return WithDigits(mantissa, numbers.Scale, (int)_digits[row]);
            default:
                return WithDigits(mantissa, numbers.Scale, chunk.Scale);
        }
    }

    private static QueryValue WithDigits(long mantissa, int scale, int digits) =>
        digits is >= 0 && digits <= scale ? QueryValue.FromMantissa(mantissa / PowerOfTen.Int64(scale - digits), -digits) : QueryValue.FromMantissa(mantissa, -scale);

    /// <summary>Returns the form and offset of a row's date.</summary>
    private long DateForm(int row)
    {
        if (_path.AreInstants || Chunk(Node?.Dates) is not { } chunk)
        {
            return DateTextForm.Utc.Bits;
        }

        if (chunk.Form == TextForm.Same)
        {
            return chunk.CommonForm;
        }

        if (!_hasDateForms)
        {
            Read(Node!.Dates!.OpenForms(_cursor.Group), ref _dateForms, ref _dateFormValidity);
            _hasDateForms = true;
        }

        return _dateForms[row];
    }

    private void ReadDates()
    {
        var column = Node!.Dates!;
        Read(column.Open(_cursor.Group), ref _dates, ref _dateValidity);
        var ratio = DateCount.Ratio(column.Chunk(_cursor.Group).Scale, DateUnitRead);
        if (ratio != 1)
        {
            foreach (ref var date in _dates.AsSpan(0, Count))
            {
                date *= ratio;
            }
        }
    }

    /// <summary>Computes instants from the instants of another path.</summary>
    private void MapInstants(BoundExpression expression)
    {
        var source = _cursor.Values(expression.Instants!);
        var words = MaskKernel.Words(Count);
        if (_dates.Length < Count)
        {
            _dates = new long[Count];
            _dateValidity = new ulong[words];
        }

        var mapped = _dateValidity.AsSpan(0, words);
        if (!source.MayHave(ColumnKind.Date))
        {
            mapped.Clear();
            return;
        }

        var dates = source.Dates(out var validity);
        validity.CopyTo(mapped);
        InstantMapping.Map(expression, _cursor.PartsOf(expression), dates, source.DateUnitRead, mapped, _dates.AsSpan(0, Count));
    }

    /// <summary>Reads the state of the node in each selected row.</summary>
    private void ReadStates()
    {
        var states = new NodeState[Selection.Rows];
        Node?.ReadStates(_cursor.Group, states);
        var rows = new int[Rows];
        Selection.CopyRows(rows);
        var places = _cursor.PlacesOf(_path);
        _states = _states.Length < Count ? new NodeState[Count] : _states;
        for (var row = 0; row < Count; row++)
        {
            _states[row] = states[rows[places.IsEmpty ? row : places[row]]];
        }
    }

    private void Read<T>(ReadOnlyMemory<byte> chunk, ref T[] values, ref ulong[] validity)
        where T : unmanaged
    {
        if (values.Length < Rows)
        {
            values = new T[Rows];
            validity = new ulong[Words];
        }

        Read(new ColumnReader<T>(chunk.Span, verify: false), values.AsSpan(0, Rows), validity.AsSpan(0, Words));
        if (_cursor.PlacesOf(_path) is { IsEmpty: false } places)
        {
            Repeat(places, ref values, ref validity);
        }
    }

    private static void Repeat<T>(ReadOnlySpan<int> places, ref T[] values, ref ulong[] validity)
    {
        var repeated = new T[places.Length];
        var valid = new ulong[MaskKernel.Words(places.Length)];
        for (var row = 0; row < places.Length; row++)
        {
            repeated[row] = values[places[row]];
            valid[row >> 6] |= (MaskKernel.IsSet(validity, places[row]) ? 1UL : 0) << row;
        }

        (values, validity) = (repeated, valid);
    }

    private void Read<T>(ColumnReader<T> reader, Span<T> values, Span<ulong> validity)
        where T : unmanaged
    {
        if (Selection.IsAll)
        {
            reader.ReadBatch(values, validity);
            return;
        }

        reader.ReadSelected(Selection.Mask, values);
        reader.ReadSelectedValidity(Selection.Mask, validity);
    }

    /// <summary>Converts numbers from documents: to mantissas at the largest scale among them, or to single numbers.</summary>
    private void TakeNumbers()
    {
        var scale = 0;
        var areSmall = true;
        foreach (var value in Documents)
        {
            if (value.Kind == QueryValueKind.Number)
            {
                areSmall &= value.Number is { IsSmall: true, Exponent: >= -ChunkInfo.MostFractionDigits };
                scale = Math.Max(scale, areSmall ? -value.Number.Exponent : 0);
            }
        }

        if (areSmall && TryTakeMantissas(scale))
        {
            return;
        }

        _numbers.StartValues(Count);
        for (var i = 0; i < Count; i++)
        {
            _numbers.Set(i, Documents[i]);
        }

        _numbers.CountValues();
    }

    private bool TryTakeMantissas(int scale)
    {
        _numbers.StartExact(Count, scale, largest: 0);
        for (var i = 0; i < Count; i++)
        {
            long mantissa = 0;
            if (Documents[i].Kind != QueryValueKind.Number)
            {
                _numbers.Validity[i >> 6] &= ~(1UL << i);
            }
            else if (!Documents[i].TryGetMantissa(scale, out mantissa))
            {
                return false;
            }

            _numbers.Mantissas[i] = mantissa;
            _numbers.Include(mantissa);
        }

        _numbers.CountValues();
        return true;
    }

    private static ulong Magnitude(long value) => (ulong)Int128.Abs(value);
}
