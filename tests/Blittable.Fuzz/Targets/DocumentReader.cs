using Blittable.Dates;

namespace Blittable.Fuzz.Targets;

/// <summary>Reads values through every reading API.</summary>
/// <param name="isValid">true if the document passed validation, so no structural error is allowed; otherwise, false.</param>
internal ref struct DocumentReader(bool isValid)
{
    /// <summary>The maximum number of values to visit. A small document can represent any number of values.</summary>
    private const int MaxVisits = 80;

    private const int MaxDepth = 60;

    private static readonly BlittableName Name = new("n0"u8);

    private static readonly BlittableText SomeText = new("text"u8);

    private int _visits;

    /// <summary>Reads a value and all values below it.</summary>
    public void Visit(BlittableValue value, int depth = 0)
    {
        if (++_visits > MaxVisits || depth > MaxDepth)
        {
            return;
        }

        // A fault in one value must not prevent reading the others.
        try
        {
            ReadScalar(value);
            ReadContainer(value, depth);
        }
        catch (BlittableException exception) when (!isValid || !Structural.Is(exception))
        {
        }

        try
        {
            ReadText(value);
        }
        catch (BlittableException exception) when (!isValid || !Structural.Is(exception))
        {
        }
    }

    /// <summary>Reads a value in document order, and requires the tokens to equal the values of the enumerators.</summary>
    public static void ReadInOrder(BlittableValue value, bool isValid)
    {
        try
        {
            using var reader = new BlittableReader(value);
            for (var tokens = 0; tokens < MaxVisits && reader.Read(); tokens++)
            {
                Touch(reader.PropertyName);
                var read = reader.Value;
                reader.TryGetInt64(out var integer);
                reader.TryGetDouble(out var number);
                read.TryGetInt64(out var expectedInteger);
                read.TryGetDouble(out var expectedNumber);
                if (isValid && (integer != expectedInteger || BitConverter.DoubleToInt64Bits(number) != BitConverter.DoubleToInt64Bits(expectedNumber)))
                {
                    throw new Running.FuzzFailure($"The reader gives {integer} and {number} for {read.ToString()}.");
                }

                if (isValid && reader.TokenType == BlittableTokenType.String && read.TryGetUtf8Length(out var length) && length < FewCharacters
                    && !read.Utf8Equals(reader.ValueSpan))
                {
                    throw new Running.FuzzFailure($"The reader gives another text for {read.ToString()}.");
                }
            }
        }
        catch (BlittableException exception) when (!isValid || !Structural.Is(exception))
        {
        }
    }

    private static void ReadScalar(BlittableValue value)
    {
        _ = value.Kind;
        _ = value.IsDate;
        value.TryGetBoolean(out _);
        value.TryGetByte(out _);
        value.TryGetInt32(out _);
        value.TryGetInt64(out _);
        value.TryGetUInt64(out _);
        value.TryGetSingle(out _);
        value.TryGetDouble(out _);
        value.TryGetDecimal(out _);
        value.TryGetTimestamp(out _);
        value.TryGetDateTimeOffset(out _);
        value.TryGetDateTime(out _);
        value.TryGetDateOnly(out _);
        if (value.TryGetBytes(out var bytes))
        {
            Touch(bytes);
        }

        if (value.TryGetExtension(out _, out var data))
        {
            Touch(data);
        }

        if (value.Kind == BlittableValueKind.Number)
        {
            Span<byte> number = stackalloc byte[40];
            value.TryCopyNumberText(number, out _);
            _ = value.GetNumberText();
        }
    }

    private static void ReadText(BlittableValue value)
    {
        Span<byte> few = stackalloc byte[9];
        Span<byte> many = stackalloc byte[300];
        value.TryGetUtf8Length(out var length);
        value.TryCopyUtf8(few, out _);
        if (value.TryCopyUtf8(many, out var written) && written != length)
        {
            throw new Running.FuzzFailure($"The text has {length} bytes, and {written} were copied.");
        }

        value.Utf8Equals("text"u8);
        value.Utf8Equals(many[..written]);
        value.TextEquals(SomeText);
        value.TextEquals("text");
        value.TryGetGuid(out _);
        if (value.TryGetUtf8Span(out var utf8))
        {
            Touch(utf8);
        }

        if (length < FewCharacters)
        {
            value.TryGetString(out _);
        }
    }

    /// <summary>Longer texts are read only by the renderer, because an input of 64 KB can represent many texts of megabytes.</summary>
    private const int FewCharacters = 1 << 16;

    private void ReadContainer(BlittableValue value, int depth)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                value.TryGetProperty("n0"u8, out _);
                value.TryGetProperty("id", out _);
                value.TryGetProperty(Name, out _);
                foreach (var property in value.EnumerateObject())
                {
                    Touch(property.NameUtf8);
                    if (!value.TryGetProperty(property.NameUtf8, out _) && isValid)
                    {
                        throw new Running.FuzzFailure("A name that the enumerator gives is not found.");
                    }

                    Visit(property.Value, depth + 1);
                    if (_visits > MaxVisits)
                    {
                        return;
                    }
                }

                break;
            case BlittableValueKind.Array:
                ReadNumbers(value);
                value.TryGetElement(value.Count, out _);
                _ = value[value.Count - 1].Kind;
                foreach (var element in value.EnumerateArray())
                {
                    Visit(element, depth + 1);
                    if (_visits > MaxVisits)
                    {
                        return;
                    }
                }

                break;
        }
    }

    private static void ReadNumbers(BlittableValue value)
    {
        Span<double> doubles = stackalloc double[70];
        Span<long> integers = stackalloc long[70];
        value.TryCopyNumbers(doubles, out _);
        value.TryCopyNumbers(integers, out _);
    }

    /// <summary>Reads the first and last byte, which fails for a span outside of the document.</summary>
    private static void Touch(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.IsEmpty)
        {
            GC.KeepAlive(bytes[0] + bytes[^1]);
        }
    }
}
