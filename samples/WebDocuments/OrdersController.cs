using System.Collections.Concurrent;
using Blittable;
using Microsoft.AspNetCore.Mvc;

namespace WebDocuments;

/// <summary>Stores orders as documents. Each order is converted once, when it is received.</summary>
[ApiController]
[Route("orders")]
public sealed class OrdersController : ControllerBase
{
    private static readonly ConcurrentDictionary<int, BlittableDocument> Orders = new();

    [HttpPut("{id:int}")]
    public IActionResult Put(int id, [FromBody] BlittableDocument order)
    {
        Orders[id] = order;
        return NoContent();
    }

    [HttpGet("{id:int}")]
    public ActionResult<BlittableDocument> Get(int id) => Orders.TryGetValue(id, out var order) ? order : NotFound();
}
