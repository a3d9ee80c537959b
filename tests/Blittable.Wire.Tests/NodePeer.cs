using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Wire.Tests;

/// <summary>A process of Node with the two libraries; <c>peer.mjs</c> tells the protocol. Its packages are found in a folder above the tests' output.</summary>
public sealed class NodePeer : IDisposable
{
    private readonly Process _process = Process.Start(new ProcessStartInfo("node")
    {
        ArgumentList = { Path.Combine(AppContext.BaseDirectory, "peer.mjs") },
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
    })!;

    /// <summary>The names of the libraries.</summary>
    public static TheoryData<string> Libraries => ["@msgpack/msgpack", "msgpackr"];

    /// <summary>What a library makes of one MessagePack value.</summary>
    public string Decode(string library, ReadOnlySpan<byte> messagePack) =>
        Notation.Text(Ask(library, "decode", new() { ["hex"] = Convert.ToHexStringLower(messagePack) }));

    /// <summary>What it makes of a value with dates of a schema in extensions of type 3.</summary>
    public string Decode(string library, ReadOnlySpan<byte> messagePack, string schema) =>
        Notation.Text(Ask(library, "decode", new() { ["hex"] = Convert.ToHexStringLower(messagePack), ["type"] = 3, ["schema"] = schema }));

    /// <summary>What it makes of values one after the other.</summary>
    public string DecodeAll(string library, ReadOnlySpan<byte> messagePack) =>
        Notation.Text(Ask(library, "decodeAll", new() { ["hex"] = Convert.ToHexStringLower(messagePack) }));

    /// <summary>The MessagePack of JSON texts, one after the other.</summary>
    public byte[] Encode(string library, params string[] json) =>
        Bytes(Ask(library, "encode", new() { ["json"] = new JsonArray([.. json.Select(text => JsonValue.Create(text))]) }));

    /// <summary>The MessagePack of a value that JSON lacks.</summary>
    public byte[] Encode(string library, string operation, JsonObject arguments) => Bytes(Ask(library, operation, arguments));

    /// <summary>Dates of a schema, each an extension of type 3.</summary>
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
