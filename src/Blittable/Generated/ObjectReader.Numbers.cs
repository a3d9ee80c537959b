using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable.Generated;

/// <content>Reads numbers and literals.</content>
public sealed partial class ObjectReader
{
    /// <summary>The smallest integer whose shortest text has an exponent, which System.Text.Json does not read as an integer.</summary>
    private const double FirstWithExponent = 1e15;

    /// <summary>Reads a boolean.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public bool ReadBoolean(scoped in BlittableValue value) => value.GetBoolean();

    /// <summary>Reads an integer.</summary>
    public byte ReadByte(scoped in BlittableValue value) => value.TryGetByte(out var number) ? number : ReadIntegral<byte>(value);

    /// <summary>Reads an integer.</summary>
    public sbyte ReadSByte(scoped in BlittableValue value) => value.TryGetSByte(out var number) ? number : ReadIntegral<sbyte>(value);

    /// <summary>Reads an integer.</summary>
    public short ReadInt16(scoped in BlittableValue value) => value.TryGetInt16(out var number) ? number : ReadIntegral<short>(value);

    /// <summary>Reads an integer.</summary>
    public ushort ReadUInt16(scoped in BlittableValue value) => value.TryGetUInt16(out var number) ? number : ReadIntegral<ushort>(value);

    /// <summary>Reads an integer.</summary>
    public int ReadInt32(scoped in BlittableValue value) => value.TryGetInt32(out var number) ? number : ReadIntegral<int>(value);

    /// <summary>Reads an integer.</summary>
    public uint ReadUInt32(scoped in BlittableValue value) => value.TryGetUInt32(out var number) ? number : ReadIntegral<uint>(value);

    /// <summary>Reads an integer.</summary>
    public long ReadInt64(scoped in BlittableValue value) => value.TryGetInt64(out var number) ? number : ReadIntegral<long>(value);

    /// <summary>Reads an integer.</summary>
    public ulong ReadUInt64(scoped in BlittableValue value) => value.TryGetUInt64(out var number) ? number : ReadIntegral<ulong>(value);

    /// <summary>Reads an integer of up to 39 digits.</summary>
    public Int128 ReadInt128(scoped in BlittableValue value) => value.TryGetInt64(out var number) ? number : ReadNumberText<Int128>(value);

    /// <summary>Reads an integer of up to 39 digits.</summary>
    public UInt128 ReadUInt128(scoped in BlittableValue value) => value.TryGetUInt64(out var number) ? number : ReadNumberText<UInt128>(value);

    /// <summary>Reads a number.</summary>
    public double ReadDouble(scoped in BlittableValue value) => value.GetDouble();

    /// <summary>Reads a number.</summary>
    public float ReadSingle(scoped in BlittableValue value) => value.GetSingle();

    /// <summary>Reads a number.</summary>
    public Half ReadHalf(scoped in BlittableValue value) => RawBytes.ReadTag(value.Document, value.Address) == Tag.Float32
        ? (Half)value.GetSingle()
        : ReadNumberText<Half>(value);

    /// <summary>Reads a decimal number.</summary>
    public decimal ReadDecimal(scoped in BlittableValue value) => value.GetDecimal();

    /// <summary>Reads an integer that is stored as a floating-point number, whose text is an integer.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T ReadIntegral<T>(scoped in BlittableValue value)
        where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
    {
        if (value.TryGetDouble(out var number) && RawBytes.ReadTag(value.Document, value.Address) is Tag.Float32 or Tag.Float64 or Tag.NarrowFloat64
            && Math.Abs(number) < FirstWithExponent && number == Math.Floor(number)
            && number >= double.CreateChecked(T.MinValue) && number <= double.CreateChecked(T.MaxValue))
        {
            return T.CreateTruncating((long)number);
        }

        return value.GetInteger<T>();
    }

    private static T ReadNumberText<T>(scoped in BlittableValue value)
        where T : IUtf8SpanParsable<T>, INumber<T>
    {
        var text = value.GetNumberText();
        if (!T.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) || !T.IsFinite(number))
        {
            ThrowHelper.NumberOutOfRange(TypeNames.Of(typeof(T)), value.Address & int.MaxValue, ValueFault.Cut(text));
        }

        return number;
    }
}
