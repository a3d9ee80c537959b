using System.Text.Json.Serialization;

namespace Blittable.Cli;

/// <summary>What System.Text.Json has to write for queries, known when the program is compiled.</summary>
[JsonSerializable(typeof(string))]
internal sealed partial class QueryJson : JsonSerializerContext;
