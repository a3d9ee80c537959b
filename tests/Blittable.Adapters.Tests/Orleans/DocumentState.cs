namespace Blittable.Adapters.Tests.Orleans;

[BlittableSerializable]
public sealed class DocumentState
{
    public string Json { get; set; } = "";
}
