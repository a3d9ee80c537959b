using System.Buffers;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Text;

namespace Blittable.Generated;

/// <content>Reads documents, JSON values, and types that only System.Text.Json converters support.</content>
public sealed partial class ObjectReader
{
    /// <summary>The maximum size of a text buffer that the thread keeps.</summary>
    private const int MaxKeptText = 1 << 16;

    private static readonly JsonDocumentOptions s_nodes = new() { MaxDepth = int.MaxValue, AllowDuplicateProperties = false };

    private static readonly JsonNodeOptions s_ignoringCase = new() { PropertyNameCaseInsensitive = true };

    private ArrayBufferWriter<byte>? _text;

    /// <summary>Reads a copy of a value as a document. Returns null for null.</summary>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public BlittableDocument? ReadDocument(scoped in BlittableValue value)
    {
        if (IsNull(value))
        {
            return null;
        }

        var copy = value.Clone();
        Charge(copy.Bytes.Length);
        return copy;
    }

    /// <summary>Reads any value as a <see cref="JsonElement"/>.</summary>
    public JsonElement ReadJsonElement(scoped in BlittableValue value)
    {
        var reader = ReaderOf(value);
        return JsonElement.ParseValue(ref reader);
    }

    /// <summary>Reads any value as a <see cref="JsonDocument"/>.</summary>
    public JsonDocument ReadJsonDocument(scoped in BlittableValue value)
    {
        var reader = ReaderOf(value);
        return JsonDocument.ParseValue(ref reader);
    }

    /// <summary>Reads any value as a <see cref="JsonNode"/>. Returns null for the literal null.</summary>
    /// <param name="value">The value.</param>
    /// <param name="ignoresCase">true if objects find their properties case-insensitively.</param>
    /// <exception cref="BlittableException">An object has a duplicate name, with which a node would fail when it is used.</exception>
    public JsonNode? ReadJsonNode(scoped in BlittableValue value, bool ignoresCase = false)
    {
        var text = TextOf(value);
        try
        {
            return JsonNode.Parse(text.WrittenSpan, ignoresCase ? s_ignoringCase : null, s_nodes);
        }
        catch (JsonException fault)
        {
            throw new BlittableException(
                BlittableErrorCode.DuplicateName, $"A JsonNode cannot have duplicate names: {fault.Message}", value.Address & int.MaxValue, innerException: fault);
        }
    }

    /// <summary>Reads an object as a <see cref="JsonObject"/>. Returns null for null.</summary>
    /// <inheritdoc cref="ReadJsonNode" path="/param"/>
    public JsonObject? ReadJsonObject(scoped in BlittableValue value, bool ignoresCase = false) => As<JsonObject>(value, ignoresCase, "an object");

    /// <summary>Reads an array as a <see cref="JsonArray"/>. Returns null for null.</summary>
    /// <inheritdoc cref="ReadJsonNode" path="/param"/>
    public JsonArray? ReadJsonArray(scoped in BlittableValue value, bool ignoresCase = false) => As<JsonArray>(value, ignoresCase, "an array");

    /// <summary>Reads a scalar as a <see cref="JsonValue"/>. Returns null for null.</summary>
    public JsonValue? ReadJsonValue(scoped in BlittableValue value) => As<JsonValue>(value, ignoresCase: false, "a scalar value");

    /// <summary>Reads any value as System.Text.Json reads a member of type object: as a <see cref="JsonElement"/>, or null.</summary>
    public object? ReadObject(scoped in BlittableValue value) => IsNull(value) ? null : ReadJsonElement(value);

    /// <summary>Reads a value through its JSON representation.</summary>
    /// <typeparam name="T">The type that the converter handles.</typeparam>
    /// <param name="converter">The converter.</param>
    /// <param name="value">The value.</param>
    /// <param name="type">The type of the value to create, which can be derived from <typeparamref name="T"/>.</param>
    /// <param name="options">The options that the converter receives.</param>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> or <paramref name="type"/> is null.</exception>
    /// <exception cref="BlittableException">The value is of another kind, or cannot be converted.</exception>
    public T? ReadJson<T>(JsonConverter<T> converter, scoped in BlittableValue value, Type type, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(converter);
        ArgumentNullException.ThrowIfNull(type);
        // A type without null cannot represent it, so its converter decides.
        if (default(T) is null && !converter.HandleNull && IsNull(value))
        {
            return default;
        }

        T? result;
        var isComplete = false;
        try
        {
            var reader = ReaderOf(value, Math.Min(_maxDepth, _depth + ObjectWriter.ConverterDepth(options)));
            reader.Read();
            result = converter.Read(ref reader, type, options);
            isComplete = reader.CurrentDepth == 0 && reader.TokenType is not (JsonTokenType.StartObject or JsonTokenType.StartArray);
        }
        catch (Exception fault) when (fault is JsonException or InvalidOperationException or FormatException and not BlittableException)
        {
            throw Mismatch(value, $"a value that {converter.GetType().Name} can read ({fault.Message.TrimEnd('.')})");
        }

        return !isComplete ? throw Mismatch(value, $"a value that {converter.GetType().Name} can read (it read too many or too few tokens)")
            : default(T) is null && result is not null && !type.IsInstanceOfType(result)
                ? throw Mismatch(value, $"a value that {converter.GetType().Name} reads as a {TypeNames.Of(type)} (it created a {TypeNames.Of(result.GetType())})")
            : result;
    }

    /// <summary>Reads binary data or a base64 string.</summary>
    public Memory<byte> ReadMemory(scoped in BlittableValue value) => ReadBinary(value);

    /// <inheritdoc cref="ReadMemory"/>
    public ReadOnlyMemory<byte> ReadReadOnlyMemory(scoped in BlittableValue value) => ReadBinary(value);

    private T? As<T>(scoped in BlittableValue value, bool ignoresCase, string expected)
        where T : JsonNode
    {
        var node = ReadJsonNode(value, ignoresCase);
        return node is null ? null : node as T ?? throw Mismatch(value, expected);
    }

    /// <summary>Returns a reader of a value's JSON text, nested as deep as the options allow.</summary>
    private Utf8JsonReader ReaderOf(scoped in BlittableValue value, int? maxDepth = null) => new(TextOf(value, maxDepth).WrittenSpan, new JsonReaderOptions { MaxDepth = int.MaxValue });

    private ArrayBufferWriter<byte> TextOf(scoped in BlittableValue value, int? maxDepth = null)
    {
        // Nothing reads an earlier text: converters and parsers have copied what they need.
        var text = _text ??= new ArrayBufferWriter<byte>();
        text.ResetWrittenCount();
        // The options for descriptions write NaN and the infinities as strings, because other members can write them.
        value.WriteJson(text, BlittableJsonOptions.Descriptive);
        Charge(text.WrittenCount);
        RequireDepth(text.WrittenSpan, value.Address, maxDepth ?? _maxDepth);
        return text;
    }

    /// <summary>Throws an exception if the containers of a text, inside the open containers, are nested too deep. Empty containers do not count.</summary>
    private void RequireDepth(ReadOnlySpan<byte> text, int address, int maxDepth)
    {
        var depth = _depth;
        for (var at = text.IndexOfAny("[]{}\""u8); at >= 0;)
        {
            var end = 1;
            switch (text[at])
            {
                case (byte)'"':
                    end = StringLength(text[at..]);
                    break;
                case (byte)'[' or (byte)'{' when text[at + 1] == text[at] + 2:
                    end = 2;
                    break;
                case (byte)'[' or (byte)'{' when depth++ >= maxDepth:
                    ThrowHelper.TooDeep(maxDepth, address);
                    break;
                case (byte)']' or (byte)'}':
                    depth--;
                    break;
            }

            text = text[(at + end)..];
            at = text.IndexOfAny("[]{}\""u8);
        }
    }

    private static int StringLength(ReadOnlySpan<byte> text)
    {
        var at = 1;
        while (text[at] != '"')
        {
            at += text[at..].IndexOfAny((byte)'"', (byte)'\\');
            at += text[at] == '\\' ? 2 : 0;
        }

        return at + 1;
    }

    // Reads null, dictionary keys, and enum names.

    /// <summary>Determines whether a value is null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsNull(scoped in BlittableValue value) => RawBytes.ReadTag(value.Document, value.Address) == Tag.Null;

    /// <summary>Determines whether a value is a string.</summary>
    public bool IsText(scoped in BlittableValue value) => value.Kind == BlittableValueKind.String;

    /// <summary>Reads an enum value by its name or number, or by several of these separated by commas.</summary>
    /// <param name="names">The names of the enum.</param>
    /// <param name="value">The value, which must be a string.</param>
    /// <returns>The value, widened to 64 bits.</returns>
    /// <exception cref="BlittableException">The string is neither a name nor a number of the enum.</exception>
    public ulong ReadEnum(EnumNames names, scoped in BlittableValue value)
    {
        ArgumentNullException.ThrowIfNull(names);
        return value.TryGetUtf8Span(out var utf8) && names.TryParse(utf8, out var found) ? found : ReadOtherEnum(names, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private ulong ReadOtherEnum(EnumNames names, scoped in BlittableValue value)
    {
        const int most = 128;
        var isRead = value.TryGetUtf8Span(out var utf8) && utf8.Length <= most
            ? names.TryParse(Decode(utf8, stackalloc char[most]), out var found) : names.TryParse(ReadString(value)!, out found);
        return isRead ? found : throw Mismatch(value, $"a name of {names.TypeName}");
    }

    /// <summary>Reads a string key.</summary>
    public string ReadName(scoped ReadOnlySpan<byte> name)
    {
        Charge(name.Length);
        return Utf16StringKernel.Create(name);
    }

    /// <summary>Reads a key that is the name or number of an enum value.</summary>
    /// <exception cref="BlittableException">The key is neither.</exception>
    public ulong ReadEnumKey(EnumNames names, scoped ReadOnlySpan<byte> name)
    {
        ArgumentNullException.ThrowIfNull(names);
        if (names.TryParse(name, out var value))
        {
            return value;
        }

        return names.TryParse(ReadName(name), out value) ? value : throw KeyMismatch(name, names.TypeName);
    }

    /// <summary>Reads a key that is a URI.</summary>
    /// <exception cref="BlittableException">The key is not the text of a URI.</exception>
    public Uri ReadUriKey(scoped ReadOnlySpan<byte> name)
    {
        return Uri.TryCreate(ReadName(name), UriKind.RelativeOrAbsolute, out var address) ? address : throw KeyMismatch(name, nameof(Uri));
    }

    /// <summary>Reads a key that is a version.</summary>
    /// <exception cref="BlittableException">The key is not the text of a version.</exception>
    public Version ReadVersionKey(scoped ReadOnlySpan<byte> name)
    {
        // The parser accepts blanks at both ends.
        return name is [>= (byte)'0' and <= (byte)'9', .., >= (byte)'0' and <= (byte)'9'] && Version.TryParse(ReadName(name), out var version)
            ? version : throw KeyMismatch(name, nameof(Version));
    }

    /// <summary>Reads a key that is neither a string nor an enum.</summary>
    /// <typeparam name="TKey">The type of the key.</typeparam>
    /// <exception cref="BlittableException">The key is not a text that System.Text.Json accepts for the type.</exception>
    public TKey ReadKey<TKey>(scoped ReadOnlySpan<byte> name)
        where TKey : struct =>
        KeyParser.TryParse<TKey>(name, out var key) ? key : throw KeyMismatch(name, TypeNames.Of(typeof(TKey)));

    private static ReadOnlySpan<char> Decode(ReadOnlySpan<byte> utf8, Span<char> buffer) => buffer[..Encoding.UTF8.GetChars(utf8, buffer)];

    private static BlittableException KeyMismatch(scoped ReadOnlySpan<byte> found, string type) =>
        ThrowHelper.Mismatch($"a property name that represents a value of type {type}", $"'{ValueFault.Cut(found)}'", -1);

    // Calls factories and callbacks, and reads numbers in strings and integers of any length.

    /// <summary>Returns the converter that a factory creates for a type.</summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <param name="converter">The factory.</param>
    /// <param name="options">The options that the factory receives.</param>
    /// <exception cref="NotSupportedException">The factory does not create a converter of the type.</exception>
    public static JsonConverter<T> Converter<T>(JsonConverter converter, JsonSerializerOptions options) =>
        (converter is JsonConverterFactory factory && factory.CanConvert(typeof(T)) ? factory.CreateConverter(typeof(T), options) as JsonConverter<T> : null)
        ?? throw new NotSupportedException($"{(converter is null ? "null" : TypeNames.Of(converter.GetType()))} does not create a converter for {TypeNames.Of(typeof(T))}.");

    /// <summary>Reads a number from a string.</summary>
    /// <typeparam name="T">The type of the number.</typeparam>
    /// <param name="value">The string.</param>
    /// <param name="isName">true if only NaN and the infinities may be strings.</param>
    /// <exception cref="BlittableException">The string is not a number of the type.</exception>
    public T ReadQuoted<T>(scoped in BlittableValue value, bool isName)
        where T : struct, INumberBase<T>
    {
        var text = ReadString(value)!;
        var isFloating = typeof(T) == typeof(double) || typeof(T) == typeof(float) || typeof(T) == typeof(Half);
        var isNamed = isFloating && text is "NaN" or "Infinity" or "-Infinity";
        var style = isFloating || typeof(T) == typeof(decimal)
            ? NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent : NumberStyles.AllowLeadingSign;
        return (isNamed || (!isName && text.Length > 0 && text[^1] is (>= '0' and <= '9') or '.'))
            && T.TryParse(text, style, CultureInfo.InvariantCulture, out var number) && (isNamed || T.IsFinite(number))
            ? number : throw Mismatch(value, $"a number that {TypeNames.Of(typeof(T))} can hold");
    }

    /// <summary>Reads an integer of any number of digits.</summary>
    /// <exception cref="BlittableException">The value is not a number, or not an integer.</exception>
    public BigInteger ReadBigInteger(scoped in BlittableValue value)
    {
        if (value.TryGetInt64(out var small))
        {
            return small;
        }

        const int mostExponent = 4;
        var text = value.GetNumberText();
        var exponent = text.IndexOfAny('e', 'E');
        Charge(text.Length);
        return (exponent < 0 || text.Length - exponent <= mostExponent) && BigInteger.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? number : throw Mismatch(value, "an integer");
    }

    /// <summary>Calls the callback of an object before its members are read.</summary>
    public static void OnDeserializing<T>(ref T value)
        where T : IJsonOnDeserializing =>
        value.OnDeserializing();

    /// <summary>Calls the callback of an object after its members have been read.</summary>
    public static void OnDeserialized<T>(ref T value)
        where T : IJsonOnDeserialized =>
        value.OnDeserialized();
}
