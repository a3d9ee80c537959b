using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Dates;
using Blittable.Text;
using Blittable.Wire;

namespace Blittable.Layout;

/// <summary>Throws the exceptions of the library. Hot methods contain only a call, and each message is defined once.</summary>
/// <remarks>Each method has its own <c>throw</c>. If it called another method, the compiler would not know that it never returns, and callers would
/// preserve registers for the code after the call.</remarks>
internal static class ThrowHelper
{
    [DoesNotReturn]
    public static void Throw(BlittableErrorCode code, string message, long offset = -1) =>
        throw new BlittableException(code, message, offset);

    /// <summary>Throws because bytes contradict the format. The message specifies the expected and the found data at an offset.</summary>
    [DoesNotReturn]
    public static void InvalidData(string expected, string found, long offset = -1) =>
        throw Invalid(expected, found, offset);

    /// <summary>Throws because a number is outside the bounds in the directory of its column.</summary>
    [DoesNotReturn]
    public static void NumberOutOfBounds(long number, long least, long greatest) =>
        throw Invalid($"a number from {least} to {greatest}", $"{number}", -1);

    [DoesNotReturn]
    public static void DestinationTooShort(string parameter) =>
        throw new ArgumentException("The destination is too short.", parameter);

    /// <summary>Throws because an output breaks the contract of its interface: it returned a smaller buffer than requested, so the bytes never fit.</summary>
    [DoesNotReturn]
    public static void BufferTooShort(string parameter, int expected, int found) =>
        throw new ArgumentException($"The writer returned a buffer of {found} bytes; at least {expected} bytes were requested.", parameter);

    private static BlittableException Invalid(string expected, string found, long offset) =>
        new(BlittableErrorCode.InvalidData, $"Expected {expected}, found {found}{At(offset)}.", offset);

    private static string At(long offset) => offset < 0 ? "" : $" at byte {offset}";

    // Damaged documents, and values of an unexpected kind.

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

    /// <summary>Throws an exception if recursion into the value at an address could overflow the stack.</summary>
    public static void RequireStack(int address)
    {
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            DeeperThanStack(address & int.MaxValue);
        }
    }

    /// <summary>Throws because values are nested too deeply for recursion on the remaining stack.</summary>
    [DoesNotReturn]
    public static void DeeperThanStack(int offset) =>
        throw new BlittableException(BlittableErrorCode.TooDeep, $"Values are nested too deeply for the remaining stack{At(offset)}.", offset);

    /// <summary>Throws because an operation would visit too many values.</summary>
    [DoesNotReturn]
    public static void TooManySteps(long limit) =>
        throw new BlittableException(
            BlittableErrorCode.ExpansionTooLarge, $"The operation would visit more than {limit} values; raise MaxExpandedBytes if you trust the document.");

    [DoesNotReturn]
    public static void InvalidNumber(int offset, string? found = null) =>
        throw new BlittableException(BlittableErrorCode.InvalidNumber, $"The number{(found is null ? "" : $" {found}")}{At(offset)} is not valid JSON.", offset);

    [DoesNotReturn]
    public static void NumberOutOfRange(string type, int offset, string? found = null) =>
        throw new BlittableException(BlittableErrorCode.NumberOutOfRange, $"The number{(found is null ? "" : $" {found}")}{At(offset)} does not fit {type}.", offset);

    [DoesNotReturn]
    public static void InvalidPath(string expected, string path, int position) =>
        throw new BlittableException(
            BlittableErrorCode.InvalidPath,
            $"Expected {expected} at character {position} of the path {path}, found {(position < path.Length ? $"'{path[position]}'" : "its end")}.",
            position);

    private static string AtPath(string? path) => path is null ? "" : $" at {path}";

    // Dates.

    [DoesNotReturn]
    public static void DateOutOfRange(string target, in Timestamp value, long offset = -1) => throw new BlittableException(
        BlittableErrorCode.NumberOutOfRange,
        $"The date of {value.UnixSeconds} seconds and {value.Nanoseconds} nanoseconds since 1970, {value.OffsetMinutes} minutes from UTC, "
            + $"does not fit {target}{At(offset)}.",
        offset);

    [DoesNotReturn]
    public static void DateWithoutText(int offset) => throw Invalid("a date in the years 0000 to 9999", "a date outside this range", offset);

    [DoesNotReturn]
    public static void DateFieldOutOfRange(string field, long value, long least, long most) => throw new BlittableException(
        BlittableErrorCode.NumberOutOfRange, $"The {field} {value} is not between {least} and {most}.");

    // Symbol tables.

    [DoesNotReturn]
    public static void SymbolTableVersion(byte found, long offset) =>
        throw new BlittableException(
            BlittableErrorCode.UnsupportedVersion,
            $"The symbol table has version {found}{At(offset)}; this library supports version {SymbolTableView.Version}.",
            offset);

    [DoesNotReturn]
    public static void SymbolTableLength(int found, long offset) =>
        throw Invalid("a symbol table of the length recorded in its header", $"{found} bytes", offset);

    [DoesNotReturn]
    public static void SymbolTableChecksum(uint expected, uint found, long offset) =>
        throw Invalid($"a symbol table with the checksum {expected:x8}", $"the checksum {found:x8}", offset);

    [DoesNotReturn]
    public static void StraySymbol(int code, int symbolBytes, long offset) =>
        throw Invalid($"symbol {code} within the {symbolBytes} bytes of a symbol table", "a symbol that starts after them", offset);

    [DoesNotReturn]
    public static void NoSymbolTable(int offset) => throw Invalid("a symbol table", "none in the document or its dictionary", offset);

    // Missing, outdated and mismatched dictionaries.

    [DoesNotReturn]
    public static void DictionaryMissing(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMissing,
            $"The document requires the dictionary that it was written with, in version {version} or later.");

    [DoesNotReturn]
    public static void DictionaryOutdated(int version, int known) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryOutdated,
            $"The document was written with version {version} of its dictionary; the provided dictionary has version {known}.");

    [DoesNotReturn]
    public static void DictionaryMismatch(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"The document was written with a different dictionary, or with a copy that diverged before version {version}.");

    [DoesNotReturn]
    public static void OtherDictionary(Guid expected, Guid found) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"The changes belong to dictionary {found}, not to dictionary {expected}.");

    [DoesNotReturn]
    public static void DictionaryChangesMissing(int from, int known) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryOutdated,
            $"The changes start at version {from}, but the dictionary has version {known}.");

    [DoesNotReturn]
    public static void DictionaryTooLarge(int limit, long length) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryTooLarge,
            $"The changes of the dictionary would take {length} bytes; the limit is {limit}.");

    [DoesNotReturn]
    public static void DictionaryForked(int version) =>
        throw new BlittableException(
            BlittableErrorCode.DictionaryMismatch,
            $"The changes up to version {version} differ from the changes in the dictionary: two copies of the dictionary have diverged.");

    // Versions and limits.

    [DoesNotReturn]
    public static void UnsupportedVersion(byte flags, long offset) =>
        throw new BlittableException(
            BlittableErrorCode.UnsupportedVersion,
            $"The document has the flags 0x{flags:x2}{At(offset)}; this library supports format version {Trailer.Version} without reserved flags.",
            offset);

    [DoesNotReturn]
    public static void TooDeep(int maxDepth, long offset = -1) =>
        throw new BlittableException(
            BlittableErrorCode.TooDeep,
            $"Containers are nested more than {maxDepth} deep{At(offset)}.",
            offset);

    [DoesNotReturn]
    public static void ObjectsTooDeep(int depth, string path, Exception? cause = null) =>
        throw new BlittableException(
            BlittableErrorCode.TooDeep,
            $"Objects are nested more than {depth} deep at {path}. Does an object contain itself?",
            innerException: cause);

    [DoesNotReturn]
    public static void DocumentTooLarge(long limit) =>
        throw new BlittableException(
            BlittableErrorCode.DocumentTooLarge,
            $"The document would exceed the limit of {limit} bytes.");

    [DoesNotReturn]
    public static void InputTooLarge(long length, long limit) =>
        throw new BlittableException(
            BlittableErrorCode.InputTooLarge,
            $"The input has {length} bytes; the limit is {limit}.");

    // Documents that cannot be converted to JSON.

    [DoesNotReturn]
    public static void NotJson(string found, long offset) =>
        throw new BlittableException(BlittableErrorCode.NotJson, $"JSON cannot represent {found}{At(offset)}.", offset);

    [DoesNotReturn]
    public static void ExpansionTooLarge(long limit) =>
        throw new BlittableException(
            BlittableErrorCode.ExpansionTooLarge, $"The JSON text exceeds the limit of {limit} bytes; raise MaxExpandedBytes if you trust the document.");

    [DoesNotReturn]
    public static void ObjectsTooLarge() =>
        throw new BlittableException(
            BlittableErrorCode.ExpansionTooLarge,
            "The objects would be far larger than the document, because it references values many times; raise MaxExpandedBytes if you trust the document.");

    [DoesNotReturn]
    public static void TooManyValues(long offset) =>
        throw Invalid("a document without shared values, as declared in its trailer", "shared values", offset);

    /// <summary>Throws because an object has duplicate names.</summary>
    /// <param name="names">The concatenated names.</param>
    /// <param name="ends">The end of each name.</param>
    [DoesNotReturn]
    public static void DuplicateName(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var start = 0;
        var duplicate = "";
        foreach (var end in ends)
        {
            var name = Encoding.UTF8.GetString(names[start..end]);
            duplicate = seen.Add(name) ? duplicate : name;
            start = end;
        }

        throw new BlittableException(BlittableErrorCode.DuplicateName, $"An object has more than one property named '{duplicate}'.");
    }

    // MessagePack that cannot be converted to a document.

    [DoesNotReturn]
    public static void MessagePackFault(WireStatus status, byte found, long offset, int maxDepth)
    {
        switch (status)
        {
            case WireStatus.Truncated:
                Throw(BlittableErrorCode.UnexpectedEnd, $"Expected the rest of a MessagePack value, found the end of the input{At(offset)}.", offset);
                break;
            case WireStatus.InvalidUtf8:
                Throw(BlittableErrorCode.InvalidUtf8, $"Expected a UTF-8 string, found invalid UTF-8{At(offset)}.", offset);
                break;
            case WireStatus.InvalidKey:
                Throw(BlittableErrorCode.WrongKind, $"Expected a string key, found code 0x{found:x2}{At(offset)}.", offset);
                break;
            case WireStatus.TooDeep:
                TooDeep(maxDepth, offset);
                break;
            default:
                InvalidData("a MessagePack value", $"code 0x{found:x2}", offset);
                break;
        }
    }

    [DoesNotReturn]
    public static void MessagePackGoesOn(long offset) =>
        throw new BlittableException(
            BlittableErrorCode.TrailingCharacters, $"Expected a single MessagePack value, found additional bytes{At(offset)}.", offset);
}

/// <summary>Validates option values.</summary>
internal static class Setting
{
    /// <summary>Returns a value that its enumeration defines.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The enumeration does not define the value.</exception>
    public static T Named<T>(T value, [CallerMemberName] string option = "")
        where T : struct, Enum =>
        Enum.IsDefined(value)
            ? value
            : throw new ArgumentOutOfRangeException(option, value, $"The value must be one of {string.Join(", ", Enum.GetNames<T>())}.");

    /// <summary>Returns a number in a range, including the bounds.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is outside the range.</exception>
    public static int Within(int value, int least, int most, [CallerMemberName] string option = "")
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, least, option);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value, most, option);
        return value;
    }

    /// <summary>Returns a nonnegative count or length.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public static T NotNegative<T>(T value, [CallerMemberName] string option = "")
        where T : struct, System.Numerics.INumberBase<T>
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value, option);
        return value;
    }
}
