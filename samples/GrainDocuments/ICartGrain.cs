namespace GrainDocuments;

/// <summary>A shopping cart.</summary>
public interface ICartGrain : IGrainWithStringKey
{
    /// <summary>Puts an article into the cart and stores it.</summary>
    /// <returns>What the cart costs now.</returns>
    Task<decimal> AddAsync(string article, decimal price);

    /// <summary>Reads the cart again from the storage.</summary>
    Task<string> ReadAsync();
}
