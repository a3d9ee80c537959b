using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.EntryMatrix;

/// <summary>Reads, renders, compares and queries documents in every way.</summary>
internal sealed class ReadingEntries : IDisposable
{
    private static readonly BlittableJsonPath Everything = BlittableJsonPath.Parse("$..*");
    private static readonly BlittableJsonOptions Shown = new() { NotJson = BlittableNotJson.String };
    private static readonly JsonWriterOptions AnyDepth = new() { MaxDepth = int.MaxValue, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly ArrayBufferWriter<byte> _text = new();
    private readonly BlittableConverter _converter = new(MatrixOptions.Memory);

    /// <summary>Requires that every way of reading a document returns the expected result.</summary>
    public void Check(string entry, BlittableDocument document, Expectation expected)
    {
        document = Open(document);
        Try(entry, "validate", () => document.Validate());
        Try(entry, "compare", () => Require(BlittableValue.DeepEquals(document.Root, expected.Reference.Root), "differs from the reference"));
        Try(entry, "order", () => Require(BlittableValue.DeepCompare(document.Root, expected.Reference.Root) == 0, "sorts elsewhere than the reference"));
        Try(entry, "hash", () => Require(document.Root.GetDeepHashCode() == expected.Reference.Root.GetDeepHashCode(), "has another hash than the reference"));
        Try(entry, "statistics", () => document.GetStatistics());
        Try(entry, "enumerate", () => Require(Expectation.Count(document) == expected.Values, "has another number of values"));
        Try(entry, "JSONPath", () => Require(Everything.Evaluate(document.Root).Count == expected.Values, "gives a query another number of values"));
        Try(entry, "MessagePack", () => RequirePacked(Expectation.Pack(document), expected.MessagePack));
        if (expected.Text is null)
        {
            Try(entry, "render", () => Require(document.Root.ToJson(Shown) == expected.Reference.Root.ToJson(Shown), "renders as another text"));
            return;
        }

        Try(entry, "render", () => Require(document.Root.ToJson() == expected.Text, "renders as another text"));
        Try(entry, "render indented", () => RequireText(document, expected, indented: true));
        Try(entry, "write to System.Text.Json", () => RequireWritten(document, expected));
        Try(entry, "members", () => RequireMembers(document, expected));
    }

    /// <summary>Requires that a document converted from MessagePack is written as the same MessagePack.</summary>
    public static void CheckPacked(string entry, BlittableDocument document, byte[] messagePack)
    {
        document = Open(document);
        Try(entry, "validate", () => document.Validate());
        Try(entry, "MessagePack", () => RequirePacked(BlittableMessagePack.ToArray(document.Root), messagePack));
    }

    public void Dispose() => _converter.Dispose();

    /// <summary>Opens the bytes of a document as another process does.</summary>
    private static BlittableDocument Open(BlittableDocument document) => BlittableDocument.Open(document.Bytes, dictionary: null, MatrixOptions.MaxExpandedBytes);

    private void RequireText(BlittableDocument document, Expectation expected, bool indented)
    {
        _text.ResetWrittenCount();
        document.Root.WriteJson(_text, indented);
        Require(BlittableValue.Open(_converter.Convert(_text.WrittenSpan)).ToJson() == expected.Text, "renders as another text");
    }

    private void RequireWritten(BlittableDocument document, Expectation expected)
    {
        _text.ResetWrittenCount();
        using (var writer = new Utf8JsonWriter(_text, AnyDepth))
        {
            document.Root.WriteTo(writer);
        }

        Require(BlittableValue.Open(_converter.Convert(_text.WrittenSpan)).ToJson() == expected.Text, "is written as another text");
    }

    private static void RequireMembers(BlittableDocument document, Expectation expected)
    {
        var node = expected.HasDuplicateNames ? "null" : expected.Text;
        var options = MatrixOptions.Memory;
        using var envelope = BlittableDocument.Parse($$"""{"Element":{{expected.Text}},"Node":{{node}},"Anything":{{expected.Text}},"Document":{{expected.Text}}}""", options);
        var members = BlittableSerializer.Deserialize<AnyMembers>(envelope.Root, options)!;
        members.Document = document;
        Require(BlittableDocument.Open(BlittableSerializer.Serialize(members, options)).Root.ToJson() == envelope.Root.ToJson(), "is another member of an object");
    }

    private static void Try(string entry, string way, Action check)
    {
        try
        {
            check();
        }
        catch (MatrixFailure failure)
        {
            throw new MatrixFailure($"{entry} -> {way}", failure.Message);
        }
        catch (Exception fault)
        {
            throw new MatrixFailure($"{entry} -> {way}", $"{fault.GetType().Name}: {fault.Message}", fault);
        }
    }

    private static void RequirePacked(byte[]? actual, byte[]? expected)
    {
        if (!actual.AsSpan().SequenceEqual(expected))
        {
            var same = actual.AsSpan().CommonPrefixLength(expected);
            throw new MatrixFailure("", $"gives other MessagePack from byte {same} on: {Show(actual)} instead of {Show(expected)}");

            string Show(byte[]? bytes) => bytes is null ? "none" : Convert.ToHexString(bytes.AsSpan(same, Math.Min(16, bytes.Length - same)));
        }
    }

    private static void Require(bool condition, string message)
    {
        if (!condition)
        {
            throw new MatrixFailure("", message);
        }
    }
}
