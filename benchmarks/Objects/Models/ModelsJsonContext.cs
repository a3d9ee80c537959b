using System.Text.Json.Serialization;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Provides source-generated serializers of System.Text.Json for the objects, its fastest path.</summary>
[JsonSerializable(typeof(FlatRow))]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(Article))]
[JsonSerializable(typeof(Telemetry))]
[JsonSerializable(typeof(Company))]
internal sealed partial class ModelsJsonContext : JsonSerializerContext;
