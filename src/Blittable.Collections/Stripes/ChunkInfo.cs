using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Collections.Stripes.Writing;
using Blittable.Columns;

namespace Blittable.Collections.Stripes;

/// <summary>Represents the directory entry of a column chunk: its location and the bounds of its values.</summary>
/// <remarks>
/// <code>
/// u8       format (<see cref="ChunkFormat"/>); nothing follows if no row has a value
/// varint   number of values
/// varint   size of the values as JSON text (<see cref="JsonLength"/>); 0 for ends
/// u8       Decimal: fraction digits; Date: 0 days, 1 s, 2 ms, 3 µs, 4 ns; else absent
/// u8       for numbers and dates, form of the texts (<see cref="Stripes.TextForm"/>)
///   zigzag Same: minutes ahead of UTC * 65536 + form
///   block  Digits, Texts, Each: the column of forms
/// bounds   zigzag smallest and greatest; for strings, at most 32 bytes of each, and u8 1 if the greatest is longer
/// bytes    small membership filter, or empty (<see cref="MembershipFilter"/>)
/// block    the values
/// </code>
/// </remarks>
internal sealed class ChunkInfo
{
    /// <summary>The greatest number of fraction digits for which the power of ten fits in 64 bits.</summary>
    public const int MostFractionDigits = 18;

    /// <summary>Gets a chunk without values.</summary>
    public static ChunkInfo Absent { get; } = new();

    public ChunkFormat Format { get; init; }

    /// <summary>Gets the number of rows with a value of the column's kind. The other rows are null in the chunk.</summary>
    public int Values { get; init; }

    /// <summary>Gets the size of the values as JSON text, without names, commas and brackets.</summary>
    public long JsonBytes { get; init; }

    /// <summary>Gets the number of fraction digits of decimals, or the unit of dates: 0 days, 1 s, 2 ms, 3 µs, 4 ns since 2011-01-01.</summary>
    public int Scale { get; init; }

    public TextForm Form { get; init; }

    /// <summary>Gets the offset and form of the dates, if all dates share them.</summary>
    public long CommonForm { get; init; }

    /// <summary>Gets the smallest integer, mantissa, count, or 0 for false; for doubles, its bits.</summary>
    public long Min { get; init; }

    /// <summary>Gets the greatest integer, mantissa, count, or 1 for true; for doubles, its bits.</summary>
    public long Max { get; init; }

    /// <summary>Gets up to 32 bytes of the smallest string.</summary>
    public byte[] MinText { get; init; } = [];

    /// <summary>Gets up to 32 bytes of the greatest string.</summary>
    public byte[] MaxText { get; init; } = [];

    /// <summary>Gets a value that indicates whether the greatest string is longer than <see cref="MaxText"/>.</summary>
    public bool IsMaxTextCut { get; init; }

    public MembershipFilter Filter { get; init; }

    public BlockReference Block { get; init; }

    /// <summary>Gets the block with the column of forms, if any.</summary>
    public BlockReference FormBlock { get; init; }

    public double MinDouble => BitConverter.Int64BitsToDouble(Min);

    public double MaxDouble => BitConverter.Int64BitsToDouble(Max);

    /// <summary>Returns the entry for the strings of this chunk, written in another format.</summary>
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
        var format = (ChunkFormat)fields.TakeByte("a chunk format");
        if (format == ChunkFormat.Absent)
        {
            return Absent;
        }

        if (format > ChunkFormat.Codes)
        {
            Blittable.Layout.ThrowHelper.InvalidData("a chunk format from 0 to 8", $"{(int)format}");
        }

        var values = (int)fields.TakeCount("the number of values in a chunk", ColumnHeader.MaxRows);
        var jsonBytes = fields.TakeCount("the JSON size of a chunk", long.MaxValue);
        var scale = HasScale(format) ? fields.TakeByte("a chunk scale", (byte)(format == ChunkFormat.Date ? DateUnit.Nanoseconds : MostFractionDigits)) : 0;
        var form = HasForm(format) ? (TextForm)fields.TakeByte("a text form", (byte)TextForm.Each) : default;
        var common = form == TextForm.Same ? fields.TakeSigned("a date form") : 0;
        var formBlock = form is TextForm.Digits or TextForm.Texts or TextForm.Each ? BlockReference.Read(ref fields, origin) : default;
        byte[] minText = [], maxText = [];
        var isCut = false;
        long min = 0, max = 0;
        if (HasText(format))
        {
            minText = fields.TakeBytes("a minimum string").ToArray();
            maxText = fields.TakeBytes("a maximum string").ToArray();
            isCut = fields.TakeByte("the flag for truncated strings") != 0;
        }
        else
        {
            min = fields.TakeSigned("a minimum value");
            max = fields.TakeSigned("a maximum value");
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
