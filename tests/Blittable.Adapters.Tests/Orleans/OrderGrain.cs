using System.Globalization;

namespace Blittable.Adapters.Tests.Orleans;

public sealed class OrderGrain(
    [PersistentState("order")] IPersistentState<Order> order,
    [PersistentState("document")] IPersistentState<DocumentState> document) : Grain, IOrderGrain
{
    public async Task StoreAsync(string customer, decimal total, string json)
    {
        order.State = new Order { Customer = customer, Total = total, Tags = ["stored"] };
        await order.WriteStateAsync();
        document.State = new DocumentState { Json = json };
        await document.WriteStateAsync();
    }

    public async Task<string> ReadAsync()
    {
        await order.ReadStateAsync();
        await document.ReadStateAsync();
        return string.Create(CultureInfo.InvariantCulture, $"{order.State.Customer} {order.State.Total} {order.State.Tags.Single()} {document.State.Json}");
    }
}
