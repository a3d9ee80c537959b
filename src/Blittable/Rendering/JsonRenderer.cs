using System.Buffers;
using System.Text;
using System.Text.Json;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;

namespace Blittable.Rendering;

/// <summary>Renders values as JSON text directly into the buffers of an <see cref="IBufferWriter{T}"/>.</summary>
internal static class JsonRenderer
{
    private static readonly BlittableJsonOptions MeasureOptions = new() { MaxExpandedBytes = long.MaxValue, NotJson = BlittableNotJson.Null };

    /// <summary>The text length up to which rendering repeated values again is faster than tracking them.</summary>
    private const int SmallText = 1 << 10;

    /// <summary>Renders a value of any kind and discards the text.</summary>
    /// <returns>The maximum number of nested containers, excluding empty ones.</returns>
    public static int Measure(in BlittableValue value, DiscardingBuffer output) => Render(value, output, MeasureOptions);

    /// <returns>The maximum number of nested containers, excluding empty ones. Not meaningful if repeated values are copied.</returns>
    public static int Render(in BlittableValue value, IBufferWriter<byte> output, BlittableJsonOptions options)
    {
        // Every value has at least one byte of text. Unless values are shared, it also has at least one byte in the document.
        var document = value.Document;
        var isShared = (document[^1] & Trailer.Shared) != 0;
        var maxValues = isShared ? Trailer.ReadMaxValues(document) : document.Length;
        var limit = ExpansionLimit.Of(document.Length, value.Dictionary, options.MaxExpandedBytes);

        // The document stores the length of its shortest text: without indentation, and with null for values that JSON cannot represent.
        var isRecorded = isShared && !options.Indented && options.NotJson != BlittableNotJson.String;
        var maxBytes = isRecorded ? Math.Min(limit, maxValues) : limit;

        // Copying earlier text does not reveal its depth.
        var rendered = isShared && maxValues > SmallText && !options.Indented && !ReferenceEquals(options, MeasureOptions)
            ? RenderedValues.OfThread
            : null;
        try
        {
            return RenderLoop.Render(value, output, options, maxValues, maxBytes, rendered);
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson && NotJsonSearch.Find(value) is { Steps.Length: > 0 } path)
        {
            throw new BlittableException(fault.Code, fault.Message.Replace($" at byte {fault.Offset}.", $" at '{path}' (byte {fault.Offset}).", StringComparison.Ordinal), fault.Offset);
        }
    }
}

/// <summary>Finds the first value that JSON cannot represent, to name its path in an error.</summary>
internal static class NotJsonSearch
{
    /// <summary>The maximum number of values to visit, and the depth. A document with shared values can represent very many values.</summary>
    private const int MostValues = 1 << 20, MaxDepth = 200;

    /// <summary>Returns the path of the first value that JSON cannot represent, or null if the search was given up.</summary>
    /// <param name="value">A value that contains such a value.</param>
    public static BlittablePath? Find(in BlittableValue value)
    {
        var rest = MostValues;
        List<PathStep> steps = [];
        return TryFind(value, steps, ref rest) ? BlittablePath.Of([.. steps]) : null;
    }

    private static bool TryFind(in BlittableValue value, List<PathStep> steps, ref int rest)
    {
        if (--rest < 0)
        {
            return false;
        }

        switch (value.Kind)
        {
            case BlittableValueKind.Object when steps.Count < MaxDepth:
                foreach (var property in value.EnumerateObject())
                {
                    steps.Add(PathStep.OfName(Encoding.UTF8.GetString(property.NameUtf8)));
                    if (TryFind(property.Value, steps, ref rest))
                    {
                        return true;
                    }

                    steps.RemoveAt(steps.Count - 1);
                }

                return false;
            case BlittableValueKind.Array when steps.Count < MaxDepth:
                var index = 0;
                foreach (var element in value.EnumerateArray())
                {
                    steps.Add(PathStep.OfIndex(index++));
                    if (TryFind(element, steps, ref rest))
                    {
                        return true;
                    }

                    steps.RemoveAt(steps.Count - 1);
                }

                return false;
            case BlittableValueKind.Object or BlittableValueKind.Array:
                // The value may be deeper than the search.
                rest = 0;
                return false;
            case BlittableValueKind.Number:
                Span<byte> scratch = stackalloc byte[StoredNumber.MaxFormattedLength];
                return value.TryReadNumber(out var number) && number.Form is NumberForm.Single or NumberForm.Double && !number.TryFormat(scratch, out _);
            default:
                return value.Kind == BlittableValueKind.Binary && !value.TryGetBytes(out _);
        }
    }
}

/// <summary>Replays JSON text token by token through a writer that applies its own formatting.</summary>
internal static class JsonReplay
{
    private static readonly JsonReaderOptions Deep = new() { MaxDepth = int.MaxValue };

    public static void Write(ReadOnlySpan<byte> json, Utf8JsonWriter writer)
    {
        var reader = new Utf8JsonReader(json, Deep);
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject:
                    writer.WriteStartObject();
                    break;
                case JsonTokenType.EndObject:
                    writer.WriteEndObject();
                    break;
                case JsonTokenType.StartArray:
                    writer.WriteStartArray();
                    break;
                case JsonTokenType.EndArray:
                    writer.WriteEndArray();
                    break;
                case JsonTokenType.PropertyName when reader.ValueIsEscaped:
                    writer.WritePropertyName(reader.GetString()!);
                    break;
                case JsonTokenType.PropertyName:
                    writer.WritePropertyName(reader.ValueSpan);
                    break;
                case JsonTokenType.String when reader.ValueIsEscaped:
                    writer.WriteStringValue(reader.GetString());
                    break;
                case JsonTokenType.String:
                    writer.WriteStringValue(reader.ValueSpan);
                    break;
                default:
                    writer.WriteRawValue(reader.ValueSpan, skipInputValidation: true);
                    break;
            }
        }
    }
}

/// <summary>Defines indentation and repetition as a type, so the JIT compiles the loop over values for each variant without checks.</summary>
internal interface IRenderLayout
{
    static abstract bool IsIndented { get; }

    /// <summary>Gets a value that indicates whether rendered text is tracked, so it can be copied for further references to a value.</summary>
    static abstract bool IsRepeating { get; }

    internal readonly struct Compact : IRenderLayout
    {
        public static bool IsIndented => false;

        public static bool IsRepeating => false;
    }

    internal readonly struct Repeating : IRenderLayout
    {
        public static bool IsIndented => false;

        public static bool IsRepeating => true;
    }

    internal readonly struct Indented : IRenderLayout
    {
        public static bool IsIndented => true;

        public static bool IsRepeating => false;
    }
}
