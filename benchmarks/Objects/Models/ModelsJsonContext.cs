using System.Text.Json.Serialization;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Provides source-generated serializers of System.Text.Json for the objects, its fastest path. For polymorphic events that is generated metadata, because
/// generated writing code calls the serializer again for each event.</summary>
[JsonSerializable(typeof(FlatRow))]
[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(Article))]
[JsonSerializable(typeof(Telemetry))]
[JsonSerializable(typeof(Company))]
[JsonSerializable(typeof(ProductDetails))]
[JsonSerializable(typeof(Embedding))]
[JsonSerializable(typeof(Feature))]
[JsonSerializable(typeof(Translations))]
[JsonSerializable(typeof(Folder))]
[JsonSerializable(typeof(Session), GenerationMode = JsonSourceGenerationMode.Metadata)]
[JsonSerializable(typeof(Shipment))]
internal sealed partial class ModelsJsonContext : JsonSerializerContext;
