using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>Lists the targets.</summary>
internal static class FuzzTargets
{
    public static IReadOnlyList<FuzzTarget> All { get; } =
        [
            new DocumentTarget(),
            new SharedDocumentTarget(),
            new DictionaryTarget(),
            new MessagePackTarget(),
            new JsonTarget(),
            new DateTarget(),
            new ColumnTarget(),
            new CollectionTarget(),
            new ObjectTarget(),
            new TextSequenceTarget(),
            new VariantTarget(),
            new ArrowTarget(),
            new ParquetTarget(),
            new ConditionTarget(),
            new OrderTarget(),
        ];
}
