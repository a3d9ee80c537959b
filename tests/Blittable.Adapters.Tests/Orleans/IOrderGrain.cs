namespace Blittable.Adapters.Tests.Orleans;

public interface IOrderGrain : IGrainWithIntegerKey
{
    /// <summary>Stores an order and a document.</summary>
    Task StoreAsync(string customer, decimal total, string json);

    /// <summary>Reads both from the storage.</summary>
    Task<string> ReadAsync();
}
