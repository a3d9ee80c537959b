using System.Buffers;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Building;

/// <summary>Writes a value of one document into another, value by value, so that only what is reached is copied.</summary>
internal static class ValueCopier
{
    /// <summary>Copies a value and all that is below it.</summary>
    /// <param name="value">The value.</param>
    /// <param name="writer">Where a value may be written.</param>
    /// <param name="keepForms">Whether strings are encoded as they were, rather than as the writer would.</param>
    /// <exception cref="BlittableException">The value is damaged, nested too deep, or expands past the limit of a document.</exception>
    public static void Copy(BlittableValue value, WriterKernel writer, bool keepForms = false)
    {
        var open = new Stack<(int Address, int ShapeTable, int Next)>();
        var current = value;
        while (true)
        {
            if (current.TryGetPackedNumbers(out var packed))
            {
                writer.BuildPacked(current.Document[current.Address..packed.End], packed);
            }
            else if (current.Kind is BlittableValueKind.Object or BlittableValueKind.Array)
            {
                writer.BeginContainer(isArray: current.Kind == BlittableValueKind.Array);
                open.Push((current.Address, current.ShapeTable, 0));
            }
            else
            {
                CopyScalar(current, writer, keepForms);
            }

            while (open.TryPop(out var container))
            {
                var parent = value.WithAddress(container.Address, container.ShapeTable);
                if (parent.TryReadObject(out var children, out var shape))
                {
                    if (container.Next < children.Count)
                    {
                        writer.CompressesNames |= keepForms && shape.AreNamesCoded;
                        writer.PropertyName(PlainShapes.Of(shape).StoredName(container.Next));
                    }
                }
                else
                {
                    parent.TryReadArray(out children);
                }

                if (container.Next < children.Count)
                {
                    open.Push((container.Address, container.ShapeTable, container.Next + 1));
                    current = parent.Child(children, container.Next);
                    break;
                }

                writer.EndContainer();
            }

            if (open.Count == 0)
            {
                return;
            }
        }
    }

    /// <summary>Copies packed numbers as an array whose elements stand by themselves, so that one of them can be replaced.</summary>
    public static void Unpack(BlittableValue value, WriterKernel writer)
    {
        writer.BeginContainer(isArray: true);
        foreach (var element in value.EnumerateArray())
        {
            Copy(element, writer);
        }

        writer.EndContainer();
    }

    private static void CopyScalar(BlittableValue value, WriterKernel writer, bool keepForms)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Null:
                writer.BuildScalar();
                writer.Literal(Tag.Null);
                break;
            case BlittableValueKind.True or BlittableValueKind.False:
                writer.BuildScalar();
                writer.Literal(value.Kind == BlittableValueKind.True ? Tag.True : Tag.False);
                break;
            case BlittableValueKind.Number:
                CopyNumber(value, writer);
                break;
            case BlittableValueKind.String:
                if (keepForms)
                {
                    writer.Compression = value.EncodingOfText;
                }

                CopyString(value, writer);
                break;
            case BlittableValueKind.Binary when value.TryGetExtension(out var type, out var data):
                writer.BuildBinary(type, data);
                break;
            default:
                writer.BuildBinary(-1, value.GetBytes());
                break;
        }
    }

    private static void CopyNumber(BlittableValue value, WriterKernel writer)
    {
        value.TryReadNumber(out var number);
        switch (number.Form)
        {
            case NumberForm.Integer:
                writer.BuildScalar();
                writer.Integer(number.Magnitude, number.IsNegative);
                break;
            case NumberForm.Decimal:
                writer.BuildScalar();
                writer.Decimal(number.IsNegative ? -(long)number.Magnitude : (long)number.Magnitude, number.FractionDigits);
                break;
            case NumberForm.Single:
                writer.BuildFloat32(BitConverter.UInt32BitsToSingle((uint)number.Magnitude));
                break;
            case NumberForm.Double:
                writer.BuildFloat64(BitConverter.UInt64BitsToDouble(number.Magnitude));
                break;
            default:
                writer.BuildNumberText(number.Text);
                break;
        }
    }

    private static void CopyString(BlittableValue value, WriterKernel writer)
    {
        if (value.TryReadDate(out var date, out var form, out var isCompact))
        {
            writer.BuildDate(date, form, isCompact);
        }
        else if (value.TryGetUtf8Span(out var text))
        {
            writer.BuildString(text);
        }
        else
        {
            value.TryGetUtf8Length(out var length);
            var buffer = ArrayPool<byte>.Shared.Rent(length);
            value.TryCopyUtf8(buffer, out length);
            writer.BuildString(buffer.AsSpan(0, length));
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
