using System.Collections.Concurrent;
using System.Text;
using Blittable;

namespace OrdersApi;

/// <summary>Stores orders in memory as immutable documents. A change replaces the document.</summary>
internal sealed class OrderStore
{
    private readonly ConcurrentDictionary<int, BlittableDocument> _orders = [];
    private int _last;

    /// <summary>Stores an order under a new number, which becomes its property <c>id</c>.</summary>
    public BlittableDocument Add(BlittableDocument order)
    {
        var id = Interlocked.Increment(ref _last);
        using var editor = new BlittableEditor(order);
        editor.SetNumber("$.id", id);
        return _orders[id] = editor.ToDocument();
    }

    public BlittableDocument? Find(int id) => _orders.GetValueOrDefault(id);

    /// <summary>Applies a patch: a JSON Patch (RFC 6902) if it is an array, or otherwise a JSON Merge Patch (RFC 7386).</summary>
    public BlittableDocument? Patch(int id, BlittableDocument patch)
    {
        while (_orders.TryGetValue(id, out var order))
        {
            using var editor = new BlittableEditor(order);
            if (patch.Root.Kind == BlittableValueKind.Array)
            {
                editor.ApplyPatch(patch.Root);
            }
            else
            {
                editor.ApplyMergePatch(patch.Root);
            }

            var patched = editor.ToDocument();
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
