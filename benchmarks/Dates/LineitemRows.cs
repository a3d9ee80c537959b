using System.Buffers.Binary;
using System.Text;
using Blittable.Benchmarks.Harness;
using Blittable.Datasets;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Measures whole rows as MessagePack (TPCH_ALLCOLUMNS): an array of 16 values per row, three of which a schema writes.</summary>
internal static class LineitemRows
{
    private const int MaxRow = 512;

    public static Work Encode(DateSchema schema)
    {
        Row[] rows = [.. Lineitem.Rows().Take(DateWorkload.Count).Select(row => new Row(row))];
        var buffer = new byte[rows.Length * MaxRow];
        return schema switch
        {
            DateSchema.MpFull => Prepare<MpFullSchema>(rows, buffer),
            DateSchema.MpNonZero => Prepare<MpNonZeroSchema>(rows, buffer),
            DateSchema.RawFull => Prepare<RawFullSchema>(rows, buffer),
            DateSchema.RawNonZero => Prepare<RawNonZeroSchema>(rows, buffer),
            DateSchema.TntEpoch => Prepare<TntEpochSchema>(rows, buffer),
            DateSchema.MpDate => Prepare<MpDateSchema>(rows, buffer),
            _ => Prepare<TntEpochDateSchema>(rows, buffer),
        };
    }

    private static Work Prepare<TSchema>(Row[] rows, byte[] buffer)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var bytes = EncodeAll<TSchema>(rows, buffer);
        return new Work(() => EncodeAll<TSchema>(rows, buffer), bytes, rows.Length)
        {
            Facts = DatesSuite.SizeFact((double)bytes / rows.Length),
        };
    }

    private static int EncodeAll<TSchema>(Row[] rows, Span<byte> destination)
        where TSchema : struct, IDateSchema<TSchema>
    {
        var end = 0;
        foreach (var row in rows)
        {
            end += row.Encode<TSchema>(destination[end..]);
        }

        return end;
    }

    private sealed class Row(LineitemRow row)
    {
        private readonly long[] _numbers =
        [
            row.OrderKey, row.PartKey, row.SupplierKey, row.LineNumber, row.Quantity, row.ExtendedPrice, row.Discount, row.Tax,
        ];

        private readonly byte[][] _texts =
        [
            .. new[] { row.ReturnFlag, row.LineStatus, row.ShipInstruct, row.ShipMode, row.Comment }.Select(Encoding.UTF8.GetBytes),
        ];

        private readonly Timestamp _ship = Timestamp.FromDateOnly(row.ShipDate);
        private readonly Timestamp _commit = Timestamp.FromDateOnly(row.CommitDate);
        private readonly Timestamp _receipt = Timestamp.FromDateOnly(row.ReceiptDate);

        public int Encode<TSchema>(Span<byte> destination)
            where TSchema : struct, IDateSchema<TSchema>
        {
            // The tag of array 16.
            destination[0] = 0xdc;
            BinaryPrimitives.WriteUInt16BigEndian(destination[1..], 16);
            var end = 3;
            foreach (var number in _numbers)
            {
                end += PackedInteger.Write(number, destination[end..]);
            }

            end += DateCodec.Encode<TSchema>(_ship, destination[end..]);
            end += DateCodec.Encode<TSchema>(_commit, destination[end..]);
            end += DateCodec.Encode<TSchema>(_receipt, destination[end..]);
            foreach (var text in _texts)
            {
                end += WriteText(text, destination[end..]);
            }

            return end;
        }

        private static int WriteText(byte[] text, Span<byte> destination)
        {
            // A fixstr has a 5-bit length and a str 8 an 8-bit length. No text of this table is longer.
            var header = 1;
            if (text.Length <= 31)
            {
                destination[0] = (byte)(0xa0 | text.Length);
            }
            else
            {
                destination[0] = 0xd9;
                destination[1] = checked((byte)text.Length);
                header = 2;
            }

            text.CopyTo(destination[header..]);
            return header + text.Length;
        }
    }
}
