using System.Buffers.Binary;

namespace Blittable.Arrow.Reading;

/// <summary>Replaces types in a serialized Arrow schema, which is a FlatBuffers message of Arrow's file <c>Schema.fbs</c>.</summary>
internal ref struct FlatSchema
{
    private const byte ListType = 12, FixedSizeListType = 16, SchemaHeader = 1;

    private const int MaxDepth = 256;

    /// <summary>The numbers of the fields of the tables.</summary>
    private const int HeaderType = 1, Header = 2, SchemaFields = 1, FieldType = 2, FieldChildren = 5, FieldMetadata = 6, EntryKey = 0;

    private readonly Span<byte> _bytes;

    /// <summary>The number of tables that may still be visited. Tables can refer to a table again and again.</summary>
    private int _rest;
    private bool _isChanged;

    private FlatSchema(Span<byte> bytes)
    {
        _bytes = bytes;
        _rest = bytes.Length;
    }

    private static ReadOnlySpan<byte> ExtensionKey => "ARROW:extension:name"u8;

    /// <summary>Replaces the types of fixed-size lists by lists, except in extension types, which require their storage type.</summary>
    /// <param name="schema">The message with its length.</param>
    /// <returns>true if a type was replaced; false if there is none or the message is damaged.</returns>
    public static bool TryDeclareLists(Span<byte> schema)
    {
        try
        {
            // A marker precedes the length, except in early versions of the format.
            var message = new FlatSchema(schema[(BinaryPrimitives.ReadInt32LittleEndian(schema) == -1 ? 2 * sizeof(int) : sizeof(int))..]);
            message.ReplaceAll();
            return message._isChanged;
        }
        catch (Exception fault) when (fault is ArgumentOutOfRangeException or IndexOutOfRangeException or InvalidDataException)
        {
            return false;
        }
    }

    private void ReplaceAll()
    {
        var message = Follow(0);
        if (Find(message, HeaderType) is > 0 and var type && _bytes[type] == SchemaHeader && Find(message, Header) is > 0 and var header)
        {
            Replace(Find(Follow(header), SchemaFields), depth: 0);
        }
    }

    /// <summary>Replaces the types of fields and of their child fields.</summary>
    /// <param name="fields">The position of the reference to the fields, or 0 if there are none.</param>
    /// <param name="depth">The nesting depth of the fields.</param>
    private void Replace(int fields, int depth)
    {
        if (fields == 0 || depth > MaxDepth)
        {
            return;
        }

        var start = Follow(fields);
        for (var i = 0; i < ReadInt32(start); i++)
        {
            var field = Element(start, i);
            if (IsExtension(field))
            {
                continue;
            }

            if (Find(field, FieldType) is > 0 and var type && _bytes[type] == FixedSizeListType)
            {
                _bytes[type] = ListType;
                _isChanged = true;
            }

            Replace(Find(field, FieldChildren), depth + 1);
        }
    }

    private bool IsExtension(int field)
    {
        var metadata = Find(field, FieldMetadata);
        if (metadata == 0)
        {
            return false;
        }

        var start = Follow(metadata);
        for (var i = 0; i < ReadInt32(start); i++)
        {
            if (Find(Element(start, i), EntryKey) is > 0 and var key)
            {
                var text = Follow(key);
                if (_bytes.Slice(text + sizeof(int), ReadInt32(text)).SequenceEqual(ExtensionKey))
                {
                    return true;
                }
            }
        }

        return false;
    }

    /// <summary>Returns the position of an element of a vector of tables.</summary>
    private int Element(int vector, int index) => --_rest < 0 ? throw new InvalidDataException("The schema refers to its tables too often.")
        : Follow(vector + ((index + 1) * sizeof(int)));

    /// <summary>Returns the position of a field of a table, or 0 if the table does not contain the field.</summary>
    private readonly int Find(int table, int field)
    {
        // A list of the positions of the fields follows its own size and the size of the table.
        var layout = table - ReadInt32(table);
        var place = (field + 2) * sizeof(ushort);
        var offset = place < ReadUInt16(layout) ? ReadUInt16(layout + place) : 0;
        return offset == 0 ? 0 : table + offset;
    }

    private readonly int Follow(int position) => position + ReadInt32(position);

    private readonly int ReadInt32(int position) => BinaryPrimitives.ReadInt32LittleEndian(_bytes[position..]);

    private readonly int ReadUInt16(int position) => BinaryPrimitives.ReadUInt16LittleEndian(_bytes[position..]);
}
