namespace GrainDocuments;

/// <summary>Represents a shopping cart.</summary>
public interface ICartGrain : IGrainWithStringKey
{
    /// <summary>Adds an article to the cart, and stores the cart.</summary>
    /// <returns>The new total of the cart.</returns>
    Task<decimal> AddAsync(string article, decimal price);

    /// <summary>Reloads the cart from storage.</summary>
    Task<string> ReadAsync();
}
