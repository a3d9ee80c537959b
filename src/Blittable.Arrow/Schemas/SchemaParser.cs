using System.Globalization;
using System.Text;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Schemas;

/// <summary>Parses schemas in the notation of SQL column lists. Not thread-safe.</summary>
internal sealed class SchemaParser(string text)
{
    private const int MaxDepth = 32, MostDigits = 38, DefaultPrecision = 18, DefaultScale = 3;

    private static readonly Dictionary<string, IArrowType> s_types = new(StringComparer.OrdinalIgnoreCase)
    {
        ["BOOLEAN"] = BooleanType.Default,
        ["BOOL"] = BooleanType.Default,
        ["TINYINT"] = Int8Type.Default,
        ["SMALLINT"] = Int16Type.Default,
        ["INTEGER"] = Int32Type.Default,
        ["INT"] = Int32Type.Default,
        ["BIGINT"] = Int64Type.Default,
        ["UTINYINT"] = UInt8Type.Default,
        ["USMALLINT"] = UInt16Type.Default,
        ["UINTEGER"] = UInt32Type.Default,
        ["UBIGINT"] = UInt64Type.Default,
        ["FLOAT"] = FloatType.Default,
        ["REAL"] = FloatType.Default,
        ["DOUBLE"] = DoubleType.Default,
        ["VARCHAR"] = StringType.Default,
        ["TEXT"] = StringType.Default,
        ["STRING"] = StringType.Default,
        ["JSON"] = StringType.Default,
        ["BLOB"] = BinaryType.Default,
        ["UUID"] = new FixedSizeBinaryType(16),
        ["DATE"] = Date32Type.Default,
        ["TIME"] = Time64Type.Microsecond,
        ["TIMESTAMP"] = new TimestampType(TimeUnit.Microsecond, (string?)null),
        ["TIMESTAMP_MS"] = new TimestampType(TimeUnit.Millisecond, (string?)null),
        ["TIMESTAMP_NS"] = new TimestampType(TimeUnit.Nanosecond, (string?)null),
        ["TIMESTAMPTZ"] = new TimestampType(TimeUnit.Microsecond, "UTC"),
    };

    private int _at;

    /// <summary>Parses the text.</summary>
    /// <exception cref="BlittableException">The text is not a schema. The offset counts characters.</exception>
    public Schema Parse()
    {
        var fields = Fields(depth: 0);
        return _at == text.Length ? new Schema(fields, null) : throw Unexpected("',' or the end of the schema");
    }

    /// <summary>Parses columns that are separated by commas.</summary>
    private List<Field> Fields(int depth)
    {
        List<Field> fields = [];
        HashSet<string> names = new(StringComparer.Ordinal);
        do
        {
            SkipSpace();
            var start = _at;
            var name = Name();
            if (!names.Add(name))
            {
                throw new BlittableException(BlittableErrorCode.InvalidQuery, $"The column '{name}' at position {start} of the schema is repeated.", start);
            }

            fields.Add(Type(name, depth));
        }
        while (TryTake(','));
        return fields;
    }

    /// <summary>Parses a type, and <c>NOT NULL</c> after it.</summary>
    private Field Type(string name, int depth)
    {
        if (depth > MaxDepth)
        {
            throw new BlittableException(BlittableErrorCode.TooDeep, $"The types of the schema are nested more than {MaxDepth} levels deep.", _at);
        }

        SkipSpace();
        var start = _at;
        var word = Word();
        var type = new Field(name, word.ToUpperInvariant() switch
        {
            "STRUCT" => new StructType(InParentheses(() => Fields(depth + 1))),
            "MAP" => Map(depth),
            "DECIMAL" or "NUMERIC" => Decimal(),
            "TIMESTAMP" when TryWord("WITH") => TimestampWithZone(),
            _ => s_types.GetValueOrDefault(word) ?? throw Unknown(word, start),
        }, nullable: true, MetadataOf(word));
        for (; TryTake('['); depth++)
        {
            Require(']');
            if (depth > MaxDepth)
            {
                throw new BlittableException(BlittableErrorCode.TooDeep, $"The types of the schema are nested more than {MaxDepth} levels deep.", _at);
            }

            type = new Field(name, new ListType(new Field("item", type.DataType, nullable: true, type.Metadata)), nullable: true);
        }

        if (TryWord("NOT"))
        {
            RequireWord("NULL");
            type = new Field(name, type.DataType, nullable: false, type.Metadata);
        }

        return type;
    }

    private MapType Map(int depth) => InParentheses(() =>
    {
        var key = Type("key", depth + 1);
        Require(',');
        return new MapType(new Field("key", key.DataType, nullable: false, key.Metadata), Type("value", depth + 1));
    });

    private Decimal128Type Decimal()
    {
        SkipSpace();
        if (_at >= text.Length || text[_at] != '(')
        {
            return new Decimal128Type(DefaultPrecision, DefaultScale);
        }

        return InParentheses(() =>
        {
            var precision = Number(1, MostDigits);
            return new Decimal128Type(precision, TryTake(',') ? Number(0, precision) : 0);
        });
    }

    private TimestampType TimestampWithZone()
    {
        RequireWord("TIME");
        RequireWord("ZONE");
        return new TimestampType(TimeUnit.Microsecond, "UTC");
    }

    private static IReadOnlyDictionary<string, string>? MetadataOf(string type) =>
        type.Equals("JSON", StringComparison.OrdinalIgnoreCase) ? FieldMarks.Json
        : type.Equals("UUID", StringComparison.OrdinalIgnoreCase) ? FieldMarks.Guid : null;

    private T InParentheses<T>(Func<T> parse)
    {
        Require('(');
        var value = parse();
        Require(')');
        return value;
    }

    private int Number(int min, int max)
    {
        SkipSpace();
        var start = _at;
        while (_at < text.Length && char.IsAsciiDigit(text[_at]))
        {
            _at++;
        }

        if (int.TryParse(text.AsSpan(start, _at - start), NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max)
        {
            return number;
        }

        _at = start;
        throw Unexpected($"a number from {min} to {max}");
    }

    /// <summary>Parses a name, which is a word or quoted. A quote in a quoted name is doubled.</summary>
    private string Name()
    {
        if (_at >= text.Length || text[_at] != '"')
        {
            return Word();
        }

        var name = new StringBuilder();
        for (_at++; _at < text.Length; _at++)
        {
            if (text[_at] == '"' && (++_at == text.Length || text[_at] != '"'))
            {
                return name.ToString();
            }

            name.Append(text[_at]);
        }

        throw Unexpected("'\"' at the end of the name");
    }

    private string Word()
    {
        SkipSpace();
        var start = _at;
        while (_at < text.Length && (char.IsLetterOrDigit(text[_at]) || text[_at] is '_' or '$' or '-' or '@'))
        {
            _at++;
        }

        return _at > start ? text[start.._at] : throw Unexpected("a name or a type");
    }

    private bool TryWord(string word)
    {
        var start = _at;
        SkipSpace();
        if (_at < text.Length && char.IsLetter(text[_at]) && Word().Equals(word, StringComparison.OrdinalIgnoreCase))
        {
            return true;
        }

        _at = start;
        return false;
    }

    private void RequireWord(string word)
    {
        if (!TryWord(word))
        {
            SkipSpace();
            throw Unexpected($"'{word}'");
        }
    }

    private bool TryTake(char letter)
    {
        SkipSpace();
        var isNext = _at < text.Length && text[_at] == letter;
        _at += isNext ? 1 : 0;
        return isNext;
    }

    private void Require(char letter)
    {
        if (!TryTake(letter))
        {
            throw Unexpected($"'{letter}'");
        }
    }

    private void SkipSpace()
    {
        while (_at < text.Length && char.IsWhiteSpace(text[_at]))
        {
            _at++;
        }
    }

    private BlittableException Unexpected(string expected)
    {
        var found = _at < text.Length ? $"'{text[_at]}'" : "the end";
        return new BlittableException(BlittableErrorCode.InvalidQuery, $"Expected {expected}, found {found} at position {_at} of the schema.", _at);
    }

    private static BlittableException Unknown(string word, int position) => new(
        BlittableErrorCode.InvalidQuery,
        $"'{word}' at position {position} of the schema is not a supported type. Types are {string.Join(", ", s_types.Keys)}, DECIMAL(p, s), STRUCT(…), MAP(type, type) and type[].",
        position);
}
