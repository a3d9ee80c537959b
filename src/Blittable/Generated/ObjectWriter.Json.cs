using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Blittable.Editing;
using Blittable.Layout;

namespace Blittable.Generated;

/// <content>Writes documents, JSON values, and types that only System.Text.Json converters support.</content>
public sealed unsafe partial class ObjectWriter
{
    private static readonly ConcurrentDictionary<JsonNumberHandling, JsonSerializerOptions> s_numbers = new();

    private ArrayBufferWriter<byte>? _json;

    /// <summary>Writes a copy of a document's value. Writes null for a null reference.</summary>
    public void Write(BlittableDocument? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            ValueCopier.Copy(value.Root, _writer);
        }
    }

    /// <summary>Writes a JSON value.</summary>
    /// <exception cref="BlittableException">The value is not initialized.</exception>
    public void Write(JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Undefined)
        {
            throw NotInitialized(typeof(JsonElement));
        }

        try
        {
            WriteText(JsonMarshal.GetRawUtf8Value(value));
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.UnexpectedCharacter)
        {
            // The raw text of a lenient JsonDocument contains comments and trailing commas. Writing it again removes both.
            var text = BeginText();
            using (var writer = new Utf8JsonWriter(text, BlittableDocument.Replayed))
            {
                value.WriteTo(writer);
            }

            EndText(text);
        }
    }

    /// <inheritdoc cref="Write(JsonElement)"/>
    public void Write(JsonDocument? value)
    {
        if (value is null)
        {
            WriteNull();
        }
        else
        {
            Write(value.RootElement);
        }
    }

    /// <inheritdoc cref="Write(JsonElement)"/>
    public void Write(JsonNode? value) => WriteNode(value, null);

    /// <summary>Writes a JSON value with the options for the numbers and objects that it was created from.</summary>
    /// <param name="value">The value.</param>
    /// <param name="options">The completed options of the declaration.</param>
    public void Write(JsonNode? value, JsonSerializerOptions options) => WriteNode(value, options);

    private void Write(JsonNode? value, JsonNumberHandling numbers) =>
        WriteNode(value, numbers == JsonNumberHandling.Strict ? null : s_numbers.GetOrAdd(numbers, static numbers => Completed(new JsonSerializerOptions { NumberHandling = numbers })));

    /// <summary>Completes the options that converters and nodes receive, as <see cref="JsonSerializer"/> does: they can get the contracts of other types from
    /// the options. For generated code.</summary>
    /// <param name="options">The options.</param>
    /// <returns>The same options, now read-only.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Contracts need reflection only if a converter asks for them, which has the same warning.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Contracts need reflection only if a converter asks for them, which has the same warning.")]
    public static JsonSerializerOptions Completed(JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (JsonSerializer.IsReflectionEnabledByDefault)
        {
            options.MakeReadOnly(populateMissingResolver: true);
        }

        return options;
    }

    private void WriteNode(JsonNode? value, JsonSerializerOptions? options)
    {
        if (value is null)
        {
            WriteNull();
            return;
        }

        var text = BeginText();
        using (var writer = new Utf8JsonWriter(text, BlittableDocument.Replayed))
        {
            value.WriteTo(writer, options);
        }

        EndText(text);
    }

    /// <summary>Writes a value through the JSON that its converter writes.</summary>
    /// <typeparam name="T">The type that the converter handles.</typeparam>
    /// <param name="converter">The converter.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options that the converter receives.</param>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> is null.</exception>
    /// <exception cref="BlittableException">The converter nests containers too deep, for example because an object contains itself.</exception>
    public void WriteJson<T>(JsonConverter<T> converter, T? value, JsonSerializerOptions options)
    {
        ArgumentNullException.ThrowIfNull(converter);
        if (value is null && !converter.HandleNull)
        {
            WriteNull();
            return;
        }

        var text = BeginText();
        var depth = Math.Clamp(Options.MaxDepth - _writer.Depth, 1, ConverterDepth(options));
        using (var writer = new Utf8JsonWriter(text, new JsonWriterOptions { MaxDepth = depth }))
        {
            try
            {
                converter.Write(writer, value!, options);
            }
            catch (Exception fault) when (fault is InvalidOperationException or JsonException && writer.CurrentDepth >= depth)
            {
                ThrowHelper.ObjectsTooDeep(_writer.Depth + depth, PathHere(), fault);
            }
        }

        EndText(text);
    }

    /// <summary>Returns the maximum depth of the JSON that a converter writes or reads.</summary>
    /// <remarks>System.Text.Json does not check the stack, and an exception needs about 16 KB of it for each converter that calls the serializer. Without a
    /// limit, a cycle or untrusted bytes would overflow the stack.</remarks>
    internal static int ConverterDepth(JsonSerializerOptions options)
    {
        const int unspecified = 64;
        return options.MaxDepth == 0 ? unspecified : options.MaxDepth;
    }

    private void WriteText(ReadOnlySpan<byte> utf8Json)
    {
        using var rented = RentedConverter.For(Options);
        ValueCopier.Copy(BlittableValue.Open(rented.Converter.Convert(utf8Json), Options.Dictionary), _writer);
    }

    /// <summary>Returns the cached buffer for a text, or a new one. A converter that writes another object in the meantime gets a separate buffer.</summary>
    private ArrayBufferWriter<byte> BeginText()
    {
        var text = _json ?? new ArrayBufferWriter<byte>();
        _json = null;
        return text;
    }

    private void EndText(ArrayBufferWriter<byte> text)
    {
        WriteText(text.WrittenSpan);
        text.ResetWrittenCount();
        _json = text;
    }

    // Writes dictionary keys and enum names.

    /// <summary>Writes the name of an enum value, or its number if it has no name.</summary>
    /// <param name="names">The names of the enum.</param>
    /// <param name="value">The value, widened to 64 bits.</param>
    /// <exception cref="ArgumentNullException"><paramref name="names"/> is null.</exception>
    public void WriteEnum(EnumNames names, ulong value)
    {
        ArgumentNullException.ThrowIfNull(names);
        if (names.TryFormat(value, out var utf8))
        {
            WriteUtf8(utf8);
        }
        else if (names.IsSigned)
        {
            Write((long)value);
        }
        else
        {
            Write(value);
        }
    }

    /// <summary>Sets the name of the next value to the name of an enum value.</summary>
    /// <inheritdoc cref="WriteEnum"/>
    public void PropertyEnum(EnumNames names, ulong value)
    {
        ArgumentNullException.ThrowIfNull(names);
        if (names.TryFormat(value, out var utf8))
        {
            _writer.PropertyName(utf8);
        }
        else
        {
            Property(names.IsSigned ? ((long)value).ToString(CultureInfo.InvariantCulture) : value.ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>Sets the name of the next value to a key that is not a string.</summary>
    /// <typeparam name="TKey">The type of the key.</typeparam>
    /// <param name="key">The key.</param>
    public void PropertyKey<TKey>(TKey key)
    {
        // The JIT removes all branches except the one for the type, so common keys are neither boxed nor converted to strings.
        if (typeof(TKey) == typeof(int))
        {
            PropertyFormatted(KnownType.As<TKey, int>(key));
        }
        else if (typeof(TKey) == typeof(long))
        {
            PropertyFormatted(KnownType.As<TKey, long>(key));
        }
        else if (typeof(TKey) == typeof(Guid))
        {
            PropertyFormatted(KnownType.As<TKey, Guid>(key));
        }
        else if (typeof(TKey) == typeof(uint))
        {
            PropertyFormatted(KnownType.As<TKey, uint>(key));
        }
        else if (typeof(TKey) == typeof(ulong))
        {
            PropertyFormatted(KnownType.As<TKey, ulong>(key));
        }
        else if (typeof(TKey) == typeof(decimal))
        {
            PropertyFormatted(KnownType.As<TKey, decimal>(key));
        }
        else
        {
            Property(KeyTexts.Of(key));
        }
    }

    /// <summary>The results of <see cref="MapOf"/>.</summary>
    private static readonly ConcurrentDictionary<Type, Type?> s_maps = [];

    /// <summary>Returns the dictionary interface of a type that implements only generic interfaces; null for a type that is not a dictionary.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "An interface that is trimmed away is not used to access the dictionary, which is refused then.")]
    private static Type? MapOf(Type type)
    {
        return s_maps.GetOrAdd(type, Find);

        static Type? Find(Type type)
        {
            var maps = type.GetInterfaces().Where(face => face.IsGenericType).ToLookup(face => face.GetGenericTypeDefinition());
            return maps[typeof(IDictionary<,>)].Concat(maps[typeof(IReadOnlyDictionary<,>)]).FirstOrDefault();
        }
    }

    [SkipLocalsInit]
    private void PropertyFormatted<T>(T key)
        where T : IUtf8SpanFormattable
    {
        const int longest = 64;
        Span<byte> text = stackalloc byte[longest];
        key.TryFormat(text, out var length, default, CultureInfo.InvariantCulture);
        _writer.PropertyName(text[..length]);
    }

    // Checks values that are written against the options and attributes of System.Text.Json.

    /// <summary>Returns a value that must not be null.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="value">The value.</param>
    /// <param name="shape">The names of the type's properties.</param>
    /// <param name="property">The index of the property.</param>
    /// <exception cref="ArgumentNullException"><paramref name="shape"/> is null.</exception>
    /// <exception cref="BlittableException">The value is null.</exception>
    public static T NotNull<T>(T? value, ObjectShape shape, int property)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(shape);
        return value ?? throw new BlittableException(BlittableErrorCode.WrongKind, $"'{shape.Text(property)}' of {shape.TypeName} must not be null.");
    }

    /// <summary>Writes a number as a string.</summary>
    /// <typeparam name="T">The type of the number.</typeparam>
    public void WriteQuoted<T>(T value)
        where T : struct, INumberBase<T> =>
        WriteFormatted(value, "");

    /// <summary>Writes a number, or NaN and the infinities as strings.</summary>
    public void WriteOrName(double value)
    {
        if (double.IsFinite(value))
        {
            Write(value);
        }
        else
        {
            WriteQuoted(value);
        }
    }

    /// <inheritdoc cref="WriteOrName(double)"/>
    public void WriteOrName(float value)
    {
        if (float.IsFinite(value))
        {
            Write(value);
        }
        else
        {
            WriteQuoted(value);
        }
    }

    /// <inheritdoc cref="WriteOrName(double)"/>
    public void WriteOrName(Half value)
    {
        if (Half.IsFinite(value))
        {
            Write(value);
        }
        else
        {
            WriteQuoted(value);
        }
    }

    /// <summary>Writes an integer of any number of digits.</summary>
    public void Write(BigInteger value)
    {
        if (value >= long.MinValue && value <= long.MaxValue)
        {
            Write((long)value);
        }
        else
        {
            _writer.BuildNumberText(Encoding.UTF8.GetBytes(value.ToString(CultureInfo.InvariantCulture)));
        }
    }

    /// <summary>Calls the callback of an object before it is written.</summary>
    public static void OnSerializing<T>(ref T value)
        where T : IJsonOnSerializing =>
        value.OnSerializing();

    /// <summary>Calls the callback of an object after it has been written.</summary>
    public static void OnSerialized<T>(ref T value)
        where T : IJsonOnSerialized =>
        value.OnSerialized();
}
