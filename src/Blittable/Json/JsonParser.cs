using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <summary>Converts JSON text to a document in one pass. Each token is recognized, checked and written before the next is examined.</summary>
/// <remarks>
/// Prediction makes the parser fast. The shape trie predicts the next name, and a single vector comparison with the text confirms it. White space is expected
/// to be as long as the last time at the same depth. The start of the next token is therefore known before the current one has been read. The parser only
/// detects that a text is invalid. <see cref="JsonFault"/> reads it again from the start to find the error and its position.
/// </remarks>
internal sealed unsafe partial class JsonParser
{
    private readonly ValueWriter _writer;

    /// <summary>Trains a symbol table for each document; null if documents have no tables of their own.</summary>
    private readonly DocumentSymbolTrainer? _symbols;

    private readonly bool _isDisk;
    private readonly bool _findsRepeats;
    private readonly bool _detectDates;

    /// <summary>True if strings may be replaced with strings of a dictionary.</summary>
    private bool _findsFrequent;

    private readonly bool _checksNumbers;
    private byte* _origin;
    private byte* _end;
    private byte* _safeEnd;
    private byte* _refillAt;

    /// <summary>The address of the byte before the first marked byte.</summary>
    private byte* _unmarked;
    private bool _inTail;
    private int _named;

    /// <summary>The buffer for text that is too short or too close to the end to be read in place.</summary>
    private readonly byte* _tail;

    /// <summary>The pinned marks of the text, up to the end of the window's reach: see <see cref="StringMarkKernel"/>.</summary>
    private readonly byte* _marks;

    public JsonParser(ValueWriter writer, BlittableOptions options)
    {
        _writer = writer;
        _tail = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_copy, 0);
        _marks = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_markWords, 0);
        _isDisk = options.Mode == BlittableMode.Disk;
        _findsRepeats = _isDisk && options.ShareValues;
        _detectDates = options.DetectDates;
        _checksNumbers = options.ChecksNumbers;
        if (options is { Mode: BlittableMode.Disk, StringCompression: StringCompression.Trained, Dictionary: null })
        {
            _symbols = new DocumentSymbolTrainer();
        }
    }

    /// <summary>Writes the document of a JSON text. Returns false if the text is invalid.</summary>
    public bool TryConvert(ReadOnlySpan<byte> text)
    {
        fixed (byte* input = text)
        {
            var table = _symbols?.Train(text);
            var isJson = TryConvert(input, text.Length, table);

            // A table is chosen by a sample of the strings. If it does not pay for itself, the document is smaller without it.
            return isJson && table is not null && _writer.AreSymbolsWasted ? TryConvert(input, text.Length, null) : isJson;
        }
    }

    private bool TryConvert(byte* input, int length, SymbolTable? table)
    {
        _writer.Source = input;
        _writer.Begin(length);
        _findsFrequent = _writer.HasDictionaryStrings;
        if (_symbols is not null)
        {
            _writer.UseSymbols(table);
        }

        var start = Enter(input, length);
        return _isDisk ? Run<IConversionMode.Disk>(start)
            : _checksNumbers ? Run<IConversionMode.Memory>(start)
            : Run<IConversionMode.UncheckedMemory>(start);
    }

    // Provides steps of the main loop. All are inlined, and none stores anything in memory that the loop holds in registers.

    /// <summary>Updates the writer's own state.</summary>
    /// <param name="output">The address at which the next value is written.</param>
    /// <param name="top">The end of the pending addresses.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void HandOver(byte* output, uint* top)
    {
        _writer.Cursor = output;
        _writer.SlotTop = top;
    }

    /// <summary>Updates the writer's own state before a number, a date or a literal, in disk mode including the name of the value.</summary>
    /// <param name="output">The address at which the next value is written.</param>
    /// <param name="top">The end of the pending addresses.</param>
    /// <param name="name">The node of the name; null outside of objects.</param>
    /// <param name="nodes">The nodes of the trie.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void HandOver<TMode>(byte* output, uint* top, ShapeNode* name, ShapeNode* nodes)
        where TMode : struct, IConversionMode
    {
        HandOver(output, top);
        if (TMode.IsDisk)
        {
            _writer.Node = name == null ? ShapeTrie.Root : Number(name, nodes);
        }
    }

    /// <summary>Skips white space. If its length differs from the expected length, stores the actual length as expected next time.</summary>
    /// <param name="p">The current position.</param>
    /// <param name="expected">The length of the last white space in this kind of position.</param>
    /// <returns>The end of the white space; <paramref name="p"/> if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private byte* PassWhitespace(byte* p, int* expected) => WhitespaceKernel.Run(p) == *expected ? p + *expected : SkipWhitespace(p, expected);

    /// <summary>Returns the number of bytes before the next mark, of the 57 to 64 covered by a word of marks; 64 if it has none.</summary>
    /// <param name="marks">The marks, one bit per byte.</param>
    /// <param name="at">The bit at which to start.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint BytesToMark(byte* marks, long at) => (nuint)(uint)BitOperations.TrailingZeroCount(*(ulong*)(marks + (at >> 3)) >> (int)(at & 7));

    /// <summary>Counts the digits before the first other character among eight characters.</summary>
    /// <param name="characters">The characters, each exclusive-or <c>'0'</c>. Adding 0x76 sets the highest bit of values above 9. Carries only affect
    /// subsequent characters.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint CountDigits(ulong characters) =>
        (nuint)(uint)BitOperations.TrailingZeroCount(((characters + 0x7676767676767676) | characters) & 0x8080808080808080) >> 3;

    /// <summary>Returns a bit for each byte in which the text at <paramref name="p"/> differs from a quoted name and its colon; 0 if the text
    /// matches.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint DifferencesFrom(ShapeNode* name, byte* p) =>
        ~ByteMaskKernel.Of(Vector256.Equals(Vector256.Load(p), Vector256.Load((byte*)&name->Text))) & name->Mask;

    /// <summary>Returns the trials for the next value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ValueTrials* TrialsOf(ShapeNode* name, ShapeNode* nodes, Frame* frame) =>
        _writer.TrialsOf(name == null ? ShapeTrie.Root : Number(name, nodes), frame->Node);

    /// <summary>Determines whether to try any technique with a string. Also returns true if the string is short enough for a leaf.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsTried(byte* text, nuint length, ValueTrials* trials, out byte sample)
    {
        sample = 0;
        return length < Leaf.MaxLength || trials->IsDue(sample = StringSampleKernel.Of(trials, text, length));
    }

    /// <summary>Returns the index of a node, avoiding the rounding of a difference that might be negative.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Number(ShapeNode* node, ShapeNode* nodes) => (int)((nuint)((byte*)node - (byte*)nodes) / (nuint)sizeof(ShapeNode));

    // Handles numbers that the main loop does not: long numbers, fractions, exponents.

    private const int MaxIntegerDigits = 20;

    /// <summary>The maximum number of digits for which a mantissa and its sign always fit in 64 bits.</summary>
    private const int MaxMantissaDigits = 18;

    /// <summary>Writes a number that is not an integer of one to seven digits, and returns its end; null if it is not a number.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* OtherNumber(byte* p)
    {
        var isNegative = *p == '-';
        var digits = p + (isNegative ? 1 : 0);
        if ((uint)*digits - '0' > 9)
        {
            return null;
        }

        // Count the digits of sixteen bytes at once and compute their value, right-aligned with leading zeros.
        var writer = _writer;
        var characters = Vector128.Load(digits) - Vector128.Create((byte)'0');
        var count = ByteMaskKernel.FirstOf(Vector128.GreaterThan(characters, Vector128.Create((byte)9)));
        var next = digits[count];
        if (*digits == '0' && count > 1)
        {
            return null;
        }

        if (next == '.' || (next | 0x20) == 'e')
        {
            return Fraction(p);
        }

        if (count == Vector128<byte>.Count || (isNegative && *digits == '0'))
        {
            return LongInteger(p);
        }

        writer.Integer(DigitKernel.Parse(characters, count), isNegative);
        return digits + count;
    }

    /// <summary>Writes a number that is not an integer.</summary>
    private byte* Fraction(byte* p)
    {
        if (_isDisk)
        {
            return CheckedFraction(p);
        }

        var writer = _writer;
        var length = _checksNumbers ? NumberGrammarKernel.Copy(p, writer.Cursor + 1) : NumberTokenKernel.Copy(p, writer.Cursor + 1);
        if ((uint)(length - 1) < Tag.MaxShortNumberText)
        {
            *writer.SlotTop++ = (uint)writer.Cursor;
            *writer.Cursor = (byte)(Tag.ShortNumberText + length);
            writer.Cursor += 1 + length;
            return p + length;
        }

        var end = _checksNumbers ? NumberGrammarKernel.End(p, _end) : EndOfUncheckedNumber(p);
        if (end == null)
        {
            return null;
        }

        writer.NumberText(new ReadOnlySpan<byte>(p, (int)(end - p)));
        return LeaveMargin(end);
    }

    /// <summary>Writes a number that is not an integer after checking all of its text: as a decimal if that restores the text; otherwise, as text.</summary>
    private byte* CheckedFraction(byte* p)
    {
        var isNegative = *p == '-';
        var first = p + (isNegative ? 1 : 0);
        var length = DecimalTokenKernel.Read(first, out var mantissa, out var fraction);
        if (length > 0 && !(isNegative && mantissa == 0))
        {
            _writer.Decimal(isNegative ? -(long)mantissa : (long)mantissa, fraction);
            return first + length;
        }

        mantissa = 0;
        var point = ReadDigits(first, ref mantissa);
        var at = point;
        if (at < _end && *at == '.')
        {
            at = ReadDigits(at + 1, ref mantissa);
            if (at == point + 1)
            {
                return null;
            }
        }

        var digits = at - first - 1;
        var hasExponent = at < _end && (*at | 0x20) == 'e';
        if (hasExponent)
        {
            at++;
            at += at < _end && *at is (byte)'+' or (byte)'-' ? 1 : 0;
            ulong ignored = 0;
            var exponent = at;
            at = ReadDigits(at, ref ignored);
            if (at == exponent)
            {
                return null;
            }
        }

        // The sign of a negative zero can only be preserved as text.
        if (hasExponent || digits > MaxMantissaDigits || (isNegative && mantissa == 0))
        {
            _writer.NumberText(new ReadOnlySpan<byte>(p, (int)(at - p)));
        }
        else
        {
            _writer.Decimal(isNegative ? -(long)mantissa : (long)mantissa, (int)(at - point - 1));
        }

        return LeaveMargin(at);
    }

    private byte* ReadDigits(byte* at, ref ulong value)
    {
        while (at < _end && (uint)*at - '0' <= 9)
        {
            value = value * 10 + *at++ - '0';
        }

        return at;
    }

    /// <summary>Writes an integer of 16 digits or more, or a negative zero. Integers that exceed 64 bits stay text.</summary>
    private byte* LongInteger(byte* p)
    {
        var digits = p + (*p == '-' ? 1 : 0);
        var end = digits;
        while (end < _end && (uint)*end - '0' <= 9)
        {
            end++;
        }

        if (end < _end && (*end == '.' || (*end | 0x20) == 'e'))
        {
            return Fraction(p);
        }

        if (end - digits <= MaxIntegerDigits && *digits != '0' && TryParse(digits, (int)(end - digits), out var magnitude))
        {
            _writer.Integer(magnitude, digits != p);
        }
        else
        {
            _writer.NumberText(new ReadOnlySpan<byte>(p, (int)(end - p)));
        }

        return LeaveMargin(end);
    }

    /// <summary>Returns the first byte from <paramref name="p"/> on that separates values.</summary>
    private byte* EndOfUncheckedNumber(byte* p)
    {
        while (p < _end && !NumberTokenKernel.Ends(*p))
        {
            p++;
        }

        return p;
    }

    /// <summary>Parses up to 20 digits. Returns false if the value exceeds 64 bits.</summary>
    private static bool TryParse(byte* digits, int count, out ulong value)
    {
        value = 0;
        for (var i = 0; i < count; i++)
        {
            var digit = (ulong)(digits[i] - '0');
            if (value > (ulong.MaxValue - digit) / 10)
            {
                return false;
            }

            value = value * 10 + digit;
        }

        return true;
    }
}
