using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.EntryMatrix;

/// <summary>Reads, renders, compares and queries documents in every way.</summary>
/// <remarks>
/// All entry points read only the bytes of a document, so bytes that were read before for the same document are not read again: many entries write equal bytes.
/// The results are still compared with those expected of each entry.
/// </remarks>
internal sealed class ReadingEntries : IDisposable
{
    /// <summary>The number of ways to read a document, and of those that do not need JSON.</summary>
    private const int Ways = 13, WaysWithoutJson = 9;

    private static readonly BlittableJsonPath Everything = BlittableJsonPath.Parse("$..*");
    private static readonly BlittableJsonOptions Shown = new() { NotJson = BlittableNotJson.String };
    private static readonly JsonWriterOptions AnyDepth = new() { MaxDepth = int.MaxValue, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly ArrayBufferWriter<byte> _text = new();
    private readonly BlittableConverter _converter = new(MatrixOptions.Memory);

    /// <summary>Gets the number of documents that were read, because no entry before had written their bytes.</summary>
    public long Reads { get; private set; }

    /// <summary>Requires that every way of reading a written document returns the expected result.</summary>
    /// <returns>The number of pairs of the entry and a way to read.</returns>
    public int Check(string entry, MatrixDocument document, BlittableDocument written, Expectation expected)
    {
        written = Open(written);
        var form = document.FormOf(written);
        if (form is null)
        {
            Read(entry, written, expected);
            form = new WrittenForm(written.Bytes, TryPack(entry, written));
            document.Add(form);
            Reads++;
        }

        Try(entry, "MessagePack", () => RequirePacked(form.MessagePack, expected.MessagePack));
        if (!form.Compared.Contains(expected.Reference))
        {
            Compare(entry, written, expected.Reference);
            form.Compared.Add(expected.Reference);
        }

        return expected.Text is null ? WaysWithoutJson : Ways;
    }

    /// <summary>Requires that a document converted from MessagePack is written as the same MessagePack.</summary>
    /// <returns>The number of pairs of the entry and a way to read.</returns>
    public static int CheckPacked(string entry, MatrixDocument document, BlittableDocument written, byte[] messagePack)
    {
        written = Open(written);
        if (document.FormOf(written) is { } form)
        {
            Try(entry, "MessagePack", () => RequirePacked(form.MessagePack, messagePack));
            return 1;
        }

        Try(entry, "validate", () => written.Validate());
        Try(entry, "MessagePack", () => RequirePacked(BlittableMessagePack.ToArray(written.Root), messagePack));
        return 1;
    }

    /// <summary>Converts an object whose members have the JSON of a document. A member that is read as a node must not have duplicate names.</summary>
    public static BlittableDocument? Envelope(Expectation expected) => expected.Text is not { } text
        ? null
        : BlittableDocument.Parse($$"""{"Element":{{text}},"Node":{{(expected.HasDuplicateNames ? "null" : text)}},"Anything":{{text}},"Document":{{text}}}""", MatrixOptions.Memory);

    /// <summary>Reads an object whose members hold any JSON.</summary>
    public static AnyMembers? ReadMembers(BlittableDocument? envelope) =>
        envelope is null ? null : BlittableSerializer.Deserialize<AnyMembers>(envelope.Root, MatrixOptions.Memory);

    /// <summary>Requires that an object whose members hold any JSON is written as it was read.</summary>
    public static void CheckMembers(BlittableDocument? envelope, AnyMembers? members)
    {
        if (envelope is not null)
        {
            Try("object", "members", () => Require(
                Open(BlittableSerializer.Serialize(members, MatrixOptions.Memory)).Root.ToJson() == envelope.Root.ToJson(), "is another object after it was read"));
        }
    }

    public void Dispose() => _converter.Dispose();

    private static BlittableDocument Open(byte[] written) => BlittableDocument.Open(written, dictionary: null, MatrixOptions.MaxExpandedBytes);

    /// <summary>Opens the bytes of a document as another process does. Only documents that were written with the dictionary need it.</summary>
    private static BlittableDocument Open(BlittableDocument document) =>
        BlittableDocument.Open(document.Bytes, document.NeedsDictionary ? MatrixDictionaries.Own : null, MatrixOptions.MaxExpandedBytes);

    private static byte[]? TryPack(string entry, BlittableDocument document)
    {
        byte[]? packed = null;
        Try(entry, "MessagePack", () => packed = Expectation.Pack(document));
        return packed;
    }

    private static void Compare(string entry, BlittableDocument document, BlittableDocument reference)
    {
        Try(entry, "compare", () => Require(BlittableValue.DeepEquals(document.Root, reference.Root), "differs from the reference"));
        Try(entry, "order", () => Require(BlittableValue.DeepCompare(document.Root, reference.Root) == 0, "sorts elsewhere than the reference"));
        Try(entry, "hash", () => Require(document.Root.GetDeepHashCode() == reference.Root.GetDeepHashCode(), "has another hash than the reference"));
    }

    /// <summary>Reads a document in the ways whose results do not depend on the entry.</summary>
    private void Read(string entry, BlittableDocument document, Expectation expected)
    {
        Try(entry, "validate", () => document.Validate());
        Try(entry, "statistics", () => document.GetStatistics());
        Try(entry, "enumerate", () => Require(Expectation.Count(document.Root) == expected.Values, "has another number of values"));
        Try(entry, "JSONPath", () => Require(Everything.Evaluate(document.Root).Count == expected.Values, "gives a query another number of values"));
        if (expected.Text is null)
        {
            Try(entry, "render", () => Require(document.Root.ToJson(Shown) == expected.Reference.Root.ToJson(Shown), "renders as another text"));
            return;
        }

        Try(entry, "render", () => Require(document.Root.ToJson() == expected.Text, "renders as another text"));
        Try(entry, "render indented", () => RequireIndented(document, expected));
        Try(entry, "write to System.Text.Json", () => RequireWritten(document, expected));
        Try(entry, "member", () => RequireMember(document, expected));
        Try(entry, "element", () => RequireElement(document, expected));
    }

    private void RequireIndented(BlittableDocument document, Expectation expected)
    {
        _text.ResetWrittenCount();
        document.Root.WriteJson(_text, indented: true);
        RequireJson(_text.WrittenSpan, expected, "renders as another text");
    }

    private void RequireWritten(BlittableDocument document, Expectation expected)
    {
        _text.ResetWrittenCount();
        using (var writer = new Utf8JsonWriter(_text, AnyDepth))
        {
            document.Root.WriteTo(writer);
        }

        RequireJson(_text.WrittenSpan, expected, "is written as another text");
    }

    private static void RequireMember(BlittableDocument document, Expectation expected)
    {
        var members = Open(BlittableSerializer.Serialize(new DocumentMember { Document = document }, MatrixOptions.Memory));
        Require(members.Root.GetProperty(nameof(DocumentMember.Document)).ToJson() == expected.Text, "is another member of an object");
    }

    private void RequireElement(BlittableDocument document, Expectation expected)
    {
        var element = BlittableSerializer.Deserialize<JsonElement>(document.Root, MatrixOptions.Memory);
        RequireJson(JsonMarshal.GetRawUtf8Value(element), expected, "is another element");
    }

    /// <summary>Requires that a text has the expected JSON. Equal bytes in memory mode have equal JSON.</summary>
    private void RequireJson(ReadOnlySpan<byte> text, Expectation expected, string message)
    {
        var converted = _converter.Convert(text);
        Require(converted.SequenceEqual(expected.Canonical!.Bytes.Span) || BlittableValue.Open(converted).ToJson() == expected.Text, message);
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
