using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace Blittable.Layout;

/// <content>Damaged documents, and values of an unexpected kind.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void PastTheEnd(int offset, uint length) =>
        throw Invalid($"{length} more bytes", "the end of the document", (uint)offset);

    [DoesNotReturn]
    public static void TooShort(int length) =>
        throw new BlittableException(BlittableErrorCode.InvalidData, $"The input of {length} bytes is too short for a document.", 0);

    [DoesNotReturn]
    public static void InvalidTrailer(byte flags, int offset) =>
        throw Invalid("a trailer whose sections fit in the document", $"flags 0x{flags:x2} and sections that exceed it", offset);

    [DoesNotReturn]
    public static void InvalidTag(byte tag, string expected, int offset) => throw Invalid(expected, $"tag 0x{tag:x2}", offset);

    [DoesNotReturn]
    public static void InvalidDistance(uint distance, int offset) =>
        throw Invalid("the distance to an earlier value", $"{distance}, where no value starts", offset);

    [DoesNotReturn]
    public static void InvalidName(long start, long end, int offset) =>
        throw Invalid("a name inside the document", $"bytes {start} to {end}", offset);

    [DoesNotReturn]
    public static void InvalidShape(byte flags, uint count, int offset) =>
        throw Invalid("a valid block of names", $"flags 0x{flags:x2} and {count} names", offset);

    [DoesNotReturn]
    public static void InvalidCount(long count, string what, int offset) =>
        throw Invalid($"{what} inside the document", $"a count of {count}", offset);

    [DoesNotReturn]
    public static void InvalidColumn(byte form, byte width, byte lowWidth, byte exponent, int offset) =>
        throw Invalid("a column of a number array", $"form {form}, {width} and {lowWidth} bits and exponent {exponent}", offset);

    [DoesNotReturn]
    public static void NoValue() =>
        throw new BlittableException(BlittableErrorCode.WrongKind, "The BlittableValue is uninitialized.");

    [DoesNotReturn]
    public static void NoReader() => throw new InvalidOperationException("The BlittableReader is uninitialized or has been disposed.");

    /// <summary>Creates the exception for a value of an unexpected kind. The caller throws it.</summary>
    public static BlittableException Mismatch(string expected, string found, int offset) =>
        new(BlittableErrorCode.WrongKind, $"Expected {expected}, found {found}{At(offset)}.", offset);

    /// <summary>Creates the exception for a missing part of an object. The caller throws it.</summary>
    public static BlittableException NotFound(string what, int offset) =>
        new(BlittableErrorCode.NotFound, $"The object has no {what}{At(offset)}.", offset);

    /// <summary>Creates the exception for a failed property lookup. The caller throws it. A method that only throws is not inlined into its callers.</summary>
    public static BlittableException NoProperty(BlittableValueKind found, ReadOnlySpan<byte> name, string? path, int offset) =>
        found == BlittableValueKind.Object
            ? new BlittableException(
                BlittableErrorCode.NotFound, $"The object{AtPath(path)} has no property '{Encoding.UTF8.GetString(name)}'{At(offset)}.", offset)
            : new BlittableException(BlittableErrorCode.WrongKind, $"The value{AtPath(path)} is of kind {found}, not an object{At(offset)}.", offset);

    /// <summary>Creates the exception for a failed element access. The caller throws it. A method that only throws is not inlined into its callers.</summary>
    public static BlittableException NoElement(BlittableValueKind found, int index, int count, string? path, int offset) =>
        found == BlittableValueKind.Array
            ? new BlittableException(
                BlittableErrorCode.NotFound, $"The index {index} is out of range for the array of {count} elements{AtPath(path)}{At(offset)}.", offset)
            : new BlittableException(BlittableErrorCode.WrongKind, $"The value{AtPath(path)} is of kind {found}, not an array{At(offset)}.", offset);

    /// <summary>Throws because values are nested too deeply for recursion on the remaining stack.</summary>
    [DoesNotReturn]
    public static void DeeperThanStack(int offset) =>
        throw new BlittableException(BlittableErrorCode.TooDeep, $"Values are nested too deeply for the remaining stack{At(offset)}.", offset);

    /// <summary>Throws because an operation would visit too many values.</summary>
    [DoesNotReturn]
    public static void TooManySteps(long limit) =>
        throw new BlittableException(BlittableErrorCode.ExpansionTooLarge, $"The operation would visit more than {limit} values.");

    [DoesNotReturn]
    public static void InvalidNumber(int offset, string? found = null) =>
        throw new BlittableException(BlittableErrorCode.InvalidNumber, $"The number{(found is null ? "" : $" {found}")}{At(offset)} is not valid JSON.", offset);

    [DoesNotReturn]
    public static void NumberOutOfRange(string type, int offset, string? found = null) =>
        throw new BlittableException(BlittableErrorCode.NumberOutOfRange, $"The number{(found is null ? "" : $" {found}")}{At(offset)} does not fit {type}.", offset);

    [DoesNotReturn]
    public static void NotJson(int offset) =>
        throw new BlittableException(BlittableErrorCode.NotJson, $"JSON cannot represent the value{At(offset)}.", offset);

    [DoesNotReturn]
    public static void InvalidPath(string expected, string path, int position) =>
        throw new BlittableException(
            BlittableErrorCode.InvalidPath,
            $"Expected {expected} at character {position} of the path {path}, found {(position < path.Length ? $"'{path[position]}'" : "its end")}.",
            position);

    private static string AtPath(string? path) => path is null ? "" : $" at {path}";
}
