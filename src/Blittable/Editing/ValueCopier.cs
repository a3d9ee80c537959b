using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Editing;

/// <summary>Copies a value of one document to another, value by value, so only reachable values are copied.</summary>
/// <remarks>
/// A document that shares values can represent very many more: 40 arrays of two elements represent 2^40 values. If the document shares values, a copied
/// container or long value is referenced from then on, regardless of the mode. An array that repeats a single element is copied in that form. The copy has
/// about the size of the original, and copying takes time proportional to it.
/// </remarks>
internal static class ValueCopier
{
    /// <summary>The length up to which values are copied again, because remembering them costs as much. Longer values are not numbers that could be
    /// packed.</summary>
    public const int LongValue = 32;

    /// <summary>Copies a value and all nested values.</summary>
    /// <param name="value">The value. Its limit applies to the steps of the copy.</param>
    /// <param name="writer">The writer, at a position where a value is allowed.</param>
    /// <param name="keepForms"><see langword="true"/> to keep the encoding of strings; <see langword="false"/> to use the encoding of the writer.</param>
    /// <returns>The nesting depth of containers in the value, including the value itself. An empty container has depth 0.</returns>
    /// <exception cref="BlittableException">The value is damaged, nested too deeply, or requires more steps than its limit.</exception>
    public static int Copy(BlittableValue value, ValueWriter writer, bool keepForms = false)
    {
        var limit = StepLimit.Of(value);
        return Copy(value, writer, ref limit, keepForms);
    }

    /// <summary>Copies a value and all nested values within the budget of another operation.</summary>
    /// <inheritdoc cref="Copy(BlittableValue, ValueWriter, bool)" path="/param | /returns | /exception"/>
    public static int Copy(BlittableValue value, ValueWriter writer, ref StepLimit limit, bool keepForms = false)
    {
        var isShared = (value.Document[^1] & Trailer.Shared) != 0;
        var copies = isShared ? new Dictionary<int, CopiedValue>() : null;

        // Without sharing, every value takes at least one byte of the document.
        var valuesLeft = isShared ? long.MaxValue : value.Document.Length;
        var open = new List<OpenContainer>();

        // Only bytes from elsewhere may contain text that is not UTF-8. A copy of it could be stored, but not returned.
        var isChecked = value.MaxExpandedBytes != ExpansionLimit.None;
        var current = value;
        while (true)
        {
            var depth = 0;
            if (current.Kind is BlittableValueKind.Object or BlittableValueKind.Array && current.Count > 0 && !current.TryGetPackedNumbers(out _))
            {
                open.Add(new OpenContainer { Address = current.Address, ShapeTable = current.ShapeTable, Text = writer.ExpandedText, Depth = 1 });
                writer.BeginContainer(isArray: current.Kind == BlittableValueKind.Array);
            }
            else
            {
                var (text, length) = (writer.ExpandedText, writer.Length);
                depth = CopyLeaf(current, writer, keepForms, isChecked);
                limit.CountText(writer.Length - length);
                NoteDepth(open, depth);
                if (copies is not null && current.Address >= 0 && writer.Length - length > LongValue)
                {
                    copies.TryAdd(current.Address, writer.LastValue(text, depth));
                }
            }

            while (open.Count > 0)
            {
                ref var container = ref CollectionsMarshal.AsSpan(open)[^1];
                var parent = value.WithAddress(container.Address, container.ShapeTable);
                var isObject = parent.TryReadObject(out var children, out var shape);
                if (!isObject)
                {
                    parent.TryReadArray(out children);
                }

                var isUniform = isShared && children.Count > NumberArrayLayout.MaxColumns && ValueComparison.IsUniform(children);
                if (container.Next < (isUniform ? 1 : children.Count))
                {
                    limit.Count();
                    if (--valuesLeft < 0)
                    {
                        ThrowHelper.TooManyValues(container.Address);
                    }

                    if (isObject)
                    {
                        CopyName(shape.Name(container.Next), writer, isChecked);
                    }

                    current = parent.Child(children, container.Next++);
                    if (copies is null || !copies.TryGetValue(current.Address, out var copied))
                    {
                        break;
                    }

                    writer.Repeat(copied);
                    NoteDepth(open, copied.Depth);
                    continue;
                }

                if (isUniform)
                {
                    writer.EndRepeated(children.Count, container.Text);
                }
                else
                {
                    writer.EndContainer();
                }

                if (copies is not null && !MayBeRow(parent, children))
                {
                    copies.TryAdd(container.Address, writer.LastValue(container.Text, container.Depth));
                }

                depth = container.Depth;
                open.RemoveAt(open.Count - 1);
                NoteDepth(open, depth);
            }

            if (open.Count == 0)
            {
                return depth;
            }
        }
    }

    private static void CopyName(ReadOnlySpan<byte> name, ValueWriter writer, bool isChecked)
    {
        // An expected name was checked when it was first written.
        if (isChecked && !writer.TryExpectedName(name))
        {
            Utf8Validation.Require(name);
            writer.PropertyName(name);
        }
        else if (!isChecked)
        {
            writer.PropertyName(name);
        }
    }

    /// <summary>Determines whether an array could be packed together with other arrays, as a row of a matrix.</summary>
    private static bool MayBeRow(BlittableValue array, in Container children)
    {
        if (array.Kind != BlittableValueKind.Array || children.Count > NumberArrayLayout.MaxColumns)
        {
            return false;
        }

        for (var i = 0; i < children.Count; i++)
        {
            if (array.Child(children, i).Kind != BlittableValueKind.Number)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Records that the innermost container contains a value with the specified nesting depth.</summary>
    private static void NoteDepth(List<OpenContainer> open, int depth)
    {
        if (open.Count > 0 && depth > 0)
        {
            ref var around = ref CollectionsMarshal.AsSpan(open)[^1];
            around.Depth = Math.Max(around.Depth, depth + 1);
        }
    }

    /// <summary>Copies a value that does not require opening a container.</summary>
    /// <returns>The nesting depth of containers in the value, which is nonzero only for a number array.</returns>
    private static int CopyLeaf(BlittableValue value, ValueWriter writer, bool keepForms, bool isChecked)
    {
        if (value.TryGetPackedNumbers(out var packed))
        {
            writer.BuildPacked(value.Document[value.Address..packed.End], packed);
            return packed.IsMatrix ? 2 : 1;
        }

        CopyScalar(value, writer, keepForms, isChecked);
        return 0;
    }

    private static void CopyScalar(BlittableValue value, ValueWriter writer, bool keepForms, bool isChecked)
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

                CopyString(value, writer, isChecked);
                break;
            case BlittableValueKind.Array or BlittableValueKind.Object:
                writer.BuildScalar();
                writer.Literal(value.Kind == BlittableValueKind.Array ? Tag.EmptyArray : Tag.EmptyObject);
                break;
            case BlittableValueKind.Binary when value.TryGetExtension(out var type, out var data):
                writer.BuildBinary(type, data);
                break;
            default:
                writer.BuildBinary(-1, value.GetBytes());
                break;
        }
    }

    private static void CopyNumber(BlittableValue value, ValueWriter writer)
    {
        value.TryReadNumber(out var number);
        switch (number.Form)
        {
            case NumberForm.Integer:
                writer.BuildScalar();
                writer.Integer(number.Magnitude, number.IsNegative);
                break;
            case NumberForm.Decimal:
                writer.BuildDecimal(number.FractionDigits);
                writer.Decimal(number.IsNegative ? -(long)number.Magnitude : (long)number.Magnitude, number.FractionDigits);
                break;
            case NumberForm.Single:
                writer.BuildFloat32(BitConverter.UInt32BitsToSingle((uint)number.Magnitude));
                break;
            case NumberForm.Double:
                writer.BuildFloat64(BitConverter.UInt64BitsToDouble(number.Magnitude));
                break;
            default:
                if (!NumberText.TryParse(number.Text, out _))
                {
                    ThrowHelper.InvalidNumber(value.Address);
                }

                writer.BuildNumberText(number.Text);
                break;
        }
    }

    [SkipLocalsInit]
    private static void CopyString(BlittableValue value, ValueWriter writer, bool isChecked)
    {
        if (value.TryReadDate(out var date, out var form, out var isCompact))
        {
            writer.BuildDate(date, form, isCompact);
        }
        else
        {
            using var text = new TextOrCopy(value, stackalloc byte[TextOrCopy.StackLimit]);
            if (isChecked)
            {
                Utf8Validation.Require(text.Bytes);
            }

            writer.BuildString(text.Bytes);
        }
    }

    /// <summary>Represents a container that is being copied.</summary>
    private struct OpenContainer
    {
        /// <summary>The address of the container.</summary>
        public int Address;

        /// <summary>The shape table, or index, that belongs to the address.</summary>
        public int ShapeTable;

        /// <summary>The index of the next child.</summary>
        public int Next;

        /// <summary>The nesting depth of containers in the copied part, including the container itself.</summary>
        public int Depth;

        /// <summary>The text length of the target document before the container.</summary>
        public long Text;
    }
}
