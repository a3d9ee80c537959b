using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>
/// In disk mode, an array of numbers or of number rows is read directly as a number array, without first writing values and reading them back. If it contains
/// anything else, or a number array saves too little, the array is read again like any other.
/// </content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>The minimum number of rows for reading a matrix directly as a number array. Smaller matrices are first read like any other array.</summary>
    private const int MinPackedRows = 3;

    /// <summary>The maximum number of digits of an integer parsed from one word.</summary>
    private const uint MaxFewDigits = sizeof(ulong) - 1;

    /// <summary>Reads the array that opens at <paramref name="p"/> as a number array, and returns its end; null if it must be read like any
    /// other array.</summary>
    /// <param name="p">The opening bracket.</param>
    /// <param name="first">The first byte after the bracket and its white space. It may be in the copy of the text's last bytes, in contrast to the
    /// bracket.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* TryNumbers(byte* p, byte* first)
    {
        // Text is read in place up to a margin, into which each number and its white space may extend. The copied rest is followed by zeros.
        var (wasInTail, origin, textEnd) = (_inTail, (nint)_origin, (nint)_end);
        if (!_inTail && first >= _safeEnd)
        {
            // Whether the main loop has already entered the copy depends on its name predictions.
            first = EnterTail(first);
        }

        var last = _inTail ? _end : _safeEnd;
        var isMatrix = *first == '[';
        var columns = isMatrix ? CountNumbers(first, last) : 1;
        byte* end = null;
        long plain = 0;
        if (columns > 0 && !(isMatrix ? AreFewRows(first) : AreFew(first)))
        {
            _writer.Packer.Begin(columns, isMatrix);
            end = isMatrix ? ReadRows(first, last, columns, out plain) : ReadNumbers(first, last, out plain);
        }

        if (end == null || !_writer.TryPack(plain))
        {
            if (_inTail != wasInTail)
            {
                LeaveTail(p, (byte*)origin, (byte*)textEnd);
            }

            return null;
        }

        if (_findsRepeats)
        {
            Remember(end);
        }

        return AfterContainer(end);
    }

    /// <summary>Continues in the copy of the text's last bytes; null at its end.</summary>
    private byte* Continue(byte* at) => _inTail ? null : EnterTail(at);

    /// <summary>Determines whether an array ends within the next 32 bytes with too few numbers for a number array.</summary>
    private static bool AreFew(byte* first)
    {
        var text = Vector256.Load(first);
        var ends = ByteMaskKernel.Of(Vector256.Equals(text, Vector256.Create((byte)']')));
        var commas = ByteMaskKernel.Of(Vector256.Equals(text, Vector256.Create((byte)',')));
        return ends != 0 && BitOperations.PopCount(commas & (ends ^ (ends - 1))) < ValueWriter.MinPacked - 1;
    }

    /// <summary>Determines whether a matrix ends within the next 32 bytes with too few rows for a number array.</summary>
    private static bool AreFewRows(byte* first)
    {
        var text = Vector256.Load(first);
        var ends = ByteMaskKernel.Of(Vector256.Equals(text, Vector256.Create((byte)']')));
        var last = ends & (ends >> 1);
        return last != 0 && BitOperations.PopCount(ends & (last ^ (last - 1))) < MinPackedRows;
    }

    /// <summary>Counts the numbers of the row at <paramref name="at"/>. Returns 0 if a matrix cannot have such a row.</summary>
    private static int CountNumbers(byte* at, byte* last)
    {
        var count = 0;
        do
        {
            at = SkipBlanks(at + 1, last);
            at = at < last ? ReadNumber(at, out _, out _) : null;
            if (at == null)
            {
                return 0;
            }

            at = SkipBlanks(at, last);
            count++;
        }
        while (*at == ',' && count < NumberArrayLayout.MaxColumns);
        return *at == ']' ? count : 0;
    }

    /// <summary>Reads the numbers of an array and returns its end; null if it contains other values or too few numbers.</summary>
    /// <param name="at">The first number.</param>
    /// <param name="last">The position at which reading must stop.</param>
    /// <param name="plain">The minimum size of the plain numbers in bytes.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ReadNumbers(byte* at, byte* last, out long plain)
    {
        var packer = _writer.Packer;
        plain = 0;
        for (var row = 0; packer.TryAddRow(row); row++)
        {
            at = TakeNumber(packer, at, ref last, row, 0, ref plain);
            if (at == null)
            {
                return null;
            }

            if (*at != ',')
            {
                // A few numbers may be a row of a matrix; otherwise, they are not worth a number array.
                var isEnough = row >= (_writer.Scope == Scope.Array ? NumberArrayLayout.MaxColumns : ValueWriter.MinPacked - 1);
                return isEnough && *at == ']' ? at + 1 : null;
            }

            at = SkipBlanks(at + 1, last);
        }

        return null;
    }

    /// <summary>Reads rows of numbers and returns their end; null if there are other values. <paramref name="at"/> is the bracket of the first row.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ReadRows(byte* at, byte* last, int columns, out long plain)
    {
        var packer = _writer.Packer;
        plain = 0;
        for (var row = 0; *at == '[' && packer.TryAddRow(row); row++)
        {
            for (var column = 0; column < columns; column++)
            {
                at = TakeNumber(packer, SkipBlanks(at + 1, last), ref last, row, column, ref plain);
                if (at == null || *at != (column + 1 < columns ? ',' : ']'))
                {
                    return null;
                }
            }

            at = SkipBlanks(at + 1, last);
            if (*at != ',')
            {
                return *at == ']' ? at + 1 : null;
            }

            at = SkipBlanks(at + 1, last);
        }

        return null;
    }

    /// <summary>Reads a number of a number array, and skips the white space after it.</summary>
    /// <param name="packer">The writer that collects the numbers.</param>
    /// <param name="at">The start of the number.</param>
    /// <param name="last">The position at which reading must stop. Updated when reading continues in the copy of the last bytes.</param>
    /// <param name="row">The row of the number.</param>
    /// <param name="column">The column of the number.</param>
    /// <param name="plain">The minimum size of the plain numbers in bytes, increased by the size of the number.</param>
    /// <returns>The address after the number and its white space; null if there is no suitable number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* TakeNumber(NumberArrayWriter packer, byte* at, ref byte* last, int row, int column, ref long plain)
    {
        if (at >= last)
        {
            if ((at = Continue(at)) == null)
            {
                return null;
            }

            last = _end;
        }

        // Most numbers are integers with a few digits, immediately followed by punctuation.
        nuint sign = *at == '-' ? 1u : 0;
        var digits = at + sign;
        var chunk = *(ulong*)digits ^ 0x3030303030303030;
        var count = CountDigits(chunk);
        if (count - 1 < MaxFewDigits && digits[count] is (byte)',' or (byte)']' && (*digits != '0' || (count == 1 && sign == 0)))
        {
            var few = (long)DigitKernel.ParseEight(chunk << (-8 * (int)count));
            few = (few ^ -(nint)sign) + (nint)sign;
            plain += NumberArrayWriter.PlainLength(few);
            packer.Set(row, column, few, 0);
            return digits + count;
        }

        at = ReadNumber(at, out var mantissa, out var fraction);
        if (at == null)
        {
            return null;
        }

        plain += NumberArrayWriter.PlainLength(mantissa);
        packer.Set(row, column, mantissa, fraction);
        return SkipBlanks(at, last);
    }

    /// <summary>Reads a number as a mantissa and a number of fraction digits. Returns null if its length is not common, or it is not a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* ReadNumber(byte* at, out long mantissa, out int fraction)
    {
        var isNegative = *at == '-';
        at += isNegative ? 1 : 0;
        var length = DecimalTokenKernel.Read(at, out var magnitude, out fraction);
        mantissa = isNegative ? -(long)magnitude : (long)magnitude;

        // The sign of a negative zero can only be preserved as text.
        return length == 0 || (isNegative && magnitude == 0) ? null : at + length;
    }

    /// <summary>Returns the first byte from <paramref name="p"/> on that is not white space, or a position at or after <paramref name="last"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* SkipBlanks(byte* p, byte* last) => *p > ' ' ? p : SkipRuns(p, last);

    private static byte* SkipRuns(byte* p, byte* last)
    {
        int run;
        do
        {
            run = WhitespaceKernel.Run(p);
            p += run;
        }
        while (run == WhitespaceKernel.Step && p < last);
        return p;
    }
}
