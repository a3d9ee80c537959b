using Blittable.Benchmarks.Objects.Models;
using ProtoBuf.Meta;

namespace Blittable.Benchmarks.Objects.Protobuf;

/// <summary>Provides the compiled model of protobuf-net for a type and the types of its members. Messages replace types that Protocol Buffers cannot
/// represent.</summary>
internal static class ProtobufModel<T>
{
    public static TypeModel Instance { get; } = Create();

    private static TypeModel Create()
    {
        var model = RuntimeTypeModel.Create();
        model.IncludeDateTimeKind = true;
        model.Add(typeof(DateTimeOffset), applyDefaultBehaviour: false).SetSurrogate(typeof(DateTimeOffsetMessage));
        model.Add(typeof(Feature), applyDefaultBehaviour: false).SetSurrogate(typeof(FeatureMessage));
        model.Add(typeof(T));
        return model.Compile();
    }
}
