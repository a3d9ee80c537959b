using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.EntryMatrix;

/// <summary>An object whose members hold any JSON.</summary>
[BlittableSerializable]
internal sealed class AnyMembers
{
    public JsonElement Element { get; set; }

    public JsonNode? Node { get; set; }

    public object? Anything { get; set; }

    public BlittableDocument? Document { get; set; }
}
