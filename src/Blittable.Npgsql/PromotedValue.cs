using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

/// <summary>What a promoted column holds for one document, not boxed; the default is NULL.</summary>
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

    public Task WriteAsync(NpgsqlBinaryImporter importer, CancellationToken cancellationToken)
    {
        if (!HasValue)
        {
            return importer.WriteNullAsync(cancellationToken);
        }

        return _type switch
        {
            PromotedType.Double => importer.WriteAsync(BitConverter.Int64BitsToDouble(_bits), NpgsqlDbType.Double, cancellationToken),
            PromotedType.Decimal => importer.WriteAsync(_decimal, NpgsqlDbType.Numeric, cancellationToken),
            PromotedType.Text => importer.WriteAsync(_text!, NpgsqlDbType.Text, cancellationToken),
            _ => importer.WriteAsync(_bits, NpgsqlDbType.Bigint, cancellationToken),
        };
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
