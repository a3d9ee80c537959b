using System.Buffers;
using System.Text;
using System.Text.Json;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>
/// Untrusted documents: accessors, text, copies, edits, MessagePack and statistics. After validation, none of them may fail for a structural
/// reason, all results must agree, and every derived document must be valid.
/// </summary>
internal class DocumentTarget : FuzzTarget
{
    private const int MaxText = 1 << 18;

    private static readonly BlittableJsonOptions Json = new() { MaxExpandedBytes = MaxText, NotJson = BlittableNotJson.Null };

    private static readonly BlittableMessagePackOptions Pack = new() { MaxExpandedBytes = MaxText, Numbers = BlittableMessagePackNumbers.Text };

    private static readonly JsonDocumentOptions AnyDepth = new() { MaxDepth = 1 << 20 };

    private static readonly Lazy<SeedDocument[]> Seeds = new(() => SeedDocuments.Make(null));

    private static readonly Lazy<byte[][]> Leaves = new(() => SeedDocuments.Leaves(Seeds.Value));

    public override string Name => "documents";

    /// <summary>Gets the dictionary with which documents are read.</summary>
    protected virtual BlittableDictionary? Dictionary => null;

    public override byte[] Make(FuzzRandom random)
    {
        if (random.OneIn(2))
        {
            var forged = new DocumentForge(random, Leaves.Value).Make();
            return random.OneIn(2) ? forged : ByteMutator.Mutate(random, forged, random.Pick<SeedDocument>(Seeds.Value).Bytes);
        }

        return DocumentMutator.Mutate(random, random.Pick<SeedDocument>(Seeds.Value), random.Pick<SeedDocument>(Seeds.Value));
    }

    public override string Run(Memory<byte> input)
    {
        using var document = BlittableDocument.Open(input, Dictionary);
        var isValid = IsValid(document, out var error);
        new DocumentReader(isValid).Visit(document.Root);
        DocumentReader.ReadInOrder(document.Root, isValid);
        Compare(document, isValid);
        if (isValid)
        {
            RequireAll(document, isEdited: input.Span[input.Length / 2] % 4 == 0);
            return "valid";
        }

        // Only one derivation per damaged document, because each of them ends at the first fault.
        Derive(document, input.Span[input.Length / 2] % 5);
        return error.ToString();
    }

    private static bool IsValid(BlittableDocument document, out BlittableErrorCode error)
    {
        error = BlittableErrorCode.None;
        try
        {
            document.Validate(MaxText);
            return true;
        }
        catch (BlittableException exception)
        {
            error = exception.Code;
            return false;
        }
    }

    /// <summary>Compares a document with its copy, and computes the hash of both.</summary>
    private void Compare(BlittableDocument document, bool isValid)
    {
        using var copy = BlittableDocument.Open(document.Bytes.ToArray(), Dictionary);
        try
        {
            if (document.Root.GetDeepHashCode() != copy.Root.GetDeepHashCode() || !BlittableValue.DeepEquals(document.Root, copy.Root)
                || BlittableValue.DeepCompare(document.Root, copy.Root) != 0)
            {
                throw new FuzzFailure("A document differs from its copy.");
            }
        }
        catch (BlittableException exception) when (!isValid || !Structural.Is(exception))
        {
        }
    }

    private void Derive(BlittableDocument document, int way)
    {
        switch (way)
        {
            case 0:
                document.Root.WriteJson(new ArrayBufferWriter<byte>(), Json with { Indented = true });
                break;
            case 1:
                document.Root.Clone().Dispose();
                break;
            case 2:
                BlittableMessagePack.ToArray(document.Root, Pack);
                break;
            case 3:
                Edit(document).Dispose();
                break;
            default:
                document.Root.ToJson(Json);
                document.GetStatistics();
                break;
        }
    }

    /// <summary>Checks the guarantees that validation gives for a document.</summary>
    private void RequireAll(BlittableDocument document, bool isEdited)
    {
        var text = Render(document);
        RequireJson(text);
        try
        {
            using var clone = document.Root.Clone();
            Validate(clone, "the clone");
            RequireEqual(text, clone.Root.ToJson(Json), "the clone");

            if (isEdited)
            {
                RequireEdits(document);
            }

            document.GetStatistics();
            var packed = BlittableMessagePack.ToArray(document.Root, Pack);
            using var unpacked = BlittableMessagePack.ToDocument(packed);
            Validate(unpacked, "the document made of MessagePack");
        }
        catch (BlittableException exception) when (!Structural.Is(exception))
        {
        }
        catch (BlittableException exception)
        {
            throw new FuzzFailure($"A valid document fails: {exception.Code}: {exception.Message}", exception);
        }
    }

    private void RequireEdits(BlittableDocument document)
    {
        using var edited = Edit(document);
        Validate(edited, "the edited document");
        using var editor = new BlittableEditor(edited, new BlittableOptions { Dictionary = Dictionary });
        using var compact = editor.Compact();
        Validate(compact, "the compacted document");
        RequireEqual(edited.Root.ToJson(Json), compact.Root.ToJson(Json), "the compacted document");
    }

    private static string Render(BlittableDocument document)
    {
        try
        {
            return document.Root.ToJson(Json);
        }
        catch (BlittableException exception)
        {
            throw new FuzzFailure($"A valid document has no text: {exception.Code}: {exception.Message}", exception);
        }
    }

    private static void Validate(BlittableDocument document, string what)
    {
        try
        {
            document.Validate();
        }
        catch (BlittableException exception)
        {
            throw new FuzzFailure($"{what} is not valid: {exception.Code}: {exception.Message}", exception);
        }
    }

    private BlittableDocument Edit(BlittableDocument document)
    {
        using var editor = new BlittableEditor(document, new BlittableOptions { Dictionary = Dictionary });
        switch (document.Root.Kind)
        {
            case BlittableValueKind.Object:
                editor.Set("$.n0", "[1,\"text\"]"u8);
                editor.Set("$.another", document.Root);
                break;
            case BlittableValueKind.Array:
                editor.Append("$", "{\"a\":\"text\"}"u8);
                editor.Remove("$[0]");
                break;
            default:
                editor.Set("$", document.Root);
                break;
        }

        return editor.ToDocument();
    }

    private static void RequireEqual(string expected, string actual, string what)
    {
        if (expected != actual)
        {
            throw new FuzzFailure($"The text of {what} is another one: {actual} for {expected}");
        }
    }

    private static void RequireJson(string text)
    {
        try
        {
            using var json = JsonDocument.Parse(Encoding.UTF8.GetBytes(text), AnyDepth);
        }
        catch (JsonException exception)
        {
            throw new FuzzFailure($"A rendering is no JSON: {exception.Message} {text}", exception);
        }
    }
}
