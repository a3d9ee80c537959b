using System.Text;
using System.Text.Json;
using Apache.Arrow;
using Blittable.Arrow.Reading.Variants;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes a value of a Variant column from its binary value, its shredded columns, or both.</summary>
internal sealed class ShreddedValue
{
    private static readonly Comparer<byte[]> s_order = Comparer<byte[]>.Create((left, right) => left.AsSpan().SequenceCompareTo(right));

    private readonly EncodedBytes _value = new();
    private readonly int _valueIndex = -1, _typedIndex = -1;

    /// <summary>The fields ordered by name, as a value that is not shredded has them. The order of columns depends on the program that wrote them.</summary>
    private readonly (byte[] Name, ShreddedValue Value)[] _ordered = [];
    private IArrowArray? _typed;

    /// <summary>Gets the reader that writes shredded scalars, or null if the value is not shredded to a scalar.</summary>
    public ValueReader? Scalar { get; init; }

    /// <summary>Gets the fields of a shredded object, in the order of their columns.</summary>
    public IReadOnlyList<(string Name, ShreddedValue Value)> Fields
    {
        get;
        init
        {
            field = value;
            _ordered = [.. value.Select(named => (Encoding.UTF8.GetBytes(named.Name), named.Value)).OrderBy(named => named.Item1, s_order)];
        }
    } = [];

    /// <summary>Gets the elements of a shredded array, or null if the value is not shredded to an array.</summary>
    public ShreddedValue? Element { get; init; }

    /// <summary>Gets the index of the binary value in the group, or -1 if the group has no such field.</summary>
    public int ValueIndex { get => _valueIndex; init => _valueIndex = value; }

    /// <summary>Gets the index of the shredded value in the group, or -1 if the group has no such field.</summary>
    public int TypedIndex { get => _typedIndex; init => _typedIndex = value; }

    /// <summary>Sets the group to read rows from.</summary>
    /// <exception cref="InvalidDataException">The type of the group differs from the schema.</exception>
    public void Bind(StructArray group)
    {
        _typed = TypedIndex < 0 ? null : ValueReader.Unwrap(group.Fields[TypedIndex]);
        if (ValueIndex >= 0 && !_value.TryBind(group.Fields[ValueIndex]))
        {
            throw new InvalidDataException("the value of a Variant is not binary");
        }

        if (_typed is null)
        {
            return;
        }

        Scalar?.Bind(_typed);
        Element?.Bind(ListReader.ElementsOf(_typed) as StructArray ?? throw new InvalidDataException("the elements of a shredded array are not groups"));
        for (var i = 0; i < Fields.Count; i++)
        {
            Fields[i].Value.Bind(
                (_typed as StructArray)?.Fields[i] as StructArray ?? throw new InvalidDataException("the fields of a shredded object are not groups"));
        }
    }

    /// <summary>Writes the value of a row, or null if the row has no value.</summary>
    public void Write(Utf8JsonWriter json, int row, ReadOnlySpan<byte> metadata)
    {
        var hasValue = TryGetValue(row, out var value);
        if (!IsTyped(row))
        {
            if (hasValue)
            {
                new VariantDecoder(new JsonSink(json)).Decode(metadata, value);
            }
            else
            {
                json.WriteNullValue();
            }

            return;
        }

        if (hasValue && Fields.Count == 0)
        {
            throw new InvalidDataException("a Variant has both a value and a shredded value that is not an object");
        }

        if (Scalar is not null)
        {
            Scalar.Write(json, row);
        }
        else if (Element is not null)
        {
            var (start, end) = ListReader.RangeOf(_typed!, row);
            json.WriteStartArray();
            for (var i = start; i < end; i++)
            {
                Element.Write(json, i, metadata);
            }

            json.WriteEndArray();
        }
        else
        {
            WriteObject(json, row, metadata, hasValue, value);
        }
    }

    private bool TryGetValue(int row, out ReadOnlySpan<byte> value)
    {
        value = default;
        return ValueIndex >= 0 && _value.TryGet(row, out value);
    }

    /// <summary>Determines whether the row has a shredded value. The reader of scalars finds nulls behind encodings too.</summary>
    private bool IsTyped(int row) => _typed is not null && (Scalar is not null ? !Scalar.IsNull(row) : _typed.IsValid(row));

    private bool IsMissing(int row) => !TryGetValue(row, out _) && !IsTyped(row);

    private void WriteObject(Utf8JsonWriter json, int row, ReadOnlySpan<byte> metadata, bool hasRest, ReadOnlySpan<byte> rest)
    {
        json.WriteStartObject();
        var next = 0;
        if (hasRest)
        {
            new VariantDecoder(new JsonSink(json)).DecodeFields(metadata, rest, (name, names) =>
            {
                foreach (var field in _ordered)
                {
                    if (name.SequenceEqual(field.Name))
                    {
                        throw new InvalidDataException("a Variant value has a field that is also shredded");
                    }
                }

                for (; next < _ordered.Length && name.SequenceCompareTo(_ordered[next].Name) > 0; next++)
                {
                    WriteField(json, row, names, _ordered[next]);
                }
            });
        }

        for (; next < _ordered.Length; next++)
        {
            WriteField(json, row, metadata, _ordered[next]);
        }

        json.WriteEndObject();
    }

    private static void WriteField(Utf8JsonWriter json, int row, ReadOnlySpan<byte> metadata, (byte[] Name, ShreddedValue Value) field)
    {
        if (!field.Value.IsMissing(row))
        {
            json.WritePropertyName(field.Name);
            field.Value.Write(json, row, metadata);
        }
    }
}
