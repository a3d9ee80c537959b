using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Wire.Tests;

/// <summary>A Node process with both libraries. <c>peer.mjs</c> defines the protocol. Its packages are located in a parent folder of the test output.</summary>
public sealed class NodePeer : IDisposable
{
    private readonly Process _process = Process.Start(new ProcessStartInfo("node")
    {
        ArgumentList = { Path.Combine(AppContext.BaseDirectory, "peer.mjs") },
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
    })!;

    /// <summary>Gets the names of the libraries.</summary>
    public static TheoryData<string> Libraries => ["@msgpack/msgpack", "msgpackr"];

    /// <summary>Decodes one MessagePack value with a library.</summary>
    public string Decode(string library, ReadOnlySpan<byte> messagePack) =>
        Notation.Text(Ask(library, "decode", new() { ["hex"] = Convert.ToHexStringLower(messagePack) }));

    /// <summary>Decodes a value with dates of a schema in extensions of type 3.</summary>
    public string Decode(string library, ReadOnlySpan<byte> messagePack, string schema) =>
        Notation.Text(Ask(library, "decode", new() { ["hex"] = Convert.ToHexStringLower(messagePack), ["type"] = 3, ["schema"] = schema }));

    /// <summary>Decodes consecutive values.</summary>
    public string DecodeAll(string library, ReadOnlySpan<byte> messagePack) =>
        Notation.Text(Ask(library, "decodeAll", new() { ["hex"] = Convert.ToHexStringLower(messagePack) }));

    /// <summary>Encodes JSON texts as consecutive MessagePack values.</summary>
    public byte[] Encode(string library, params string[] json) =>
        Bytes(Ask(library, "encode", new() { ["json"] = new JsonArray([.. json.Select(text => JsonValue.Create(text))]) }));

    /// <summary>Encodes a value that JSON lacks.</summary>
    public byte[] Encode(string library, string operation, JsonObject arguments) => Bytes(Ask(library, operation, arguments));

    /// <summary>Encodes dates of a schema, each as an extension of type 3.</summary>
    public byte[][] EncodeDates(string library, string schema, JsonArray values) =>
        [.. Ask(library, "encodeDates", new() { ["type"] = 3, ["schema"] = schema, ["values"] = values })!.AsArray().Select(Bytes)];

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }

    private static byte[] Bytes(JsonNode? hex) => Convert.FromHexString(hex!.GetValue<string>());

    private JsonNode? Ask(string library, string operation, JsonObject request)
    {
        request["library"] = library;
        request["operation"] = operation;
        _process.StandardInput.WriteLine(request.ToJsonString());
        _process.StandardInput.Flush();
        var reply = _process.StandardOutput.ReadLine() ?? throw new InvalidOperationException("Node ended; were its packages installed with 'npm ci'?");
        using var parsed = JsonDocument.Parse(reply, new JsonDocumentOptions { MaxDepth = 1000 });
        return parsed.RootElement.TryGetProperty("result", out var result)
            ? JsonNode.Parse(result.GetRawText(), documentOptions: new JsonDocumentOptions { MaxDepth = 1000 })
            : throw new InvalidOperationException($"{library} failed to {operation}: {parsed.RootElement.GetProperty("error").GetString()}");
    }
}
