using System.Globalization;

namespace GrainDocuments;

/// <summary>Implements a cart that stores its state as a document in the default storage.</summary>
public sealed class CartGrain([PersistentState("cart")] IPersistentState<Cart> cart) : Grain, ICartGrain
{
    public async Task<decimal> AddAsync(string article, decimal price)
    {
        cart.State.Articles.Add(article);
        cart.State.Total += price;
        await cart.WriteStateAsync();
        return cart.State.Total;
    }

    public async Task<string> ReadAsync()
    {
        await cart.ReadStateAsync();
        return string.Create(CultureInfo.InvariantCulture, $"{string.Join(", ", cart.State.Articles)}: {cart.State.Total}");
    }
}
