namespace Blittable.Adapters.Tests.Orleans;

public interface IOrderGrain : IGrainWithIntegerKey
{
    /// <summary>Stores an order and a document with it.</summary>
    Task StoreAsync(string customer, decimal total, string json);

    /// <summary>Reads both again from the storage.</summary>
    Task<string> ReadAsync();
}
