using Blittable.Benchmarks.Objects.Models;
using ProtoBuf.Meta;

namespace Blittable.Benchmarks.Objects.Protobuf;

/// <summary>Provides the model of protobuf-net, which replaces the types that Protocol Buffers cannot represent.</summary>
internal static class ProtobufModel
{
    public static RuntimeTypeModel Instance { get; } = Create();

    private static RuntimeTypeModel Create()
    {
        var model = RuntimeTypeModel.Create();
        model.IncludeDateTimeKind = true;
        model.Add(typeof(DateTimeOffset), applyDefaultBehaviour: false).SetSurrogate(typeof(DateTimeOffsetMessage));
        model.Add(typeof(Feature), applyDefaultBehaviour: false).SetSurrogate(typeof(FeatureMessage));
        return model;
    }
}
