using System.Collections.Concurrent;
using System.Text;
using Blittable;
using Blittable.AspNetCore;

namespace OrdersApi;

/// <summary>Stores orders in memory as immutable documents. A change replaces the document.</summary>
internal sealed class OrderStore
{
    private readonly ConcurrentDictionary<int, BlittableDocument> _orders = [];
    private int _last;

    /// <summary>Stores an order under a new number, which becomes its property <c>id</c>. Returns null if the document is not an object.</summary>
    public BlittableDocument? Add(BlittableDocument order)
    {
        if (order.Root.Kind != BlittableValueKind.Object)
        {
            return null;
        }

        var id = Interlocked.Increment(ref _last);
        using var editor = new BlittableEditor(order);
        editor.SetNumber("$.id", id);
        return _orders[id] = editor.ToDocument();
    }

    /// <summary>Stores each object of a stream, and returns the stored orders.</summary>
    public async IAsyncEnumerable<BlittableDocument> AddEachAsync(IAsyncEnumerable<BlittableDocument> orders)
    {
        await foreach (var order in orders)
        {
            if (Add(order) is { } added)
            {
                yield return added;
            }
        }
    }

    public bool Remove(int id) => _orders.TryRemove(id, out _);

    public BlittableDocument? Find(int id) => _orders.GetValueOrDefault(id);

    /// <summary>Applies a JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7386), depending on the content type of the body.</summary>
    public BlittableDocument? Patch(int id, BlittablePatchBody patch)
    {
        while (_orders.TryGetValue(id, out var order))
        {
            var patched = patch.ApplyTo(order);
            if (_orders.TryUpdate(id, patched, order))
            {
                return patched;
            }
        }

        return null;
    }

    /// <summary>Lists the orders with at least the specified total, of one city or of all cities.</summary>
    public BlittableDocument List(string? city, decimal least)
    {
        var wanted = city is null ? null : Encoding.UTF8.GetBytes(city);
        using var builder = new BlittableBuilder();
        builder.WriteStartArray();
        foreach (var (_, order) in _orders.OrderBy(order => order.Key))
        {
            var view = new OrderView(order.Root);
            var total = 0m;
            foreach (var line in view.Lines)
            {
                total += line.Price * line.Count;
            }

            if (total >= least && (wanted is null || view.City.SequenceEqual(wanted)))
            {
                builder.WriteValue(order.Root);
            }
        }

        builder.WriteEndArray();
        return builder.ToDocument();
    }
}
