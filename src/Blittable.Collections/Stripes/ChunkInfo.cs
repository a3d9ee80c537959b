using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Collections.Stripes.Writing;
using Blittable.Columns;

namespace Blittable.Collections.Stripes;

/// <summary>What the directory of a stripe knows of one chunk of a column: where it is, and the bounds of its values.</summary>
/// <remarks>
/// <code>
/// u8       format (<see cref="ChunkFormat"/>); nothing follows where no row has a value
/// varint   values
/// varint   bytes that they take as JSON text (<see cref="JsonLength"/>); 0 of ends
/// u8       Decimal: fraction digits; Date: 0 days, 1 s, 2 ms, 3 µs, 4 ns; else absent
/// u8       numbers and dates: form of the texts (<see cref="Stripes.TextForm"/>)
///   zigzag Same: minutes ahead of UTC * 65536 + form
///   block  Digits, Texts, Each: the column of forms
/// bounds   zigzag least and greatest; strings: at most 32 bytes of each, and u8 1 where the greatest goes on
/// bytes    membership filter, or none
/// block    the values
/// </code>
/// </remarks>
internal sealed class ChunkInfo
{
    /// <summary>The digits that a power of ten of 64 bits can bring after the point.</summary>
    public const int MostFractionDigits = 18;

    /// <summary>A chunk without values.</summary>
    public static ChunkInfo Absent { get; } = new();

    public ChunkFormat Format { get; init; }

    /// <summary>Rows that have a value of the column's kind; the others are null in the chunk.</summary>
    public int Values { get; init; }

    /// <summary>The bytes that the values take as JSON text, without names, commas and brackets.</summary>
    public long JsonBytes { get; init; }

    /// <summary>Of decimals the fraction digits; of dates the unit: 0 days, 1 s, 2 ms, 3 µs, 4 ns since 2011-01-01.</summary>
    public int Scale { get; init; }

    public TextForm Form { get; init; }

    /// <summary>The offset and form of all dates, where they have one.</summary>
    public long CommonForm { get; init; }

    /// <summary>The least integer, mantissa, count, or 0 for false; of doubles the bits.</summary>
    public long Min { get; init; }

    /// <summary>The greatest likewise.</summary>
    public long Max { get; init; }

    /// <summary>At most 32 bytes of the least string.</summary>
    public byte[] MinText { get; init; } = [];

    /// <summary>At most 32 bytes of the greatest string.</summary>
    public byte[] MaxText { get; init; } = [];

    /// <summary>Gets a value that indicates whether the greatest string continues after them.</summary>
    public bool IsMaxTextCut { get; init; }

    public MembershipFilter Filter { get; init; }

    public BlockReference Block { get; init; }

    /// <summary>The column of forms, where there is one.</summary>
    public BlockReference FormBlock { get; init; }

    public double MinDouble => BitConverter.Int64BitsToDouble(Min);

    public double MaxDouble => BitConverter.Int64BitsToDouble(Max);

    /// <summary>The same strings in another format, once they were written.</summary>
    public ChunkInfo At(ChunkFormat format, BlockReference block) => new()
    {
        Format = format,
        Values = Values,
        JsonBytes = JsonBytes,
        MinText = MinText,
        MaxText = MaxText,
        IsMaxTextCut = IsMaxTextCut,
        Filter = Filter,
        Block = block,
    };

    /// <summary>Determines whether a value with this hash (<see cref="ValueHash"/>) may be in the chunk.</summary>
    public bool MayContain(ulong hash) => Format != ChunkFormat.Absent && Filter.MayContain(hash);

    public void Write(DirectoryBuffer output, long origin)
    {
        output.WriteByte((byte)Format);
        if (Format == ChunkFormat.Absent)
        {
            return;
        }

        output.WriteCount(Values);
        output.WriteCount(JsonBytes);
        if (HasScale(Format))
        {
            output.WriteByte((byte)Scale);
        }

        if (HasForm(Format))
        {
            output.WriteByte((byte)Form);
            if (Form == TextForm.Same)
            {
                output.WriteSigned(CommonForm);
            }
            else if (Form is TextForm.Digits or TextForm.Texts or TextForm.Each)
            {
                FormBlock.Write(output, origin);
            }
        }

        if (HasText(Format))
        {
            output.WriteBytes(MinText);
            output.WriteBytes(MaxText);
            output.WriteByte(IsMaxTextCut ? (byte)1 : (byte)0);
        }
        else
        {
            output.WriteSigned(Min);
            output.WriteSigned(Max);
        }

        Filter.Write(output);
        Block.Write(output, origin);
    }

    public static ChunkInfo Read(ref DirectoryFields fields, long origin)
    {
        var format = (ChunkFormat)fields.TakeByte("a chunk's format");
        if (format == ChunkFormat.Absent)
        {
            return Absent;
        }

        if (format > ChunkFormat.Codes)
        {
            Blittable.Layout.ThrowHelper.InvalidData("a chunk's format of 0 to 8", $"{(int)format}");
        }

        var values = (int)fields.TakeCount("a chunk's values", ColumnHeader.MaxRows);
        var jsonBytes = fields.TakeCount("the bytes of a chunk's values as JSON", long.MaxValue);
        var scale = HasScale(format) ? fields.TakeByte("a chunk's scale", (byte)(format == ChunkFormat.Date ? DateUnit.Nanoseconds : MostFractionDigits)) : 0;
        var form = HasForm(format) ? (TextForm)fields.TakeByte("the form of texts", (byte)TextForm.Each) : default;
        var common = form == TextForm.Same ? fields.TakeSigned("the form of dates") : 0;
        var formBlock = form is TextForm.Digits or TextForm.Texts or TextForm.Each ? BlockReference.Read(ref fields, origin) : default;
        byte[] minText = [], maxText = [];
        var isCut = false;
        long min = 0, max = 0;
        if (HasText(format))
        {
            minText = fields.TakeBytes("a least string").ToArray();
            maxText = fields.TakeBytes("a greatest string").ToArray();
            isCut = fields.TakeByte("whether a string is cut") != 0;
        }
        else
        {
            min = fields.TakeSigned("a least value");
            max = fields.TakeSigned("a greatest value");
        }

        return new ChunkInfo
        {
            Format = format,
            Values = values,
            JsonBytes = jsonBytes,
            Scale = scale,
            Form = form,
            CommonForm = common,
            FormBlock = formBlock,
            MinText = minText,
            MaxText = maxText,
            IsMaxTextCut = isCut,
            Min = min,
            Max = max,
            Filter = MembershipFilter.Read(ref fields),
            Block = BlockReference.Read(ref fields, origin),
        };
    }

    private static bool HasText(ChunkFormat format) => format is ChunkFormat.String or ChunkFormat.Symbols or ChunkFormat.Codes;

    private static bool HasScale(ChunkFormat format) => format is ChunkFormat.Decimal or ChunkFormat.Date;

    private static bool HasForm(ChunkFormat format) => format is ChunkFormat.Decimal or ChunkFormat.Double or ChunkFormat.Date;
}
