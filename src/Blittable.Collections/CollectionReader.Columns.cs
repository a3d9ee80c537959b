using System.Globalization;
using System.Text;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Dates;
using Blittable.Reading;

namespace Blittable.Collections;

/// <content>Columns and stripes.</content>
public sealed partial class CollectionReader
{
    /// <summary>Gets the number of bytes that this state occupies in the file, including superblocks and directories.</summary>
    public long ByteCount => Snapshot.Superblock.End;

    /// <summary>Gets the columns of all stripes, in the property order of the first stripe.</summary>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    public IReadOnlyList<CollectionColumn> GetColumns()
    {
        using var lease = Lease(out var snapshot);
        return GetColumns(snapshot);
    }

    private static IReadOnlyList<CollectionColumn> GetColumns(CollectionSnapshot snapshot)
    {
        var totals = new Dictionary<(string Path, ColumnKind Kind), ColumnTotal>();
        foreach (var stripe in snapshot.Stripes)
        {
            foreach (var node in stripe.Directory.Nodes)
            {
                for (var kind = ColumnKind.Number; kind < ColumnKind.Ends; kind++)
                {
                    if (node.Column(kind) is not { } column)
                    {
                        continue;
                    }

                    if (!totals.TryGetValue((node.Path, kind), out var total))
                    {
                        totals.Add((node.Path, kind), total = new ColumnTotal());
                    }

                    total.AddTable(column);
                    for (var group = 0; group < stripe.GroupCount; group++)
                    {
                        total.Add(column, group);
                    }
                }
            }
        }

        return [.. totals.Select(total => total.Value.ToColumn(total.Key.Path))];
    }

    /// <summary>Gets the stripes, in row order.</summary>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    public IReadOnlyList<CollectionStripe> GetStripes()
    {
        using var lease = Lease(out var snapshot);
        return
        [
            .. snapshot.Stripes.Select(stripe => new CollectionStripe(
                stripe.FirstRow, stripe.Rows, stripe.Directory.Layout, stripe.Directory.Expected.Rows, stripe.Directory.Expected.Columns)),
        ];
    }

    /// <summary>Sums up the chunks of a column.</summary>
    private sealed class ColumnTotal
    {
        private readonly Dictionary<string, int> _encodings = [];
        private long _values;
        private long _bytes;
        private long _jsonBytes;
        private ChunkFormat _format;
        private ColumnBound? _min;
        private ColumnBound? _max;
        private byte[]? _minText;
        private byte[]? _maxText;

        public void AddTable(StripeColumn column) => _bytes += column.TableLength;

        public void Add(StripeColumn column, int group)
        {
            var chunk = column.Chunk(group);
            if (chunk.Format == ChunkFormat.Absent)
            {
                return;
            }

            _values += chunk.Values;
            _bytes += chunk.Block.StoredLength + chunk.FormBlock.StoredLength;
            _jsonBytes += chunk.JsonBytes;
            _format = chunk.Format > _format ? chunk.Format : _format;
            var encoding = chunk.Format == ChunkFormat.Symbols ? "Symbols"
                : chunk.Format == ChunkFormat.Codes ? "StripeDictionary"
                : ColumnHeader.Read(column.Open(group).Span, verify: false, out _).Encoding.ToString();
            _encodings[encoding] = _encodings.GetValueOrDefault(encoding) + 1;
            if (chunk.Format is ChunkFormat.String or ChunkFormat.Symbols or ChunkFormat.Codes)
            {
                _minText = _minText is null || chunk.MinText.AsSpan().SequenceCompareTo(_minText) < 0 ? chunk.MinText : _minText;
                _maxText = _maxText is null || chunk.MaxText.AsSpan().SequenceCompareTo(_maxText) > 0 ? chunk.MaxText : _maxText;
                return;
            }

            var (min, max) = (Bound(chunk, chunk.Min), Bound(chunk, chunk.Max));
            _min = _min is not { } least || min.IsLess(least) ? min : _min;
            _max = _max is not { } most || most.IsLess(max) ? max : _max;
        }

        public CollectionColumn ToColumn(string path) => new(
            path,
            _format switch
            {
                ChunkFormat.Int64 => ColumnType.Int64,
                ChunkFormat.Decimal => ColumnType.Decimal,
                ChunkFormat.Double => ColumnType.Double,
                ChunkFormat.Date => ColumnType.Date,
                ChunkFormat.Boolean => ColumnType.Boolean,
                ChunkFormat.Absent => ColumnType.None,
                _ => ColumnType.String,
            },
            [.. _encodings.OrderByDescending(encoding => encoding.Value).Select(encoding => encoding.Key)],
            _values,
            _bytes,
            _jsonBytes,
            _minText is null ? _min?.Text ?? "" : WholeCharacters(_minText),
            _maxText is null ? _max?.Text ?? "" : WholeCharacters(_maxText));

        /// <summary>Returns a text without its last character if only the first bytes of it are there.</summary>
        private static string WholeCharacters(byte[] prefix)
        {
            var characters = new char[prefix.Length];
            return new string(characters, 0, Encoding.UTF8.GetDecoder().GetChars(prefix, characters, flush: false));
        }

        /// <summary>Returns a date with an offset if its year has four digits only with an offset, such as <c>9999-12-31T23:00:00-08:00</c>.</summary>
        private static Timestamp InFourDigitYear(in Timestamp date)
        {
            const int largest = (24 * 60) - 1;
            return Iso8601.HasText(date, DateTextForm.For(date)) ? date : new Timestamp(date.UnixSeconds, date.Nanoseconds, (short)(date.UnixSeconds < 0 ? largest : -largest));
        }

        private static ColumnBound Bound(ChunkInfo chunk, long bound)
        {
            switch (chunk.Format)
            {
                case ChunkFormat.Double:
                    var real = BitConverter.Int64BitsToDouble(bound);
                    return new ColumnBound(real, 0, real.ToString(CultureInfo.InvariantCulture));
                case ChunkFormat.Date:
                    var date = InFourDigitYear(DateUnit.ToTimestamp(bound, chunk.Scale, 0));
                    Span<byte> iso = stackalloc byte[Iso8601.MaxLength];
                    var form = chunk.Scale == DateUnit.Days ? DateTextForm.DateOnly : DateTextForm.For(date);
                    return new ColumnBound(date.UnixSeconds, date.Nanoseconds, Encoding.UTF8.GetString(iso[..Iso8601.Format(date, form, iso)]));
                case ChunkFormat.Boolean:
                    return new ColumnBound(bound, 0, bound != 0 ? "true" : "false");
                default:
                    Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
                    StoredNumber.OfDecimal(bound, chunk.Scale).TryFormat(text, out var length);
                    return new ColumnBound(
                        bound / Math.Pow(10, chunk.Scale), bound * new decimal(1, 0, 0, false, (byte)chunk.Scale), Encoding.UTF8.GetString(text[..length]));
            }
        }
    }

    /// <summary>Represents the bound of a chunk, with numbers that order it among the bounds of other chunks.</summary>
    /// <param name="Nearest">The bound as a double, or the seconds of a date.</param>
    /// <param name="Exact">The exact number, which orders numbers with the same double, or the nanoseconds of a date.</param>
    /// <param name="Text">The bound as text.</param>
    private readonly record struct ColumnBound(double Nearest, decimal Exact, string Text)
    {
        public bool IsLess(in ColumnBound other) => Nearest == other.Nearest ? Exact < other.Exact : Nearest < other.Nearest;
    }
}
