namespace Blittable.DuckDB.Tables;

/// <summary>Reads exact numbers of documents.</summary>
internal static class DocumentDecimals
{
    private const int StackBytes = 128;

    /// <summary>Determines whether a number has a JSON form; NaN and the infinities, which only MessagePack and builders can store, count as null.</summary>
    /// <exception cref="BlittableException">The text of the number is not valid JSON.</exception>
    public static bool IsFinite(in BlittableValue value)
    {
        try
        {
            // The text decides: a number beyond the range of doubles is finite.
            return value.GetDouble() is var number && (double.IsFinite(number) || value.GetNumberText().Length > 0);
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson)
        {
            return false;
        }
    }

    /// <summary>Gets the number as a mantissa with a scale, if the scale represents it.</summary>
    public static bool TryGetMantissa(in BlittableValue value, int scale, out Int128 mantissa)
    {
        Span<byte> text = stackalloc byte[StackBytes];
        if (value.TryCopyNumberText(text, out var length) && DecimalDigits.TryRead(text[..length], out mantissa, out var own) && own <= scale)
        {
            mantissa *= DecimalDigits.PowerOfTen(scale - own);
            return true;
        }

        mantissa = default;
        return false;
    }
}
