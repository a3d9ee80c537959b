using Blittable.Npgsql.Copying;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

/// <summary>Represents the value of a promoted column for one document, without boxing. The default value is NULL.</summary>
internal readonly struct PromotedValue
{
    private readonly PromotedType _type;
    private readonly long _bits;
    private readonly decimal _decimal;
    private readonly string? _text;

    public PromotedValue(PromotedType type, long bits) => (_type, _bits, HasValue) = (type, bits, true);

    public PromotedValue(PromotedType type, decimal value) => (_type, _decimal, HasValue) = (type, value, true);

    public PromotedValue(PromotedType type, string value) => (_type, _text, HasValue) = (type, value, true);

    public bool HasValue { get; }

    public void Write(CopyBuffer row)
    {
        if (!HasValue)
        {
            row.WriteNull();
            return;
        }

        switch (_type)
        {
            case PromotedType.Double:
                row.WriteDouble(BitConverter.Int64BitsToDouble(_bits));
                break;
            case PromotedType.Decimal:
                row.WriteDecimal(_decimal);
                break;
            case PromotedType.Text:
                row.WriteText(_text!);
                break;
            default:
                row.WriteInteger(_bits);
                break;
        }
    }

    public NpgsqlParameter ToParameter(PromotedType type) => type switch
    {
        PromotedType.Double => Parameter(NpgsqlDbType.Double, BitConverter.Int64BitsToDouble(_bits)),
        PromotedType.Decimal => Parameter(NpgsqlDbType.Numeric, _decimal),
        PromotedType.Text => Parameter(NpgsqlDbType.Text, _text),
        _ => Parameter(NpgsqlDbType.Bigint, _bits),
    };

    private NpgsqlParameter Parameter(NpgsqlDbType type, object? value) => new() { NpgsqlDbType = type, Value = HasValue ? value : DBNull.Value };
}
